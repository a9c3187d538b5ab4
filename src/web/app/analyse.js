// Free analysis: stones anywhere, the engine's best lines for what is shown, until it is stopped.
import { cellName, emptyGame, whiteToMove } from "../shared/game.js";
import { lineTitle } from "../shared/game_view.js";
import { colorName, percent, say } from "../shared/words.js";
import { analysePanel } from "./analyse_panel.js";
import { Dropped } from "./engine/engine.js";
import { balancedStones, bestLines } from "./engine/questions.js";
import { completeLine, endsGame, joinLines } from "./lines.js";
import { insight, lineFrom, positionKey, positionShown } from "./positions.js";
import { cutAtEnd, endingOf } from "./records/ending.js";

// The time for the best move alone: only then the engine looks for forced wins with all its means.
const BEST_MOVE_MILLISECONDS = 1500;
const COMPLETE_MILLISECONDS = 2000;
const BALANCE_MILLISECONDS = 4000;
const CURVE_MILLISECONDS = 250;
const MOST_SNAPSHOTS = 200;

export class Analyse {
  constructor(app) {
    this.app = app;
    this.settings = app.settings.analyse;
    this.game = emptyGame(this.settings.rule, this.settings.size);
    this.ply = 0;
    this.tool = "turns";
    this.isOn = false;
    this.search = null;
    this.task = null;
    this.found = { key: "", lines: [], facts: null };
    this.snapshots = [];
    this.panel = analysePanel(this);
  }

  // ------------------------------------------------------------ the engine

  toggle() {
    if (this.isOn) this.stop();
    else this.start();
  }

  start() {
    this.isOn = true;
    this.follow();
    this.panel.update();
  }

  stop() {
    this.isOn = false;
    this.end();
    this.panel.update();
  }

  // Ends the search under way; nothing of it is heard any more.
  end() {
    this.search = null;
    this.app.engine.drop();
  }

  isOver() {
    const { view } = this.app;
    const game = view.line ? null : this.game;
    return view.line ? endsGame(this.game, { ...view.line, cells: view.line.cells.slice(0, view.line.step) })
      : game.winner !== null && view.ply === game.moves.length;
  }

  // Searches the position that is shown, unless that is what is being done.
  async follow() {
    const { app } = this, position = positionShown(app.view), key = positionKey(position);
    if (this.found.key !== key) this.found = { key, lines: [], facts: null };
    if (this.task && this.task.key !== key) {
      this.task = null;
      app.engine.drop();
    }
    if (!this.isOn) {
      if (this.search && this.search.key !== key) this.end();
      return app.showForbidden();
    }
    if (this.search?.key === key) return;
    this.end();
    if (this.isOver()) return this.panel.update();
    const search = { key, base: app.view.line ? null : app.view.ply };
    this.search = search;
    try {
      await app.showForbidden();
      if (this.settings.lines > 1) await this.phase(search, position, 1, { time: BEST_MOVE_MILLISECONDS });
      if (this.search === search) await this.phase(search, position, this.settings.lines, {});
    } catch (error) {
      if (!(error instanceof Dropped) && this.search === search) this.stop();
    }
    if (this.search === search) {
      search.isDone = true;
      this.panel.update();
    }
  }

  async phase(search, position, count, limits) {
    if (this.search !== search) return;
    const older = this.found.lines, ranks = [];
    await bestLines(this.app.engine, position, count, limits, (line) => {
      if (this.search !== search) return;
      ranks[line.rank] = lineFrom(line, search.base ?? 0, position.white);
      ranks.length = Math.max(ranks.length, line.rank + 1);
      const newer = ranks.filter((own) => own && (own.depth > 0 || own.plies !== undefined));
      this.tell(search, joinLines(older, newer).slice(0, Math.max(count, this.settings.lines)), line, position.white);
    }).done;
  }

  // Keeps what was found and shows it, at most once a frame.
  tell(search, lines, facts, white) {
    this.found.lines = lines;
    this.found.facts = facts;
    if (search.base !== null && this.game.moves.length >= search.base) this.game.positions[search.base] = insight(lines, white);
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (this.app.mode === this) this.app.view.update();
    });
  }

  // Lines of the position that is shown, with what a view needs to play them. Within a line they lead on from it;
  // while nothing is searched there, the lines that it was chosen from are shown.
  lines() {
    const { view } = this.app, { line } = view;
    const own = this.found.key === positionKey(positionShown(view)) ? this.found.lines : [];
    if (line && (own.length || this.isOn)) {
      const before = line.cells.slice(0, line.step);
      return own.map((next) => ({ ...next, base: line.base, whiteFirst: line.whiteFirst, cells: [...before, ...next.cells], skipped: before.length,
        wins: next.plies !== undefined && next.wins === (before.length % 2 === 0) }));
    }
    const base = line ? line.base : view.ply;
    const known = own.length ? own : this.game.positions[base]?.lines ?? [];
    return known.map((next) => ({ ...next, base, whiteFirst: whiteToMove(this.game, base), skipped: 0 }));
  }

  openLine(line) {
    const name = `${colorName(line.whiteFirst)} ${cellName(this.game, line.cells[0])}`;
    this.app.view.openLine({ ...line, title: lineTitle(name, line), whole: line.whole || endsGame(this.game, line) }, (line.skipped ?? 0) + 1);
  }

  // Does some work for the position that is shown; it ends when another one is shown. work(isStopped).
  async doWork(work) {
    this.stop();
    const task = { key: positionKey(positionShown(this.app.view)) };
    this.task = task;
    this.panel.update();
    try {
      await work(() => this.task !== task);
    } finally {
      if (this.task === task) this.task = null;
      this.panel.update();
    }
  }

  // Plays a forced win to its last stone, whose end the engine is asked for where it has not told it.
  showWin(line) {
    return this.doWork(async (isStopped) => {
      try {
        const whole = await completeLine(this.app.engine, this.game, line, { time: COMPLETE_MILLISECONDS }, isStopped);
        if (!isStopped()) this.openLine(whole);
      } catch (error) {
        if (!(error instanceof Dropped)) this.app.notices.show("engineFailed");
      }
    });
  }

  // One or two stones that make the position even.
  balance(count) {
    if (this.isOver()) return null;
    return this.doWork(async (isStopped) => {
      try {
        const cells = await balancedStones(this.app.engine, positionShown(this.app.view), count, { time: BALANCE_MILLISECONDS });
        if (isStopped()) return;
        this.remember();
        this.adopt();
        for (const cell of cells) this.append(cell);
      } catch (error) {
        if (!(error instanceof Dropped)) this.app.notices.show("noBalance");
      }
    });
  }

  // Looks shortly at every position of the game that has no value yet.
  async fillCurve() {
    const { app, game } = this;
    this.stop();
    this.isFilling = true;
    for (let ply = game.moves.length; ply >= 0 && this.isFilling && app.mode === this && this.game === game; ply--) {
      if (game.positions[ply] || (game.winner && ply === game.moves.length)) continue;
      const position = { game, stones: new Map([...game.setup, ...game.moves.slice(0, ply).map((move) => [move.cell, move.white ? 1 : 0])]),
        white: ply ? !game.moves[ply - 1].white : game.whiteFirst };
      let best = null;
      try {
        await bestLines(app.engine, position, 1, { time: CURVE_MILLISECONDS }, (line) => {
          best = line;
        }).done;
      } catch {
        break;
      }
      if (best) game.positions[ply] = insight([lineFrom(best, ply, position.white)], position.white);
      this.panel.drawCurve();
      app.view.update();
    }
    this.isFilling = false;
    this.panel.update();
  }

  // ------------------------------------------------------------ stones

  remember() {
    const { game } = this;
    this.snapshots.push({ game: { ...game, setup: [...game.setup], moves: [...game.moves], positions: [...game.positions] }, ply: this.app.view.ply });
    if (this.snapshots.length > MOST_SNAPSHOTS) this.snapshots.shift();
  }

  undo() {
    const last = this.snapshots.pop();
    if (!last) return;
    this.game = last.game;
    this.app.view.show(this.game, last.ply);
  }

  // Makes what is shown the game: a line that was left open, without the moves behind it.
  adopt() {
    const { game, app: { view } } = this;
    const { line } = view;
    const count = line ? line.base : view.ply;
    if (count < game.moves.length || line) {
      game.moves.length = count;
      game.positions.length = Math.min(game.positions.length, count + 1);
      Object.assign(game, { winner: null, how: null, five: [], players: undefined });
    }
    line?.cells.slice(0, line.step).forEach((cell, index) => game.moves.push({ cell, white: line.whiteFirst !== (index % 2 === 1), milliseconds: null }));
    view.line = null;
    view.ply = game.moves.length;
    for (const move of game.moves) delete move.kind;
  }

  append(cell, white = this.app.view.whiteToMove()) {
    const { game, app: { view } } = this;
    game.moves.push({ cell, white, milliseconds: null });
    const ending = endingOf(game);
    if (ending) Object.assign(game, ending);
    view.goTo(game.moves.length);
  }

  mayPlace(cell) {
    if (this.tool === "erase") return this.app.view.stones().has(cell);
    return !(this.tool === "turns" && this.isOver()) && this.app.isFree(cell);
  }

  ghostWhite() {
    return { black: false, white: true, erase: undefined }[this.tool] ?? (this.tool === "erase" ? undefined : this.app.view.whiteToMove());
  }

  place(cell) {
    if (!this.mayPlace(cell)) return;
    this.remember();
    this.adopt();
    if (this.tool === "turns") return this.append(cell);
    this.edit(cell);
  }

  // Stones put or taken out of turn: the position has no history any more.
  edit(cell) {
    const { game, app: { view } } = this;
    const white = view.whiteToMove(), stones = view.stones();
    if (this.tool === "erase") stones.delete(cell);
    else stones.set(cell, this.tool === "white" ? 1 : 0);
    this.game = { ...emptyGame(game.rule, game.width, game.height), setup: [...stones], whiteFirst: white };
    view.show(this.game);
  }

  // Whose turn it is, where the position has no history.
  setTurn(white) {
    this.remember();
    this.adopt();
    const { view } = this.app;
    this.game = { ...emptyGame(this.game.rule, this.game.width, this.game.height), setup: [...view.stones()], whiteFirst: white };
    view.show(this.game);
  }

  open(game, ply = game.moves.length) {
    this.snapshots = [];
    this.game = { ...game, moves: game.moves.map((move) => ({ ...move })), positions: [...game.positions], setup: [...game.setup] };
    Object.assign(this.settings, { rule: game.rule });
    this.app.view.show(this.game, ply);
    this.panel.update();
  }

  clear(changes = {}) {
    const { rule, size } = { ...this.settings, ...changes };
    Object.assign(this.settings, { rule, size });
    this.app.saveSettings();
    this.remember();
    this.game = emptyGame(rule, size);
    this.app.view.show(this.game);
    this.panel.update();
  }

  // The same game turned or mirrored: change(game).
  transform(change) {
    const { view } = this.app;
    view.closeLine();
    this.remember();
    this.game = change(this.game);
    view.show(this.game, view.ply);
    this.panel.update();
  }

  // Another rule for the same stones.
  setRule(rule) {
    this.settings.rule = rule;
    this.app.saveSettings();
    this.remember();
    this.game = cutAtEnd({ ...this.game, rule, ruleIsTold: true, winner: null, how: null, five: [], positions: [], moves: [...this.game.moves] });
    this.app.view.show(this.game, this.app.view.ply);
    this.panel.update();
  }

  // ------------------------------------------------------------ hooks of the view

  hints() {
    const taken = this.app.view.stones();
    return this.app.view.line ? [] : this.lines().filter((line) => !taken.has(line.cells[0])).map((line, index) => {
      const letter = String.fromCharCode(65 + index), cell = cellName(this.game, line.cells[0]);
      const value = line.decidedIn === undefined ? String(Math.round(line.chance * 100)) : (line.wins ? "+" : "−") + line.decidedIn;
      const label = say("lineLabel", { letter, color: colorName(line.whiteFirst), cell });
      return { cell: line.cells[0], letter, value, first: index === 0, label, open: () => this.place(line.cells[0]) };
    });
  }

  describe() {
    const { view } = this.app, { game } = this;
    if (view.line) return `${view.line.title}, ${say("lineStep", { step: view.line.step, count: view.line.cells.length })}`;
    const move = game.moves[view.ply - 1], known = game.positions[view.ply];
    const told = move ? say("moveIs", { number: view.ply, color: colorName(move.white), cell: cellName(game, move.cell) }) : say("toMove", { color: colorName(view.whiteToMove()) });
    return told + (known && !this.isOn ? `. ${say("black")} ${percent(known.chance)}` : "");
  }

  changed() {
    this.ply = this.app.view.ply;
    this.follow();
    this.panel.update();
  }

  get keys() {
    return { b: (event) => this.balance(event.shiftKey ? 2 : 1), " ": () => this.toggle(), u: () => this.undo(), h: () => this.start(), w: () => {
      const win = this.lines().find((line) => line.wins);
      if (win) this.showWin(win);
    } };
  }

  enter() {
    this.app.view.show(this.game, this.ply);
  }

  leave() {
    this.isFilling = false;
    this.stop();
  }
}
