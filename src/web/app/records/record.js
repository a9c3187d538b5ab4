// What all readers of records need: sizes, moves, and a way to say that something is no record.

// Sides of a board that the page can show.
const SMALLEST = 5;
export const LARGEST = 32;

// What is wrong with a record: a name of a text, perhaps with the number of a move behind a colon.
export class BadRecord extends Error {}

export function checkSize(width, height) {
  for (const side of [width, height]) {
    if (!(Number.isInteger(side) && side >= SMALLEST && side <= LARGEST)) throw new BadRecord("badSize");
  }
}

// Adds a move; a taken cell or one outside is an error that names the move.
export function addMove(game, x, y, white, milliseconds = null) {
  const cell = y * game.width + x;
  const isInside = x >= 0 && x < game.width && y >= 0 && y < game.height;
  const isTaken = game.moves.some((move) => move.cell === cell) || game.setup.some(([taken]) => taken === cell);
  if (!isInside || isTaken) throw new BadRecord("badMove:" + (game.moves.length + 1));
  game.moves.push({ cell, white, milliseconds });
}

// "h8i9", "H8 I9", "1. h8 2. i9" as [column from 0, row from 1]: rows count from below.
export function parseMoves(text) {
  const plain = text.replace(/\d+\.(?=\s*[a-z])/gi, " ");
  if (!/^(\s*[,;]?\s*[a-z]{1,2}\d{1,2})+[\s,;]*$/i.test(plain)) throw new BadRecord("noGame");
  return [...plain.matchAll(/([a-z]{1,2})(\d{1,2})/gi)].map(([, letters, row]) => [columnOf(letters), Number(row)]);
}

function columnOf(letters) {
  const code = (letter) => letter.toLowerCase().charCodeAt(0) - 97;
  return letters.length === 1 ? code(letters) : 26 * (code(letters[0]) + 1) + code(letters[1]);
}

// Adds the moves of such a list, in turns.
export function addMoves(game, text, whiteFirst = false) {
  if (!text) return;
  parseMoves(text).forEach(([x, row], index) => addMove(game, x, game.height - row, whiteFirst !== (index % 2 === 1)));
}
