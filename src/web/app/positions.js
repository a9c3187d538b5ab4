// Positions to ask the engine about.
import { stonesAfter, whiteToMove } from "../shared/game.js";

// The position after some moves of a game.
export const positionAfter = (game, ply) => ({ game, stones: stonesAfter(game, ply), white: whiteToMove(game, ply) });

// The position that a view shows, lines that leave the game included.
export const positionShown = (view) => ({ game: view.game, stones: view.stones(), white: view.whiteToMove() });

// What tells two positions apart.
export const positionKey = ({ game, stones, white }) => JSON.stringify([game.width, game.height, game.rule, white, [...stones]]);

// A line as the engine told it, with all that a view needs to play it.
export const lineFrom = (found, base, white) => ({ ...found, base, whiteFirst: white, whole: found.wins && found.cells.length >= found.plies });

// What is known of a position from its lines, best first, in the form that games have.
export function insight(lines, white) {
  const [best] = lines;
  return { whiteMoves: white, chance: best ? (white ? 1 - best.chance : best.chance) : 0.5, decidedIn: best?.decidedIn, lines };
}
