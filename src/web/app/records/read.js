// Reads games that people have: PSQ, SGF, lists of moves, addresses of positions. Says what is wrong with a record
// in a BadRecord; nothing that is read gets into the page as anything but text and numbers.
import { emptyGame } from "../../shared/game.js";
import { cutAtEnd } from "./ending.js";
import { addMove, addMoves, BadRecord, checkSize, LARGEST, parseMoves } from "./record.js";
import { readSgf } from "./sgf.js";

// More is no record of a person.
const MOST_BYTES = 4_000_000;
const MOST_GAMES = 200;

// All games of a text. defaults: { rule, size } where the record does not tell them.
export function readRecord(text, defaults) {
  if (text.length > MOST_BYTES) throw new BadRecord("tooLarge");
  const clean = text.replace(/^\uFEFF/, "").trim();
  let games;
  if (clean.startsWith("Piskvorky")) games = [readPsq(clean, defaults)];
  else if (/\(\s*;/.test(clean)) games = readSgf(clean, defaults, MOST_GAMES);
  else games = [readMoves(addressPart(clean) ?? clean, defaults)];
  if (!games.length || games.every((game) => !game.moves.length && !game.setup.length)) throw new BadRecord("noGame");
  return games.map(cutAtEnd);
}

// Piskvork's file: a heading, x,y,milliseconds counted from 1, two names.
function readPsq(text, defaults) {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const heading = /^Piskvorky\s+(\d+)x(\d+)\s*(?:,[^,]*(?:,\s*(\d+))?)?/.exec(lines[0]);
  if (!heading) throw new BadRecord("noGame");
  const [width, height] = [Number(heading[1]), Number(heading[2])];
  checkSize(width, height);
  const game = { ...emptyGame(defaults.rule, width, height), ruleIsTold: false };
  let at = 1;
  for (; at < lines.length && (!lines[at] || /^[\d,\s-]*,[\d,\s-]*$/.test(lines[at])); at++) {
    if (!lines[at]) continue;
    const [x, y, time] = lines[at].split(",").map(Number);
    addMove(game, x - 1, y - 1, game.moves.length % 2 === 1, time >= 0 ? time : null);
  }
  // An opening that was put on the board has zeros for times: nobody thought about it.
  for (const move of game.moves) {
    if (move.milliseconds !== 0) break;
    move.milliseconds = null;
  }
  const names = lines.slice(at, at + 2);
  if (lines.length >= at + 3) [game.black, game.white] = heading[3] === "1" ? names.reverse() : names;
  return game;
}

// A list of moves on the smallest usual board that holds it.
function readMoves(text, defaults) {
  const points = parseMoves(text);
  const needed = Math.max(...points.map(([x, row]) => Math.max(x + 1, row)));
  const size = [defaults.size, 15, 19, 20, LARGEST].find((side) => side >= needed);
  if (!size) throw new BadRecord("badMove:1");
  const game = { ...emptyGame(defaults.rule, size), ruleIsTold: false };
  addMoves(game, text);
  return game;
}

// The moves of an address: one of this page, or of another one that ends in moves.
function addressPart(text) {
  if (!/^(https?|file):/i.test(text) || /\s/.test(text)) return null;
  const fragment = text.split("#")[1] ?? "";
  return new URLSearchParams(fragment).get("moves") ?? fragment.split(/[/=&]/).at(-1);
}
