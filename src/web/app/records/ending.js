// Where a game ended on the board: moves behind a five are no part of it.
import { stonesAfter } from "../../shared/game.js";
import { say } from "../../shared/words.js";
import { isFull, winningCells } from "../rules.js";

export function cutAtEnd(game) {
  const stones = new Map(game.setup);
  for (const [index, move] of game.moves.entries()) {
    stones.set(move.cell, move.white ? 1 : 0);
    const five = winningCells(game, stones, move.cell);
    if (!five.length && !isFull(game, stones)) continue;
    game.moves.length = index + 1;
    Object.assign(game, five.length ? endedBy(move.white, five) : { winner: "draw", how: say("fullBoard"), five: [] });
    break;
  }
  return game;
}

// What is told of a game that somebody won by a row.
function endedBy(white, five) {
  return { winner: white ? "white" : "black", how: say("fiveInRow"), five };
}

// How the newest move ended the game: what to assign to it, or null while it goes on.
export function endingOf(game) {
  const move = game.moves.at(-1);
  if (!move) return null;
  const stones = stonesAfter(game);
  const five = winningCells(game, stones, move.cell);
  if (five.length) return endedBy(move.white, five);
  return isFull(game, stones) ? { winner: "draw", how: say("fullBoard"), five: [] } : null;
}
