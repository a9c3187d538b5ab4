// Steps through reviewed games. All texts get into the page as text, never as markup.
"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const SECONDS_PER_STEP = 0.9;

const KINDS = {
  "opening": { sign: "", name: "Opening" },
  "best": { sign: "✓", name: "Best move" },
  "good": { sign: "", name: "Good move" },
  "inaccuracy": { sign: "?!", name: "Inaccuracy" },
  "mistake": { sign: "?", name: "Mistake" },
  "blunder": { sign: "??", name: "Blunder" },
  "missed-win": { sign: "✗", name: "Missed win" },
};

// What is shown: a game, how many of its moves, and perhaps a line that starts after some of them.
const state = { game: 0, ply: 0, line: null, numbers: true, timer: null };
let game = data.games[0];
let board = null;

// ---------------------------------------------------------------- small tools

function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function shape(name, properties = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function columnName(x) {
  return x < 26 ? String.fromCharCode(65 + x) : "A" + String.fromCharCode(65 + x - 26);
}
const cellName = (cell) => columnName(cell % game.width) + (game.height - Math.floor(cell / game.width));
const percent = (chance) => Math.round(chance * 100) + " %";
const colorName = (white) => (white ? "White" : "Black");
const stones = (count) => (count === 1 ? "1 stone" : count + " stones");
const seconds = (milliseconds) =>
  milliseconds < 1000 ? milliseconds + " ms" : (milliseconds / 1000).toFixed(milliseconds < 10000 ? 1 : 0) + " s";
const isMarked = (move) => !["opening", "best", "good"].includes(move.kind);
const dot = (white) => element("i", { class: "dot " + (white ? "white" : "black"), "aria-hidden": "true" });
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

// ---------------------------------------------------------------- the board

function middle(cell) {
  const x = cell % game.width, y = Math.floor(cell / game.width);
  return [data.margin + x * data.cell, data.margin + y * data.cell];
}

function makeBoard() {
  const template = byId("board-" + game.width + "x" + game.height);
  const svg = template.content.querySelector("svg").cloneNode(true);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.querySelector("title").remove();
  svg.setAttribute("role", "group");
  board = { svg, layer: shape("g") };
  svg.append(board.layer);
  byId("board").replaceChildren(svg);
}

// The stones to show: cell, colour, number, and whether they are of the line.
function stonesShown() {
  const shown = game.setup.map(([cell, kind]) => ({ cell, kind, number: 0 }));
  const { line } = state;
  const count = line ? line.base : state.ply;
  game.moves.slice(0, count).forEach((move, index) =>
    shown.push({ cell: move.cell, kind: move.white ? 1 : 0, number: index + 1, ply: index + 1, faded: !!line }));
  if (line) {
    line.cells.slice(0, line.step).forEach((cell, index) => {
      const white = line.whiteFirst !== (index % 2 === 1);
      shown.push({ cell, kind: white ? 1 : 0, number: index + 1, inLine: true });
    });
  }
  return shown;
}

function drawBoard() {
  const layer = board.layer;
  layer.replaceChildren();
  const shown = stonesShown();
  const five = fiveShown(shown);
  shown.forEach((stone, index) => drawStone(layer, stone, index === shown.length - 1, five));
  if (!state.line) {
    drawHints(layer, shown);
    drawBadge(layer);
  }
  board.svg.setAttribute("aria-label", describe());
}

function drawStone(layer, stone, isNewest, five) {
  const [x, y] = middle(stone.cell);
  if (stone.kind === 2) {
    layer.append(shape("rect", { class: "wall", x: x - 17, y: y - 17, width: 34, height: 34, rx: 6 }));
    return;
  }
  const names = ["stone", stone.kind ? "white" : "black"];
  if (stone.faded) names.push("faded");
  if (stone.inLine) names.push("line-stone");
  if (five.includes(stone.cell)) names.push("winning");
  const isMove = isNewest && stone.number > 0;
  if (isMove) names.push("new");
  const disc = shape("circle", { class: names.join(" "), cx: x, cy: y, r: 18, fill: `url(#stone-${stone.kind ? "white" : "black"})` });
  if (stone.ply) disc.addEventListener("click", () => goTo(stone.ply));
  layer.append(disc);
  const numbered = stone.inLine || (state.numbers && !state.line);
  if (stone.number && numbered) {
    const size = stone.number > 99 ? 14.5 : 17.5;
    const label = shape("text", { class: stone.kind ? "on-white" : "on-black", x, y: y + size * 0.36, "font-size": size });
    label.textContent = stone.number;
    layer.append(label);
  }
  if (isMove && !stone.inLine) layer.append(shape("circle", { class: "newest", cx: x, cy: y, r: numbered ? 19.5 : 6 }));
}

// The stones of the five that is on the board, at the end of the game or of a winning line.
function fiveShown(shown) {
  const { line } = state;
  if (!line) return state.ply === game.moves.length ? game.five : [];
  if (!line.whole || line.step < line.cells.length) return [];
  return runThrough(line.cells[line.step - 1], shown);
}

// The longest row through a cell, for the picture only: who won is in the data.
function runThrough(cell, shown) {
  const colors = new Map(shown.map((stone) => [stone.cell, stone.kind]));
  const own = colors.get(cell), x = cell % game.width, y = Math.floor(cell / game.width);
  let longest = [];
  for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
    const run = [cell];
    for (const side of [1, -1]) {
      for (let step = side; ; step += side) {
        const column = x + dx * step, row = y + dy * step, next = row * game.width + column;
        if (column < 0 || column >= game.width || row < 0 || row >= game.height || colors.get(next) !== own) break;
        run.push(next);
      }
    }
    if (run.length > longest.length) longest = run;
  }
  return longest.length >= 5 ? longest : [];
}

// Letters on the cells where the engine would have played instead of the newest move.
function drawHints(layer, shown) {
  const taken = new Set(shown.map((stone) => stone.cell));
  alternatives().forEach((line, index) => {
    const cell = line.cells[0];
    if (taken.has(cell)) return;
    const [x, y] = middle(cell);
    const letter = String.fromCharCode(65 + index);
    const text = shape("text", { x, y: y + 6, "font-size": 17 });
    text.textContent = letter;
    const hint = shape("g", { class: index === 0 ? "hint first" : "hint", tabindex: 0, role: "button",
      "aria-label": `Line ${letter}: ${colorName(line.white)} ${cellName(cell)}` },
      shape("circle", { cx: x, cy: y, r: 15 }), text);
    const open = () => openLine(line);
    hint.addEventListener("click", open);
    hint.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      open();
    });
    layer.append(hint);
  });
}

function drawBadge(layer) {
  const move = game.moves[state.ply - 1];
  if (!move || !isMarked(move)) return;
  const [x, y] = middle(move.cell);
  const text = shape("text", { x: x + 15, y: y - 10 });
  text.textContent = KINDS[move.kind].sign;
  layer.append(shape("g", { class: "badge" },
    shape("circle", { cx: x + 15, cy: y - 15, r: 12, style: `fill: ${BADGES[move.kind]}; stroke: #fff; stroke-width: 1.5` }), text));
}
const BADGES = { "inaccuracy": "#8a6300", "mistake": "#b64a00", "blunder": "#c22222", "missed-win": "#8d2aa8" };

// ---------------------------------------------------------------- lines

// The engine's lines in the position before the newest move (or the first one), with what is needed to play them.
function alternatives() {
  const base = Math.max(0, state.ply - 1);
  return linesOf(base);
}

function linesOf(base) {
  const position = game.positions[base];
  return position.lines.map((line) => ({ ...line, base, white: position.whiteMoves, whiteFirst: position.whiteMoves }));
}

function openLine(line, title) {
  stopPlaying();
  const winner = colorName(line.wins ? line.white : !line.white);
  const decided = line.decidedIn === undefined ? "" : ` – ${winner} wins in ${stones(line.decidedIn)}`;
  const name = title || `${colorName(line.white)} ${cellName(line.cells[0])}`;
  state.line = { ...line, step: 1, title: name + (title ? "" : decided) };
  update();
}

function closeLine() {
  state.line = null;
  update();
}

// The win that was missed at the newest move, or that the newest move allows.
function winToShow() {
  const move = game.moves[state.ply - 1];
  if (!move) return null;
  if (move.kind === "missed-win") {
    const line = linesOf(state.ply - 1)[0];
    return { line, label: `Show ${colorName(move.white)}’s missed win`, title: `${colorName(move.white)}’s missed win` };
  }
  const line = linesOf(state.ply)[0];
  if (move.allowsWin && line && line.wins) {
    return { line, label: `Show ${colorName(line.white)}’s win`, title: `${colorName(line.white)} wins by force` };
  }
  return null;
}

function showWin() {
  const win = winToShow();
  if (win) openLine(win.line, win.title);
}

// ---------------------------------------------------------------- stepping

function goTo(ply) {
  state.line = null;
  state.ply = clamp(ply, 0, game.moves.length);
  update();
}

function step(by) {
  const { line } = state;
  if (!line) return goTo(state.ply + by);
  line.step = clamp(line.step + by, 0, line.cells.length);
  update();
}

function toEnd(last) {
  if (state.line) step(last ? Infinity : -Infinity);
  else goTo(last ? Infinity : 0);
}

function nextMoment(by) {
  const marked = game.moves.map((move, index) => (isMarked(move) ? index + 1 : 0)).filter((ply) => ply);
  const found = by > 0 ? marked.find((ply) => ply > state.ply) : marked.filter((ply) => ply < state.ply).pop();
  if (found) goTo(found);
}

function atEnd() {
  const { line } = state;
  return line ? line.step === line.cells.length : state.ply === game.moves.length;
}

function stopPlaying() {
  clearInterval(state.timer);
  state.timer = null;
}

function togglePlaying() {
  if (state.timer) stopPlaying();
  else {
    if (atEnd() && !state.line) state.ply = 0;
    state.timer = setInterval(() => {
      if (atEnd()) stopPlaying();
      step(1);
    }, SECONDS_PER_STEP * 1000);
    step(1);
  }
  update();
}

// ---------------------------------------------------------------- the curve

function drawCurve() {
  const host = byId("curve");
  const width = Math.max(240, host.clientWidth), height = 170;
  const left = 46, right = 8, top = 8, bottom = 20;
  const count = game.moves.length;
  const x = (ply) => left + (width - left - right) * (count ? ply / count : 0);
  const y = (chance) => top + (height - top - bottom) * (1 - chance);
  const points = game.positions.map((position, ply) => `${x(ply).toFixed(1)},${y(position.chance).toFixed(1)}`);
  const closed = `M${x(0)},${y(0.5)}L${points.join("L")}L${x(count)},${y(0.5)}Z`;
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img",
    "aria-label": `Black’s chance of winning after each of ${count} moves` });
  const half = (height - top - bottom) / 2;
  svg.append(
    shape("defs", {},
      shape("clipPath", { id: "above" }, shape("rect", { x: 0, y: 0, width, height: top + half })),
      shape("clipPath", { id: "below" }, shape("rect", { x: 0, y: top + half, width, height }))),
    shape("rect", { class: "frame", x: left, y: top, width: width - left - right, height: 2 * half, rx: 6 }),
    shape("path", { class: "black-better", d: closed, "clip-path": "url(#above)" }),
    shape("path", { class: "white-better", d: closed, "clip-path": "url(#below)" }),
    shape("line", { class: "middle", x1: left, x2: width - right, y1: y(0.5), y2: y(0.5) }),
    shape("path", { class: "value", id: "curve-line", d: "M" + points.join("L") }));
  for (const [chance, text] of [[1, "Black"], [0.5, "50 %"], [0, "White"]]) {
    const label = shape("text", { x: left - 5, y: clamp(y(chance) + 4, 14, height - bottom), "text-anchor": "end" });
    label.textContent = text;
    svg.append(label);
  }
  const every = [5, 10, 20, 50, 100].find((gap) => (count / gap) * 34 < width - left) || 200;
  for (let ply = every; ply <= count; ply += every) {
    const label = shape("text", { x: x(ply), y: height - 4, "text-anchor": "middle" });
    label.textContent = ply;
    svg.append(label);
  }
  game.moves.forEach((move, index) => {
    if (!isMarked(move)) return;
    const title = shape("title");
    title.textContent = `${index + 1}. ${cellName(move.cell)}: ${KINDS[move.kind].name}`;
    const chance = game.positions[index + 1].chance;
    svg.append(shape("circle", { class: "point " + move.kind, cx: x(index + 1), cy: y(chance), r: 5, style: "fill: var(--kind)" }, title));
  });
  const cursor = shape("line", { class: "cursor", y1: top, y2: height - bottom });
  const here = shape("circle", { class: "here", r: 8 });
  svg.append(cursor, here);
  host.replaceChildren(svg);
  const move = () => {
    const at = x(state.ply);
    cursor.setAttribute("x1", at);
    cursor.setAttribute("x2", at);
    here.setAttribute("cx", at);
    here.setAttribute("cy", y(game.positions[state.ply].chance));
  };
  return { move, plyAt: (pixel) => Math.round(((pixel - left) / (width - left - right)) * count) };
}

function drawTimes() {
  const block = byId("times-block"), host = byId("times");
  const most = Math.max(0, ...game.moves.map((move) => move.milliseconds ?? 0));
  block.hidden = most === 0;
  if (most === 0) return { move() {}, plyAt: () => state.ply };
  const width = Math.max(240, host.clientWidth), height = 64, left = 46, right = 8, top = 4;
  const count = game.moves.length;
  const slot = (width - left - right) / count;
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img",
    "aria-label": `Time per move, at most ${seconds(most)}` });
  const label = shape("text", { x: left - 5, y: top + 10, "text-anchor": "end" });
  label.textContent = seconds(most);
  svg.append(label);
  const bars = game.moves.map((move, index) => {
    const length = Math.max(move.milliseconds === null ? 0 : 1.5, ((move.milliseconds ?? 0) / most) * (height - top - 2));
    const title = shape("title");
    title.textContent = `${index + 1}. ${cellName(move.cell)}: ${move.milliseconds === null ? "not recorded" : seconds(move.milliseconds)}`;
    const bar = shape("rect", { class: "bar " + (move.white ? "white" : "black"), x: left + slot * (index + 0.5) + slot * 0.12,
      y: height - length, width: Math.max(1, slot * 0.76), height: length, rx: Math.min(2, slot / 4) }, title);
    svg.append(bar);
    return bar;
  });
  host.replaceChildren(svg);
  let current = null;
  const move = () => {
    current?.classList.remove("current");
    current = bars[state.ply - 1] ?? null;
    current?.classList.add("current");
  };
  return { move, plyAt: (pixel) => Math.round((pixel - left) / slot) };
}

let charts = [];
function drawCharts() {
  charts = [drawCurve(), drawTimes()];
  charts.forEach((chart) => chart.move());
}

function listenToCharts() {
  ["curve", "times"].forEach((id, index) => {
    const host = byId(id);
    const follow = (event) => goTo(charts[index].plyAt(event.clientX - host.getBoundingClientRect().left));
    host.addEventListener("pointerdown", (event) => {
      stopPlaying();
      follow(event);
    });
    host.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) follow(event);
    });
  });
  let width = 0;
  new ResizeObserver(() => {
    const now = byId("curve").clientWidth;
    if (now !== width) drawCharts();
    width = now;
  }).observe(byId("curve"));
}

// ---------------------------------------------------------------- words

// What a move did, in a sentence or two.
function words(move, ply) {
  const before = game.positions[ply - 1], own = colorName(move.white), other = colorName(!move.white);
  const best = before.lines[0];
  const kept = percent(move.kept), had = percent(move.white ? 1 - before.chance : before.chance);
  if (move.kind === "missed-win") {
    return `${own} had a forced win in ${stones(before.decidedIn)}, beginning with ${cellName(best.cells[0])}. ` +
      (move.allowsWin ? `Now ${other} wins by force.` : `After ${cellName(move.cell)} the review finds no win; the chance is ${kept}.`);
  }
  if (ply === game.moves.length && game.five.length) return "Five in a row.";
  if (move.allowsWin) return `This lets ${other} win by force in ${stones(game.positions[ply].decidedIn ?? 0)}. Before it, ${own}’s chance was ${had}.`;
  if (isMarked(move)) return `${own}’s chance falls from ${had} to ${kept}. ${best ? `Better was ${cellName(best.cells[0])}.` : ""}`;
  if (before.decidedIn !== undefined && best) {
    return best.wins ? `${own} wins by force${move.kind === "best" ? "" : ", in one way or another"}.` : `${own} cannot stop ${other}’s win any more.`;
  }
  return `${own}’s chance is ${kept}.`;
}

function describe() {
  const { line } = state;
  if (line) return `${line.title}, move ${line.step} of ${line.cells.length}`;
  const move = game.moves[state.ply - 1];
  const chance = `Black ${percent(game.positions[state.ply].chance)}`;
  if (!move) return `Before the first move. ${chance}`;
  return `Move ${state.ply}, ${colorName(move.white)} ${cellName(move.cell)}, ${KINDS[move.kind].name}. ${chance}`;
}

function worth(chance, decidedIn, wins) {
  if (decidedIn === undefined) return percent(chance);
  return (wins ? "wins in " : "loses in ") + decidedIn;
}

// ---------------------------------------------------------------- panels

function drawNow() {
  const move = game.moves[state.ply - 1];
  const title = byId("now-title"), actions = byId("now-actions");
  actions.replaceChildren();
  if (!move) {
    title.replaceChildren("Before the first move");
    byId("now-text").textContent = `${colorName(game.positions[0].whiteMoves)} begins. Step with the arrows, the slider, or by touching the curve.`;
  } else {
    const kind = KINDS[move.kind];
    title.replaceChildren(dot(move.white), `${state.ply}. ${cellName(move.cell)}`,
      element("span", { class: "kind " + move.kind }, (kind.sign ? kind.sign + " " : "") + kind.name));
    byId("now-text").textContent = words(move, state.ply) +
      (move.milliseconds === null ? "" : ` Time: ${seconds(move.milliseconds)}.`);
    const win = winToShow();
    if (win) actions.append(element("button", { type: "button", class: "win", id: "show-win", onclick: showWin }, "▶ " + win.label));
  }
  drawLines(move);
}

function drawLines(move) {
  const lines = alternatives();
  byId("lines-title").textContent = !lines.length ? "" : move ? "What the engine would play here" : "Good first moves";
  const rows = lines.map((line, index) => {
    const isPlayed = move && line.cells[0] === move.cell;
    return lineRow(String.fromCharCode(65 + index), line, isPlayed, () => openLine(line));
  });
  if (move && lines.length && !lines.some((line) => line.cells[0] === move.cell)) {
    const after = game.positions[state.ply];
    const played = { base: state.ply - 1, white: move.white, whiteFirst: move.white, cells: [move.cell, ...(after.lines[0]?.cells ?? [])],
      chance: move.kept, decidedIn: after.decidedIn, wins: move.kept >= 1, whole: !!after.lines[0]?.whole };
    rows.push(lineRow("•", played, true, () => openLine(played)));
  }
  byId("lines").replaceChildren(...rows.map((row) => element("li", {}, row)));
}

function lineRow(tag, line, isPlayed, open) {
  const rest = line.cells.slice(1).map(cellName).join(" ");
  const names = (isPlayed ? "played " : "") + (state.line && state.line.base === line.base && state.line.cells[0] === line.cells[0] ? "current" : "");
  return element("button", { type: "button", class: names.trim(), onclick: open, title: "Show this line on the board" },
    element("span", { class: "tag", "aria-hidden": "true" }, tag),
    element("span", { class: "where" }, cellName(line.cells[0])),
    element("span", { class: "worth" }, worth(line.chance, line.decidedIn, line.wins)),
    element("span", { class: "rest" }, (isPlayed ? "played" + (rest ? " · " : "") : "") + rest));
}

function drawMoments() {
  const rows = game.moves.map((move, index) => ({ move, ply: index + 1 })).filter(({ move }) => isMarked(move)).map(({ move, ply }) =>
    element("li", {}, element("button", { type: "button", "data-ply": ply, onclick: () => goTo(ply) },
      element("span", { class: "kind " + move.kind }, KINDS[move.kind].sign),
      dot(move.white),
      element("span", { class: "what" }, `${ply}. ${cellName(move.cell)} – ${KINDS[move.kind].name.toLowerCase()}`),
      element("span", { class: "gone" }, move.kind === "missed-win" ? "won → " + percent(move.kept) : "−" + percent(move.loss)))));
  if (!rows.length) rows.push(element("li", { class: "none" }, "No mistakes found."));
  byId("moments").replaceChildren(...rows);
}

function drawMoves() {
  byId("moves").replaceChildren(...game.moves.map((move, index) =>
    element("li", {}, element("button", { type: "button", class: move.kind, "data-ply": index + 1, onclick: () => goTo(index + 1),
      "aria-label": `Move ${index + 1}, ${colorName(move.white)} ${cellName(move.cell)}, ${KINDS[move.kind].name}` },
      element("span", { class: "number" }, index + 1 + "."), cellName(move.cell) + " ",
      isMarked(move) ? element("span", { class: "sign" }, KINDS[move.kind].sign) : null))));
}

function drawSummary() {
  const [black, white] = game.players;
  const time = (isWhite) => {
    const all = game.moves.filter((move) => move.white === isWhite && move.milliseconds !== null);
    return all.length ? seconds(all.reduce((sum, move) => sum + move.milliseconds, 0)) : "–";
  };
  const share = (player) => (player.moves ? percent(player.best / player.moves) : "–");
  const lost = (player) => (player.loss * 100).toFixed(1) + " %";
  const rows = [
    ["", "Engine’s choice", share(black), share(white)],
    ["", "Chance lost per move", lost(black), lost(white)],
    ["missed-win", "Missed wins", black.missedWins, white.missedWins],
    ["blunder", "Blunders", black.blunders, white.blunders],
    ["mistake", "Mistakes", black.mistakes, white.mistakes],
    ["inaccuracy", "Inaccuracies", black.inaccuracies, white.inaccuracies],
    ["", "Time used", time(false), time(true)],
  ];
  const head = element("thead", {}, element("tr", {}, element("td"),
    element("th", { scope: "col" }, dot(false), " ", game.black), element("th", { scope: "col" }, dot(true), " ", game.white)));
  const body = element("tbody", {}, ...rows.map(([kind, name, one, two]) => element("tr", { class: kind },
    element("th", { scope: "row" }, kind ? element("span", { class: "sign", "aria-hidden": "true" }, KINDS[kind].sign) : null, name),
    element("td", {}, one), element("td", {}, two))));
  byId("summary").replaceChildren(head, body);
}

function drawHeading() {
  byId("black-name").textContent = game.black;
  byId("white-name").textContent = game.white;
  byId("result").textContent = { black: "1 – 0", white: "0 – 1", draw: "½ – ½" }[game.winner] ?? "–";
  const won = { black: "Black wins", white: "White wins", draw: "Draw" }[game.winner] ?? "No result";
  const rule = game.rule + (game.ruleIsTold ? "" : " (assumed)");
  byId("facts").textContent = [won + (game.how ? ": " + game.how : ""), game.moves.length + " moves", `${rule}, ${game.width}×${game.height}`].join(" · ");
  byId("made-by").textContent = `Reviewed by ${data.engine}, ${data.effort}. Chances are the engine’s estimate; wins “by force” are proven.`;
}

// ---------------------------------------------------------------- everything together

function update() {
  const { line, ply } = state, count = game.moves.length;
  document.body.dataset.ply = ply;
  document.body.dataset.line = line ? line.step : "";
  drawBoard();
  drawNow();
  charts.forEach((chart) => chart.move());
  const chance = game.positions[ply].chance;
  const balance = byId("balance");
  byId("balance-black").style.width = chance * 100 + "%";
  byId("balance-left").textContent = "Black " + percent(chance);
  byId("balance-right").textContent = "White " + percent(1 - chance);
  byId("balance-left").className = "balance-text on-black " + (chance < 0.2 ? "outside" : "");
  byId("balance-right").className = "balance-text on-white " + (chance > 0.8 ? "inside" : "");
  balance.setAttribute("aria-label", `Chances: Black ${percent(chance)}, White ${percent(1 - chance)}`);
  const slider = byId("slider");
  slider.max = line ? line.cells.length : count;
  slider.value = line ? line.step : ply;
  slider.setAttribute("aria-valuetext", describe());
  byId("counter").textContent = line ? `${line.step} / ${line.cells.length}` : `${ply} / ${count}`;
  byId("first").disabled = byId("previous").disabled = line ? line.step === 0 : ply === 0;
  byId("last").disabled = byId("next").disabled = atEnd();
  byId("play").setAttribute("aria-pressed", state.timer ? "true" : "false");
  byId("play").setAttribute("aria-label", state.timer ? "Pause" : "Play");
  byId("line-banner").hidden = !line;
  balance.hidden = !!line;
  if (line) {
    byId("line-title").textContent = line.title;
    const open = line.wins && !line.whole && line.step === line.cells.length;
    byId("line-step").textContent = ` ${line.step} of ${line.cells.length}${open ? " (the rest was not looked for)" : ""}`;
  }
  for (const button of document.querySelectorAll("[data-ply]")) {
    if (button !== document.body) button.setAttribute("aria-current", Number(button.dataset.ply) === ply ? "true" : "false");
  }
  byId("status").textContent = describe();
  try {
    history.replaceState(null, "", `#${state.game + 1}.${ply}`);
  } catch {
    // Some browsers allow no addresses for local files; nothing else depends on them.
  }
}

function openGame(number, ply = 0) {
  stopPlaying();
  state.game = clamp(number, 0, data.games.length - 1);
  game = data.games[state.game];
  state.line = null;
  state.ply = clamp(ply, 0, game.moves.length);
  byId("game").value = String(state.game);
  makeBoard();
  drawHeading();
  drawMoments();
  drawMoves();
  drawSummary();
  drawCharts();
  update();
}

const KEYS = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  ArrowUp: () => nextMoment(-1),
  ArrowDown: () => nextMoment(1),
  Home: () => toEnd(false),
  End: () => toEnd(true),
  Escape: () => closeLine(),
  " ": () => togglePlaying(),
  w: () => showWin(),
  n: () => toggleNumbers(),
};

function toggleNumbers() {
  state.numbers = !state.numbers;
  byId("numbers").setAttribute("aria-pressed", String(state.numbers));
  update();
}

function listen() {
  const press = (id, action) => byId(id).addEventListener("click", () => {
    if (id !== "play") stopPlaying();
    action();
  });
  press("first", () => toEnd(false));
  press("previous", () => step(-1));
  press("next", () => step(1));
  press("last", () => toEnd(true));
  press("play", togglePlaying);
  press("line-close", closeLine);
  press("numbers", toggleNumbers);
  byId("slider").addEventListener("input", (event) => {
    stopPlaying();
    const value = Number(event.target.value);
    if (state.line) {
      state.line.step = value;
      update();
    } else goTo(value);
  });
  byId("game").addEventListener("change", (event) => openGame(Number(event.target.value)));
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.tagName === "SELECT") return;
    if (key === " " && target.tagName === "BUTTON") return;
    const action = KEYS[key.length === 1 ? key.toLowerCase() : key];
    if (!action) return;
    event.preventDefault();
    if (key !== " ") stopPlaying();
    action();
  });
  window.addEventListener("hashchange", openAddress);
}

// An address such as #2.31 is the second game after 31 moves.
function openAddress() {
  const [number, ply] = location.hash.slice(1).split(".").map((part) => Number.parseInt(part, 10) || 0);
  if (number - 1 !== state.game || ply !== state.ply || !board) openGame(Math.max(0, number - 1), ply);
}

if (data.games.length > 1) {
  byId("picker").hidden = false;
  byId("game").append(...data.games.map((one, index) => {
    const marked = one.moves.filter(isMarked).length;
    const result = { black: "1–0", white: "0–1", draw: "½–½" }[one.winner] ?? "–";
    return element("option", { value: index }, `${index + 1}. ${one.black} ${result} ${one.white} · ${one.moves.length} moves · ${marked} marked`);
  }));
}
listen();
openAddress();
listenToCharts();
})();
