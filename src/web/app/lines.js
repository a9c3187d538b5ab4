// Lines of play that several searches found, and forced wins to their last stone.
import { endingOf } from "./records/ending.js";
import { bestLines } from "./engine/questions.js";
import { lineFrom, positionAfter } from "./positions.js";

// A win that is longer than any the engine finds is a mistake of ours.
const LONGEST = 225;

// How good a line is for the side to move: shorter wins and longer losses are better.
export function worth(line) {
  if (line.plies === undefined) return line.score;
  return line.wins ? 1e6 - line.plies : line.plies - 1e6;
}

// Whether a proven line is better than another one, or tells more of the same.
const isFuller = (line, other) => worth(line) > worth(other) || (worth(line) === worth(other) && line.cells.length > other.cells.length);

// Joins two searches of a position: each first move once. What is proven stays; else the newer search knows better.
export function joinLines(older, newer) {
  const lines = [...newer];
  for (const line of older) {
    const at = lines.findIndex((other) => other.cells[0] === line.cells[0]);
    const isProven = line.plies !== undefined;
    if (at < 0) {
      if (line.wins || !lines.length) lines.push(line);
    } else if (isProven && (lines[at].plies === undefined || isFuller(line, lines[at]))) lines[at] = line;
  }
  return lines.sort((one, other) => worth(other) - worth(one));
}

// The game with a line's moves behind some of its own.
function gameWithLine(game, base, whiteFirst, cells) {
  const moves = cells.map((cell, index) => ({ cell, white: whiteFirst !== (index % 2 === 1), milliseconds: null }));
  return { ...game, moves: [...game.moves.slice(0, base), ...moves], positions: [], winner: null, how: null, five: [] };
}

// Whether the line's last stone ends the game.
export const endsGame = (game, line) => !!endingOf(gameWithLine(game, line.base, line.whiteFirst, line.cells));

// Follows a decided line to its end, position by position, unless isStopped() says otherwise. Resolves with the line,
// whole if its end was found.
export async function completeLine(engine, game, line, limits, isStopped) {
  let cells = [...line.cells];
  while (cells.length < LONGEST && !isStopped()) {
    const longer = gameWithLine(game, line.base, line.whiteFirst, cells);
    if (endingOf(longer)) return { ...line, cells, whole: true };
    const position = positionAfter(longer, longer.moves.length);
    let found = null;
    const move = await bestLines(engine, position, 1, limits, (next) => {
      if (next.rank === 0) found = next;
    }).done;
    // A move that needs no search, such as the only defence, comes without a line.
    const next = found ?? { cells: [move], wins: line.wins === (position.white === line.whiteFirst), plies: 1 };
    const isForced = next.plies !== undefined && next.wins === (line.wins === (position.white === line.whiteFirst));
    if (!isForced) break;
    cells = [...cells, ...cutAtFive(longer, lineFrom(next, longer.moves.length, position.white))];
  }
  return { ...line, cells, whole: endsGame(game, { ...line, cells }) };
}

// The cells of a line up to the stone that ends the game.
function cutAtFive(game, line) {
  for (let count = 1; count <= line.cells.length; count++) {
    if (endingOf(gameWithLine(game, line.base, line.whiteFirst, line.cells.slice(0, count)))) return line.cells.slice(0, count);
  }
  return line.cells;
}
