// What the moves of a game were worth, as the command `review` judges them (docs/review.md): compares numbers only.

// Losses of winning chances from which a move is called inaccurate, a mistake, a blunder.
const INACCURACY = 0.07;
const MISTAKE = 0.15;
const BLUNDER = 0.3;

// Moves without a time in front of moves with one are an opening that the players did not choose.
function lengthOfOpening(game) {
  const first = game.moves.findIndex((move) => (move.milliseconds ?? null) !== null);
  return Math.max(0, first);
}

// The chance of a position for one colour.
const chanceOf = (position, white) => (white ? 1 - position.chance : position.chance);
const isWonFor = (position, white) => position.decidedIn !== undefined && chanceOf(position, white) === 1;
const isLostFor = (position, white) => position.decidedIn !== undefined && chanceOf(position, white) === 0;

function judge(move, before, after, isOpening) {
  const had = chanceOf(before, move.white), kept = chanceOf(after, move.white);
  if (isOpening) return { kind: "opening", loss: 0, kept, allowsWin: false };
  // Behind a pass, or a position that nobody looked at, there is nothing to compare.
  if (before.whiteMoves === after.whiteMoves || !before.lines.length) return { kind: "good", loss: 0, kept, allowsWin: false };
  // Chances are told in thousandths, and so are their differences.
  const loss = Math.max(0, Math.round((had - kept) * 1000) / 1000);
  const isBest = before.lines[0]?.cells[0] === move.cell;
  const isMissed = isWonFor(before, move.white) && !isWonFor(after, move.white);
  const allowsWin = isLostFor(after, move.white) && !isLostFor(before, move.white);
  let kind = "good";
  if (isBest) kind = "best";
  else if (isMissed) kind = "missed-win";
  else if (loss >= BLUNDER) kind = "blunder";
  else if (loss >= MISTAKE) kind = "mistake";
  else if (loss >= INACCURACY) kind = "inaccuracy";
  return { kind, loss: isBest ? 0 : loss, kept, allowsWin: allowsWin && !isBest };
}

// Gives every move of a game whose positions are known kind, loss, kept and allowsWin, and the game its players.
export function judgeGame(game) {
  const opening = lengthOfOpening(game);
  game.moves.forEach((move, index) =>
    Object.assign(move, judge(move, game.positions[index], game.positions[index + 1], index < opening)));
  game.players = [false, true].map((white) => performance(game, white));
}

function performance(game, white) {
  const judged = game.moves.filter((move) => move.white === white && move.kind !== "opening");
  const count = (kind) => judged.filter((move) => move.kind === kind).length;
  return {
    moves: judged.length, best: count("best"), inaccuracies: count("inaccuracy"), mistakes: count("mistake"), blunders: count("blunder"),
    missedWins: count("missed-win"), loss: judged.length ? judged.reduce((sum, move) => sum + move.loss, 0) / judged.length : 0,
  };
}
