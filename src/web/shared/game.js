// A game as all pages have it: a board, a rule, set-up stones, moves, and what is known about its positions.
// Cells count from the upper left corner, row by row; names count from the lower left one, a1.
//
//   width, height, rule            the board and who wins
//   black, white, winner, how      names and result: "black", "white", "draw" or null
//   setup                          [[cell, kind]]: 0 black, 1 white, 2 nobody's
//   moves                          [{ cell, white, milliseconds }], and from a review kind, loss, kept, allowsWin
//   positions                      one more than moves; holes where nothing is known:
//                                  { whiteMoves, chance (Black's), decidedIn, lines }
//   five                           the cells of the winning row at the end

export function emptyGame(rule, width, height = width) {
  return { width, height, rule, ruleIsTold: true, black: "", white: "", winner: null, how: null, setup: [], whiteFirst: false,
    moves: [], positions: [], five: [] };
}

export function columnName(x) {
  return x < 26 ? String.fromCharCode(65 + x) : "A" + String.fromCharCode(65 + x - 26);
}

export function cellName(game, cell) {
  return columnName(cell % game.width) + (game.height - Math.floor(cell / game.width));
}

export function whiteToMove(game, ply) {
  const known = game.positions[ply];
  if (known) return known.whiteMoves;
  const last = game.moves[ply - 1];
  return last ? !last.white : game.whiteFirst;
}

// Whose stone lies where after some moves: a map from cells to 0 black, 1 white, 2 nobody's.
export function stonesAfter(game, ply = game.moves.length) {
  const stones = new Map(game.setup);
  for (const move of game.moves.slice(0, ply)) stones.set(move.cell, move.white ? 1 : 0);
  return stones;
}

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

// The rows through a stone, one for each direction: their cells in order, and what lies at both ends
// (a kind of stone, undefined for an empty cell, null for the edge).
export function rowsThrough(game, stones, cell) {
  const own = stones.get(cell), x = cell % game.width, y = Math.floor(cell / game.width);
  return DIRECTIONS.map(([dx, dy]) => {
    const cells = [cell], ends = [];
    for (const side of [1, -1]) {
      for (let step = side; ; step += side) {
        const column = x + dx * step, row = y + dy * step;
        const inside = column >= 0 && column < game.width && row >= 0 && row < game.height;
        const next = row * game.width + column;
        if (!inside || stones.get(next) !== own) {
          ends.push(inside ? stones.get(next) : null);
          break;
        }
        if (side > 0) cells.push(next);
        else cells.unshift(next);
      }
    }
    return { cells, ends };
  });
}

// The longest row of five or more through a stone, for the picture only.
export function rowOfFive(game, stones, cell) {
  const rows = rowsThrough(game, stones, cell).map((row) => row.cells);
  const longest = rows.reduce((best, row) => (row.length > best.length ? row : best), []);
  return longest.length >= 5 ? longest : [];
}
