// The page of puzzles: the solver's stones, the solution's answers, hints, a list to choose from.
import { byId, element, dot } from "../../web/shared/dom.js";
import { BoardView } from "../../web/shared/board_view.js";
import { cellName } from "../../web/shared/game.js";
import { colorName, say, useWords } from "../../web/shared/words.js";
import { ENGLISH } from "../../web/shared/words_en.js";
import { Placing } from "../../web/app/placing.js";
import { Attempt } from "./attempt.js";
import { Memory } from "./memory.js";
import { PUZZLE_WORDS } from "./words_puzzles.js";

useWords({ ...ENGLISH, ...PUZZLE_WORDS });
const data = JSON.parse(byId("data").textContent);
const { puzzles } = data;
const memory = new Memory(puzzles);
const shown = { index: -1, attempt: null, hint: 0, message: "" };
const board = new BoardView(byId("board"));
const view = { board, parts: { board: byId("board"), controls: byId("controls") } };
const placing = new Placing(view, {
  mayPlace: (cell) => !!shown.attempt && !shown.attempt.isSolved && !shown.attempt.isShown && !stones().has(cell),
  place: (cell) => play(cell),
  white: () => puzzle().whiteMoves,
  name: (cell) => cellName(puzzle(), cell),
  announce: (text) => announce(text),
});

const puzzle = () => puzzles[shown.index];
const name = (cell) => cellName(puzzle(), cell);
const own = () => colorName(puzzle().whiteMoves);
const other = () => colorName(!puzzle().whiteMoves);

function announce(text) {
  if (byId("status").textContent !== text) byId("status").textContent = text;
}

// ------------------------------------------------------------ the board

// All stones in view, the newest last: the position, the moves of the attempt, a wrong try with its refutation.
function stonesShown() {
  const { attempt } = shown, { black, white, walls = [], last, whiteMoves } = puzzle();
  const of = (cells, kind) => cells.map((cell) => ({ cell, kind, number: 0 }));
  const list = [...of(black, 0), ...of(white, 1), ...of(walls, 2)];
  const moves = attempt.moves().slice(0, attempt.ply);
  for (const stone of list) if (stone.cell === last && !moves.length && !attempt.tried) stone.newest = true;
  moves.forEach(({ cell, white: isWhite }, index) => list.push({ cell, kind: isWhite ? 1 : 0, number: index + 1, inLine: true }));
  if (attempt.tried) {
    const { cell, reply } = attempt.tried;
    list.push({ cell, kind: whiteMoves ? 1 : 0, number: 0, faded: true });
    if (reply !== null) list.push({ cell: reply, kind: whiteMoves ? 0 : 1, number: 0, newest: true });
  }
  return list;
}

// A wrong try and its refutation take no room: the next move may go there.
function stones() {
  const { attempt } = shown, { black, white, walls = [] } = puzzle();
  return new Set([...black, ...white, ...walls, ...attempt.moves().map(({ cell }) => cell)]);
}

// The end of a solution shows where five follows; hints show what to choose from.
function hintsShown() {
  const { attempt, hint } = shown, { tree } = puzzle();
  const isAtEnd = attempt.isSolved && attempt.ply === attempt.moves().length;
  if (isAtEnd) {
    return (tree[attempt.path.at(-1).number].f ?? []).map((cell) =>
      ({ cell, letter: "5", label: say("firstFive", { cell: name(cell) }), first: true, open: () => {} }));
  }
  if (hint < 2 || attempt.isShown) return [];
  return candidates().map((cell, index) =>
    ({ cell, letter: "ABC"[index], label: name(cell), first: false, open: () => play(cell) }));
}

// The move that wins between two that do not; inside the solution the move alone.
function candidates() {
  const { attempt } = shown, right = attempt.step.m;
  if (attempt.number !== 0) return [right];
  const decoys = puzzle().wrong.map(({ cell }) => cell).filter((cell) => !attempt.tried || cell !== attempt.tried.cell);
  const start = right % Math.max(1, decoys.length);
  return [...new Set([right, ...decoys.slice(start), ...decoys.slice(0, start)])].slice(0, 3).sort((a, b) => a - b);
}

// ------------------------------------------------------------ what happens

function play(cell) {
  const { attempt } = shown;
  const came = attempt.play(cell);
  if (!came) return;
  const words = { own: own(), other: other(), reply: came.reply === null || came.reply === undefined ? "" : name(came.reply),
    better: came.better === undefined ? "" : name(came.better) };
  const isUnknown = came.kind === "wrong" && came.reply === null;
  shown.message = say(isUnknown ? "wrongUnknown" : came.kind, words);
  shown.kind = { right: "good", also: "good", solved: "good", detour: "" }[came.kind] ?? "bad";
  if (["right", "also", "solved"].includes(came.kind)) shown.hint = 0;
  if (came.kind === "solved") memory.set(shown.index, "solved");
  update();
}

function open(index) {
  if (!puzzles[index]) return;
  shown.index = index;
  shown.attempt = new Attempt(puzzles[index]);
  board.resize(puzzle().width, puzzle().height);
  begin();
  keepAddress();
}

function begin() {
  placing.cancel();
  shown.hint = 0;
  shown.kind = "";
  shown.message = say("ask");
  update();
}

function giveHint() {
  const { attempt } = shown;
  if (attempt.isShown || attempt.isSolved) return;
  shown.hint = Math.min(shown.hint + 1, 2);
  const isFour = (attempt.step.f ?? []).length > 0;
  const second = candidates().length > 1 ? "hintOneOf" : "hintHere";
  shown.message = say(shown.hint === 1 ? (isFour ? "hintFour" : "hintThree") : second);
  shown.kind = "";
  update();
}

function showSolution() {
  const { attempt } = shown;
  if (attempt.isShown) return;
  if (!attempt.isSolved) memory.set(shown.index, "shown");
  if (attempt.isSolved) attempt.restart();
  attempt.show();
  tellShown();
}

function tellShown() {
  const { attempt } = shown, count = attempt.moves().length;
  const isAtEnd = attempt.ply === count;
  shown.kind = "";
  shown.message = isAtEnd ? say("solvedLate") : attempt.ply ? say("shownAt", { ply: attempt.ply, count }) : say("shownStart");
  update();
}

function restart() {
  shown.attempt.restart();
  begin();
}

function takeBack() {
  const { attempt } = shown;
  if (attempt.isShown) return restart();
  attempt.undo();
  begin();
}

function stepBy(by) {
  const { attempt } = shown;
  if (attempt.isShown) {
    attempt.stepTo(attempt.ply + by);
    tellShown();
  } else if (by < 0) takeBack();
}

// ------------------------------------------------------------ choosing

function isWanted(index) {
  const { grade, rule } = puzzles[index];
  const wanted = byId("grade").value, wantedRule = byId("rule").value;
  return (!wanted || Number(wanted) === grade) && (!wantedRule || wantedRule === rule)
    && (!byId("unsolved").checked || memory.get(index) === undefined || index === shown.index);
}

function wanted() {
  return puzzles.map((_, index) => index).filter(isWanted);
}

function goBy(by) {
  const list = wanted();
  const later = by > 0 ? list.find((index) => index > shown.index) : list.findLast((index) => index < shown.index);
  const next = later ?? list.at(by > 0 ? 0 : -1);
  if (next !== undefined) open(next);
}

function chooseKind() {
  const list = wanted();
  if (list.length && !isWanted(shown.index)) open(list[0]);
  else update();
}

function keepAddress() {
  try {
    history.replaceState(null, "", `#${shown.index + 1}`);
  } catch {
    // Some browsers allow no addresses for local files; nothing else depends on them.
  }
}

function openAddress() {
  const number = Number.parseInt(location.hash.slice(1), 10) || 1;
  open(Math.min(Math.max(number, 1), puzzles.length) - 1);
}

// ------------------------------------------------------------ drawing

function update() {
  const { attempt } = shown, own = puzzle();
  board.drawStones(stonesShown());
  board.drawHints(hintsShown(), null);
  board.drawGhost(null);
  drawTask(own);
  byId("message").textContent = shown.message;
  byId("message").className = "message " + (shown.kind ?? "");
  drawDefences();
  drawList();
  const count = attempt.moves().length;
  byId("steps").hidden = !attempt.isShown;
  byId("step-count").textContent = `${attempt.ply} / ${count}`;
  byId("step-back").disabled = attempt.ply === 0;
  byId("step-on").disabled = attempt.ply === count;
  byId("hint").disabled = attempt.isShown || attempt.isSolved;
  byId("solution").disabled = attempt.isShown;
  byId("undo").disabled = !attempt.path.length && !attempt.tried;
  Object.assign(document.body.dataset, { puzzle: shown.index + 1, moves: attempt.ply, solved: attempt.isSolved && !attempt.isShown });
  announce(shown.message);
}

function drawTask(own) {
  const means = say(own.foursOnly ? "foursOnly" : "withThrees");
  byId("task").replaceChildren(dot(own.whiteMoves), ` ${say("task", { color: colorName(own.whiteMoves), count: own.length })}`);
  byId("facts").textContent = [say("rule-" + own.rule), `${own.width}×${own.height}`, means].join(" · ");
  const label = say("gradeLabel", { grade: own.grade });
  byId("stars").textContent = "★".repeat(own.grade) + "☆".repeat(5 - own.grade);
  byId("stars").setAttribute("aria-label", label);
  byId("stars").title = label;
  const state = memory.get(shown.index);
  byId("state").textContent = state ? say(state === "solved" ? "stateSolved" : "stateShown") : "";
  const isOver = shown.attempt.isSolved || shown.attempt.isShown;
  byId("about").textContent = isOver ? about(own) : "";
  board.svg.setAttribute("aria-label", say("puzzle", { number: shown.index + 1 }) + ": " + byId("task").textContent);
}

// Where it comes from, and how sure and how hard it is: told when it can give nothing away.
function about({ source, evidence, wrong }) {
  const { refuted, open: unknown, otherNodes, seenAt } = evidence;
  const count = (number) => number.toLocaleString("en");
  const sure = unknown ? say("sureSome", { all: wrong.length, refuted, nodes: count(otherNodes) }) : say("sureAll", { refuted });
  const seen = seenAt ? say("seenAt", { nodes: count(seenAt) }) : say("seenNever");
  return [say("source", { source }), wrong.length ? sure : "", seen].filter(Boolean).join(" ");
}

function drawDefences() {
  const { attempt } = shown;
  const isAtReply = attempt.path.length > 0 && !attempt.tried && (!attempt.isShown || attempt.ply > 0);
  const replies = isAtReply && !attempt.isShown ? attempt.otherReplies() : [];
  byId("defences").hidden = !replies.length;
  byId("defence-list").replaceChildren(...replies.map((cell) =>
    element("button", { type: "button", "data-cell": cell, onclick: () => {
      attempt.defend(cell);
      shown.hint = 0;
      shown.kind = "";
      shown.message = say("right", { other: other(), reply: name(cell) });
      update();
    } }, name(cell))));
}

function drawList() {
  const list = wanted();
  byId("nothing").hidden = list.length > 0;
  byId("place").textContent = say("ofCount", { number: shown.index + 1, count: puzzles.length });
  const solved = puzzles.filter((_, index) => memory.get(index) === "solved").length;
  byId("solved-count").textContent = say("solvedCount", { solved, count: puzzles.length });
  byId("list").replaceChildren(...list.map((index) => {
    const state = memory.get(index), { grade } = puzzles[index];
    const label = [say("puzzle", { number: index + 1 }), say("gradeIs", { grade }),
      state && say(state === "solved" ? "stateSolved" : "stateShown")].filter(Boolean).join(", ");
    return element("button", { type: "button", class: state ?? "", "data-puzzle": index + 1, "aria-label": label, title: label,
      "aria-current": String(index === shown.index), onclick: () => open(index) }, index + 1);
  }));
}

// ------------------------------------------------------------ parts and input

function listenToKeys() {
  const actions = { n: () => goBy(1), p: () => goBy(-1), h: giveHint, s: showSolution, r: restart, u: takeBack, Backspace: takeBack,
    ArrowLeft: () => stepBy(-1), ArrowRight: () => stepBy(1) };
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (["SELECT", "INPUT"].includes(target.tagName)) return;
    const action = actions[key.length === 1 ? key.toLowerCase() : key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function buildChoices() {
  const options = (all, values, text) => [element("option", { value: "" }, say(all)), ...values.map((value) => element("option", { value }, text(value)))];
  const grades = [...new Set(puzzles.map(({ grade }) => grade))].sort();
  const rules = [...new Set(puzzles.map(({ rule }) => rule))];
  byId("grade").append(...options("allGrades", grades, (grade) => say("gradeIs", { grade })));
  byId("rule").append(...options("allRules", rules, (rule) => say("rule-" + rule)));
  byId("rule").hidden = rules.length < 2;
  for (const id of ["grade", "rule", "unsolved"]) byId(id).addEventListener("change", chooseKind);
}

const ACTIONS = { hint: giveHint, solution: showSolution, undo: takeBack, restart, previous: () => goBy(-1), next: () => goBy(1),
  "step-back": () => stepBy(-1), "step-on": () => stepBy(1), forget: () => { memory.forget(); update(); } };
for (const [id, action] of Object.entries(ACTIONS)) byId(id).addEventListener("click", action);
byId("made-by").textContent = `Found, proven and graded by ${data.engine}.`;
buildChoices();
listenToKeys();
window.addEventListener("hashchange", openAddress);
byId("puzzle").hidden = !puzzles.length;
byId("nothing").hidden = puzzles.length > 0;
if (puzzles.length) openAddress();
