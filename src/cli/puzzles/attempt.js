// An attempt at a puzzle: what was played so far and what the solution says to the next move. Knows no page.
//
// The tree of a puzzle is a list of positions with the winner to move: m the move, a other moves that win, f where
// five follows, r the replies with the numbers of their positions, the longest defence first.
export class Attempt {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.restart();
  }

  restart() {
    // Right moves so far, each with the number of its position and the reply that was chosen.
    this.path = [];
    this.tried = null;
    this.isShown = false;
    this.ply = 0;
  }

  get number() {
    const last = this.path.at(-1);
    return last ? last.next : 0;
  }

  get step() {
    return this.puzzle.tree[this.number];
  }

  get isSolved() {
    return this.path.length > 0 && this.number === null;
  }

  // A move of the solver. What came of it: { kind, reply, better }.
  play(cell) {
    if (this.isSolved || this.isShown) return null;
    this.tried = null;
    const { step, puzzle } = this;
    if (cell === step.m) return this.goOn();
    if (step.a?.includes(cell)) return { ...this.goOn(), kind: this.isSolved ? "solved" : "also", better: step.m };
    if (this.number !== 0) return { kind: "off" };
    if (puzzle.detours?.includes(cell)) return { kind: "detour" };
    const wrong = puzzle.wrong.find((one) => one.cell === cell);
    this.tried = { cell, reply: wrong?.reply ?? null };
    return { kind: wrong ? "wrong" : "quiet", reply: this.tried.reply };
  }

  goOn(choice = 0) {
    const { number, step } = this;
    const [reply, next] = step.r?.[choice] ?? [null, null];
    this.path.push({ number, move: step.m, reply, next });
    this.ply = this.moves().length;
    return { kind: next === null ? "solved" : "right", reply };
  }

  undo() {
    if (this.tried) this.tried = null;
    else this.path.pop();
    this.ply = this.moves().length;
  }

  // Other defences against the last move.
  otherReplies() {
    const last = this.path.at(-1);
    if (!last) return [];
    return (this.puzzle.tree[last.number].r ?? []).filter(([cell]) => cell !== last.reply).map(([cell]) => cell);
  }

  defend(cell) {
    const { number } = this.path.pop();
    const choice = this.puzzle.tree[number].r.findIndex(([reply]) => reply === cell);
    this.goOn(choice);
    if (this.isShown) this.finish(this.ply);
  }

  // The solution to its end, against the longest defence from here on.
  show() {
    this.tried = null;
    this.isShown = true;
    this.finish(Math.max(1, this.moves().length + 1));
  }

  finish(ply) {
    while (this.number !== null) this.goOn();
    this.ply = Math.min(ply, this.moves().length);
  }

  stepTo(ply) {
    this.ply = Math.min(Math.max(ply, 0), this.moves().length);
  }

  // All stones behind the position: { cell, white }.
  moves() {
    const { whiteMoves } = this.puzzle;
    const cells = this.path.flatMap(({ move, reply }) => (reply === null ? [move] : [move, reply]));
    return cells.map((cell, index) => ({ cell, white: whiteMoves !== (index % 2 === 1) }));
  }
}
