// The Smart Game Format: the main line of every tree in, one game with its values out.
import { emptyGame } from "../../shared/game.js";
import { isMarked, kindName } from "../../shared/kinds.js";
import { percent, say } from "../../shared/words.js";
import { addMove, BadRecord, checkSize } from "./record.js";

// What programs write for rules.
const RULE_NAMES = [[/renju/i, "renju"], [/caro.?exact/i, "caro-exact"], [/caro/i, "caro"], [/standard|exact/i, "standard"], [/free|gomoku/i, "freestyle"]];

export function readSgf(text, defaults, most) {
  const games = [];
  for (const properties of mainLines(text, most)) games.push(gameOf(properties, defaults));
  return games;
}

// The properties on the main line of every tree, as [name, values].
function mainLines(text, most) {
  const trees = [];
  let at = 0, depth = 0, isMain = false, current = null;
  while (at < text.length) {
    const sign = text[at];
    if (sign === "(") {
      if (depth === 0) {
        if (trees.length >= most) throw new BadRecord("tooLarge");
        current = [];
        trees.push(current);
        isMain = true;
      }
      depth += 1;
      at += 1;
    } else if (sign === ")") {
      // The first branch is the main line: it ends with the first closing bracket.
      depth = Math.max(0, depth - 1);
      isMain = false;
      at += 1;
    } else if (depth > 0 && /[A-Za-z]/.test(sign)) {
      const [property, next] = readProperty(text, at);
      if (isMain) current.push(property);
      at = next;
    } else at += 1;
  }
  if (depth > 0) throw new BadRecord("cutOff");
  return trees;
}

function readProperty(text, start) {
  let at = start;
  while (/[A-Za-z]/.test(text[at] ?? "")) at += 1;
  const name = text.slice(start, at).replace(/[a-z]/g, "");
  const values = [];
  for (;;) {
    while (/\s/.test(text[at] ?? "")) at += 1;
    if (text[at] !== "[") break;
    let value = "";
    for (at += 1; text[at] !== "]"; at += 1) {
      if (at >= text.length) throw new BadRecord("cutOff");
      if (text[at] === "\\") at += 1;
      value += text[at] ?? "";
    }
    at += 1;
    values.push(value);
  }
  return [[name, values], at];
}

const numberOf = (letter) => (letter >= "a" && letter <= "z" ? letter.charCodeAt(0) - 97 : letter >= "A" && letter <= "Z" ? letter.charCodeAt(0) - 39 : -1);
const letterOf = (number) => String.fromCharCode(number < 26 ? 97 + number : 39 + number);

function gameOf(properties, defaults) {
  const first = (name) => properties.find(([own]) => own === name)?.[1][0]?.trim();
  if (first("GM") && first("GM") !== "4") throw new BadRecord("notGomoku");
  const [width, height] = (first("SZ") ?? String(defaults.size)).split(":").map(Number);
  checkSize(width, height ?? width);
  const rule = RULE_NAMES.find(([pattern]) => pattern.test(first("RU") ?? ""))?.[1];
  const game = { ...emptyGame(rule ?? defaults.rule, width, height ?? width), ruleIsTold: !!rule };
  Object.assign(game, { black: first("PB") ?? "", white: first("PW") ?? "", whiteFirst: /^w/i.test(first("PL") ?? "") });
  game.winner = { B: "black", W: "white", 0: "draw", D: "draw" }[(first("RE") ?? "")[0]] ?? null;
  for (const [name, values] of properties) {
    if (name === "B" || name === "W") {
      const value = values[0]?.trim() ?? "";
      if (value) addMove(game, numberOf(value[0]), numberOf(value[1] ?? ""), name === "W");
    } else if (name === "AB" || name === "AW") {
      for (const value of values) addMove(game, numberOf(value[0] ?? ""), numberOf(value[1] ?? ""), name === "AW");
      game.setup.push(...game.moves.splice(game.moves.length - values.length).map((move) => [move.cell, move.white ? 1 : 0]));
    } else if (name === "C" && game.moves.length) {
      const time = /\b(\d+) ?ms\b/.exec(values[0]);
      if (time) game.moves.at(-1).milliseconds = Number(time[1]);
    }
  }
  return game;
}

const escape = (text) => text.replace(/[\]\\:]/g, "\\$&");

// One tree: names, rule, result, set-up stones, moves with times, judgements and Black's chance as V and comments.
export function writeSgf(game) {
  const point = (cell) => letterOf(cell % game.width) + letterOf(Math.floor(cell / game.width));
  const sides = game.width === game.height ? game.width : `${game.width}:${game.height}`;
  const result = { black: "B+", white: "W+", draw: "0" }[game.winner] ?? "?";
  let text = `(;FF[4]GM[4]CA[UTF-8]AP[Quinte]SZ[${sides}]RU[${game.rule}]PB[${escape(game.black)}]PW[${escape(game.white)}]RE[${result}]`;
  for (const [name, kind] of [["AB", 0], ["AW", 1]]) {
    const cells = game.setup.filter(([, own]) => own === kind).map(([cell]) => `[${point(cell)}]`);
    if (cells.length) text += name + cells.join("");
  }
  if (game.whiteFirst) text += "PL[W]";
  game.moves.forEach((move, index) => {
    text += `${index % 8 ? "" : "\n"};${move.white ? "W" : "B"}[${point(move.cell)}]` + aboutMove(game, move, index + 1);
  });
  return text + ")\n";
}

function aboutMove(game, move, ply) {
  const position = game.positions[ply];
  const words = [];
  if ((move.milliseconds ?? null) !== null) words.push(move.milliseconds + " ms");
  if (isMarked(move)) words.push(kindName(move.kind));
  if (position) words.push(`${say("black")} ${percent(position.chance)}`);
  const mark = { "inaccuracy": "DO[]", "mistake": "BM[1]", "blunder": "BM[2]", "missed-win": "BM[2]" }[move.kind] ?? "";
  return mark + (position ? `V[${position.chance}]` : "") + (words.length ? `C[${escape(words.join("; "))}]` : "");
}
