// The engine's look at every position of a finished game, from the last to the first: what it learns about the end it
// still knows when it comes to the moves that led there. The same order and the same lessons as the command `review`.
import { bestLines } from "./engine/questions.js";
import { judgeGame } from "./judgement.js";
import { completeLine, joinLines, worth } from "./lines.js";
import { insight, lineFrom, positionAfter } from "./positions.js";

// The part of the time that goes to the best move alone: forced wins are looked for only then.
const BEST_MOVE_SHARE = 0.6;
// Moves of a line that are worth keeping when it is no forced win.
const LONGEST_LINE = 12;

// Fills game.positions and judges the moves. told(done, count) is called after each position; the study ends early,
// with what is known so far, when isStopped() says so. Resolves with whether it was finished.
export async function studyGame(engine, game, milliseconds, told, isStopped) {
  const count = game.moves.length;
  for (let ply = count; ply >= 0; ply--) {
    const isOver = ply === count && game.winner && (game.five.length || game.winner === "draw");
    const position = isOver ? finished(game) : await look(engine, game, ply, milliseconds, isStopped);
    if (isStopped()) return false;
    game.positions[ply] = position;
    if (ply < count) learnFromNext(position, game.moves[ply].cell, game.positions[ply + 1]);
    told(count - ply + 1, count + 1);
  }
  carryWinsForward(game);
  judgeGame(game);
  return true;
}

function finished(game) {
  const chance = { black: 1, white: 0 }[game.winner] ?? 0.5;
  return { whiteMoves: !game.moves.at(-1).white, chance, decidedIn: game.winner === "draw" ? undefined : 0, lines: [] };
}

async function search(engine, position, count, milliseconds) {
  const ranks = [];
  const move = await bestLines(engine, position, count, { time: Math.max(1, Math.round(milliseconds)) }, (line) => {
    ranks[line.rank] = line;
  }).done;
  const lines = ranks.filter((line) => line && (line.depth > 0 || line.plies !== undefined));
  // The only defence needs no search and has no value: what follows it will tell.
  return lines.length ? lines : [{ rank: 0, cells: [move], chance: 0.5, score: 0, depth: 0, wins: false }];
}

async function look(engine, game, ply, milliseconds, isStopped) {
  const position = positionAfter(game, ply);
  const { white } = position;
  let lines = (await search(engine, position, 1, milliseconds * BEST_MOVE_SHARE)).map((line) => lineFrom(line, ply, white));
  if (lines[0]?.wins) {
    lines[0] = await completeLine(engine, game, lines[0], { time: Math.round(milliseconds * (1 - BEST_MOVE_SHARE)) }, isStopped);
  } else if (lines[0]?.plies === undefined) {
    const more = await search(engine, position, 3, milliseconds * (1 - BEST_MOVE_SHARE));
    lines = joinLines(lines, more.map((line) => lineFrom(line, ply, white)));
  }
  for (const line of lines) if (!line.wins) line.cells.splice(LONGEST_LINE);
  return insight(lines, white);
}

// What a position is worth to the player whose move led there, as a line that begins with the move.
function lineThrough(cell, next) {
  const best = next.lines[0];
  const isDecided = next.decidedIn !== undefined;
  const plies = isDecided ? (best?.plies ?? 0) + 1 : undefined;
  const chance = next.whiteMoves ? next.chance : 1 - next.chance;
  const wins = isDecided && chance === 1;
  return {
    cells: [cell, ...(best?.cells ?? [])], chance, score: best && !isDecided ? -best.score : 0, plies,
    decidedIn: isDecided ? Math.ceil(plies / 2) : undefined, wins, whole: wins && (best ? !!best.whole : true), depth: 1,
  };
}

// A position is worth no less than its played move, which was looked at already.
function learnFromNext(position, cell, next) {
  if (next.whiteMoves === position.whiteMoves) return;
  const known = position.lines.findIndex((line) => line.cells[0] === cell);
  const line = { ...lineThrough(cell, next), whiteFirst: position.whiteMoves };
  const [best] = position.lines;
  if (best && worth(line) <= worth(best) && known !== 0) return;
  if (best?.wins && (best.whole || !line.wins)) return;
  if (known >= 0) position.lines.splice(known, 1);
  position.lines.unshift(line);
  position.lines.sort((one, other) => worth(other) - worth(one));
  Object.assign(position, insight(position.lines, position.whiteMoves));
}

// Who played the first moves of a win has it still, whether or not the next look saw it.
function carryWinsForward(game) {
  for (let ply = 1; ply < game.positions.length; ply++) {
    const before = game.positions[ply - 1], after = game.positions[ply];
    const line = before.lines[0];
    const isDecided = before.decidedIn !== undefined && before.whiteMoves !== after.whiteMoves;
    if (!isDecided || !line || after.decidedIn !== undefined || line.cells[0] !== game.moves[ply - 1].cell) continue;
    const plies = Math.max(0, line.plies - 1);
    const rest = { ...line, cells: line.cells.slice(1), plies, decidedIn: Math.ceil(plies / 2), wins: !line.wins, chance: 1 - line.chance,
      whiteFirst: after.whiteMoves, whole: !line.wins && line.cells.length - 1 >= plies };
    if (rest.cells.length) Object.assign(after, insight([rest], after.whiteMoves));
    else Object.assign(after, { chance: before.chance, decidedIn: rest.decidedIn });
  }
}
