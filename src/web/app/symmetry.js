// A whole game turned or seen in a mirror: every rule holds there just as well, and so does what is known of it.

const TURN = ({ width, height }) => ({ width: height, height: width, move: (x, y) => [height - 1 - y, x] });
const MIRROR = ({ width, height }) => ({ width, height, move: (x, y) => [width - 1 - x, y] });

function changed(game, symmetry) {
  const { width, height, move } = symmetry(game);
  const cellOf = (cell) => {
    const [x, y] = move(cell % game.width, Math.floor(cell / game.width));
    return y * width + x;
  };
  const lineOf = (line) => ({ ...line, cells: line.cells.map(cellOf) });
  return { ...game, width, height, setup: game.setup.map(([cell, kind]) => [cellOf(cell), kind]), five: game.five.map(cellOf),
    moves: game.moves.map((own) => ({ ...own, cell: cellOf(own.cell) })),
    positions: game.positions.map((known) => known && { ...known, lines: known.lines.map(lineOf) }) };
}

// A quarter to the right.
export const turned = (game) => changed(game, TURN);

// Left and right exchanged.
export const mirrored = (game) => changed(game, MIRROR);
