// Who has won. What renju forbids is the engine's to tell.
import { rowsThrough } from "../shared/game.js";

// Whether a row of stones of one colour wins.
function isWinningRow({ cells, ends }, rule, white) {
  const length = cells.length;
  const isEnclosed = ends.every((end) => end === (white ? 0 : 1));
  switch (rule) {
    case "standard": return length === 5;
    case "renju": return white ? length >= 5 : length === 5;
    case "caro": return length >= 6 || (length === 5 && !isEnclosed);
    case "caro-exact": return length === 5 && !isEnclosed;
    default: return length >= 5;
  }
}

// The cells of the rows by which the stone on this cell wins; none if it does not.
export function winningCells(game, stones, cell) {
  const white = stones.get(cell) === 1;
  const rows = rowsThrough(game, stones, cell).filter((row) => isWinningRow(row, game.rule, white));
  return [...new Set(rows.flatMap((row) => row.cells))];
}

export const isFull = (game, stones) => stones.size >= game.width * game.height;
