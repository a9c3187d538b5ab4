// English: the texts of all pages.
export const ENGLISH = {
  // Players and results.
  black: "Black", white: "White", draw: "Draw", blackWins: "Black wins", whiteWins: "White wins", noResult: "No result",
  fiveInRow: "five in a row", fullBoard: "a full board", forbiddenMove: "a forbidden move", byResignation: "by resignation", onTime: "on time",
  winsIn: "{color} wins in {count}", assumed: "assumed", countOfMoves: "{count} moves",
  "rule-freestyle": "freestyle", "rule-standard": "standard", "rule-renju": "renju", "rule-caro": "caro", "rule-caro-exact": "caro, exactly five",
  // The board and the way through a game.
  chancesAre: "Chances: Black {black}, White {white}", chancesUnknown: "Chances not known", lineStep: "{step} of {count}",
  restUnknown: "(the rest was not looked for)", backToGame: "Back to the game", move: "Move", stepThrough: "Step through the moves",
  firstPosition: "First position", previousMove: "Previous move", nextMove: "Next move", lastPosition: "Last position",
  playThrough: "Play through", pause: "Pause", numbersOnStones: "Numbers on the stones", moveIs: "Move {number}, {color} {cell}",
  beforeFirst: "Before the first move", showLine: "Show this line on the board", played: "played", lineWins: "wins in {count}",
  lineLoses: "loses in {count}", lineLabel: "Line {letter}: {color} {cell}", notRecorded: "not recorded",
  curveLabel: "Black’s chance of winning after each of {count} moves", timesLabel: "Time per move, at most {most}",
  // Reviews.
  "kind-opening": "Opening", "kind-best": "Best move", "kind-good": "Good move", "kind-inaccuracy": "Inaccuracy", "kind-mistake": "Mistake",
  "kind-blunder": "Blunder", "kind-missed-win": "Missed win",
  chances: "Chances", timePerMove: "Time per move", keyMoments: "Key moments", players: "Players", allMoves: "All moves",
  showMissedWin: "Show {color}’s missed win", missedWinOf: "{color}’s missed win", showWin: "Show {color}’s win", winsByForce: "{color} wins by force",
  saidMissed: "{own} had a forced win in {count}, beginning with {better}.", saidNowOther: "Now {other} wins by force.",
  saidNoWin: "After {cell} the review finds no win; the chance is {kept}.", saidFive: "Five in a row.",
  saidAllows: "This lets {other} win by force in {count}. Before it, {own}’s chance was {had}.", saidFalls: "{own}’s chance falls from {had} to {kept}.",
  saidBetter: "Better was {better}.", saidWins: "{own} wins by force.", saidLost: "{own} cannot stop {other}’s win any more.",
  saidChance: "{own}’s chance is {kept}.", saidTime: "Time: {time}.",
  howToStep: "{color} begins. Step with the arrows, the slider, or by touching the curve.", engineLines: "What the engine would play here",
  firstMoves: "Good first moves", wonTo: "won → {kept}", noMistakes: "No mistakes found.", notReviewed: "Not reviewed yet.",
  engineChoice: "Engine’s choice", chanceLost: "Chance lost per move", missedWins: "Missed wins", blunders: "Blunders", mistakes: "Mistakes",
  inaccuracies: "Inaccuracies", timeUsed: "Time used",
};
