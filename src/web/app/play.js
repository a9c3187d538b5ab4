// A game against the engine: who is to move, clocks, undo, hints, the end. The moves of swap2 are in swap2.js.
import { dot, element } from "../shared/dom.js";
import { cellName, emptyGame } from "../shared/game.js";
import { colorName, say } from "../shared/words.js";
import { clockText, GameClock, timeControl } from "./clock.js";
import { Dropped } from "./engine/engine.js";
import { bestLines, bestMove, newGame } from "./engine/questions.js";
import { playPanel } from "./play_panel.js";
import { positionAfter } from "./positions.js";
import { endingOf } from "./records/ending.js";
import { Swap2 } from "./swap2.js";

// What INFO strength calls the levels 1 to 10.
const STRENGTHS = [0, 12, 23, 34, 45, 56, 67, 78, 89, 100];
const HINT_MILLISECONDS = 1000;

export class Play {
  // phase: "idle" before the first game, "human", "engine", "swap2", "over".
  constructor(app) {
    this.app = app;
    this.settings = app.settings.play;
    this.game = emptyGame(this.settings.rule, this.settings.size);
    this.phase = "idle";
    this.humanIsWhite = false;
    this.round = 0;
    this.hint = null;
    this.swap2 = null;
    this.panel = playPanel(this);
    this.plates = element("div", { class: "plates" });
    app.view.parts.above.append(this.plates);
    setInterval(() => this.tick(), 200);
    this.render();
  }

  // ------------------------------------------------------------ the course of a game

  async begin() {
    const { settings, app } = this;
    const round = this.newRound();
    this.game = emptyGame(settings.rule, settings.size);
    this.clock = new GameClock(timeControl(settings.time));
    this.swap2 = settings.color.startsWith("swap2") ? new Swap2(this, settings.color === "swap2-me") : null;
    const random = Math.random() < 0.5;
    this.humanIsWhite = settings.color === "white" || (settings.color === "random" && random);
    this.phase = "engine";
    app.view.show(this.game);
    app.view.parts.above.scrollIntoView({ block: "nearest" });
    this.name();
    this.render();
    try {
      await newGame(app.engine, this.game);
    } catch (error) {
      return this.failed(error);
    }
    if (round !== this.round) return;
    if (this.swap2) this.swap2.begin();
    else this.nextTurn();
  }

  name() {
    const you = say("you"), quinte = say("quinteLevel", { level: this.settings.level });
    const isOpen = this.phase === "swap2";
    this.game.black = isOpen ? say("black") : this.humanIsWhite ? quinte : you;
    this.game.white = isOpen ? say("white") : this.humanIsWhite ? you : quinte;
  }

  // What is under way for an earlier round is not heard any more.
  newRound() {
    this.round += 1;
    this.hint = null;
    this.isAsking = false;
    this.clock?.stop();
    this.app.engine.drop();
    return this.round;
  }

  whiteToMove() {
    return this.game.moves.length ? !this.game.moves.at(-1).white : false;
  }

  nextTurn() {
    this.hint = null;
    const white = this.whiteToMove();
    this.clock.start(white);
    this.name();
    this.phase = white === this.humanIsWhite ? "human" : "engine";
    this.render();
    if (this.phase === "engine") this.thinkEngine();
    else this.app.showForbidden();
  }

  async thinkEngine() {
    const { round, game, app } = this;
    try {
      const cell = await bestMove(app.engine, positionAfter(game, game.moves.length), this.limits());
      if (round === this.round) this.put(cell);
    } catch (error) {
      if (round === this.round) this.failed(error);
    }
  }

  limits() {
    const { control } = this.clock;
    const strength = STRENGTHS[this.settings.level - 1];
    if (control.kind === "move") return { time: control.milliseconds, strength, detail: 0 };
    return { match: control.milliseconds, left: this.clock.leftOf(!this.humanIsWhite), increment: control.bonus, strength, detail: 0 };
  }

  failed(error) {
    if (error instanceof Dropped) return;
    this.phase = "over";
    this.game.how = say("engineFailed");
    this.app.notices.show("engineFailed");
    this.render();
  }

  // Puts a stone of the side to move and goes on.
  put(cell) {
    const { game, app } = this;
    const white = this.whiteToMove();
    game.moves.push({ cell, white, milliseconds: this.clock.stop() });
    const ending = endingOf(game);
    if (ending) this.end(ending);
    else if (this.phase !== "swap2") this.nextTurn();
    app.view.goTo(game.moves.length);
    app.announce(say("moveIs", { number: game.moves.length, color: colorName(white), cell: cellName(game, cell) }));
  }

  end(ending) {
    this.newRound();
    Object.assign(this.game, ending);
    this.phase = "over";
    this.render();
    this.app.view.update();
    this.app.announce(this.status());
  }

  resign() {
    if (!["human", "engine"].includes(this.phase)) return;
    this.end({ winner: this.humanIsWhite ? "black" : "white", how: say("byResignation"), five: [], isResigned: true });
  }

  // Takes back the newest move of the person, with the engine's answer to it. A game given up just goes on.
  undo() {
    const { game } = this;
    if (!["human", "engine", "over"].includes(this.phase) || this.swap2?.isOpen()) return;
    const keep = this.swap2?.stones ?? 0;
    const own = game.moves.findLastIndex((move) => move.white === this.humanIsWhite);
    if (!game.isResigned && own < keep) return;
    this.newRound();
    if (!game.isResigned) game.moves.length = own;
    Object.assign(game, { winner: null, how: null, five: [], isResigned: false });
    this.app.view.show(game, game.moves.length);
    this.nextTurn();
  }

  async askHint() {
    if (this.phase !== "human" || this.isAsking) return;
    const { round, game, app } = this;
    this.isAsking = true;
    this.render();
    try {
      const cell = await bestLines(app.engine, positionAfter(game, game.moves.length), 1, { time: HINT_MILLISECONDS }).done;
      if (round !== this.round) return;
      this.hint = cell;
      app.announce(say("hintIs", { cell: cellName(game, cell) }));
    } catch {
      // The person has gone on, or the engine was lost, which was told.
    } finally {
      if (round === this.round) this.isAsking = false;
    }
    this.render();
    app.view.goTo(game.moves.length);
  }

  tick() {
    if (!this.clock || !["human", "engine"].includes(this.phase)) return;
    this.drawPlates();
    const white = this.whiteToMove(), left = this.clock.leftOf(white);
    if (left !== null && left <= 0) this.end({ winner: white ? "black" : "white", how: say("onTime"), five: [] });
  }

  // ------------------------------------------------------------ what is to be seen

  status() {
    const { game, phase } = this;
    if (phase === "idle") return say("readyToPlay");
    if (phase === "swap2") return this.swap2.status();
    if (phase === "human") return say("yourMove", { color: colorName(this.humanIsWhite) });
    if (phase === "engine") return say("thinking");
    if (game.winner === "draw") return `${say("draw")}: ${game.how}`;
    if (!game.winner) return game.how ?? "";
    const isWon = (game.winner === "white") === this.humanIsWhite;
    return `${say(isWon ? "youWin" : "youLose")} – ${game.how}`;
  }

  render() {
    this.panel.update();
    this.drawPlates();
  }

  drawPlates() {
    const { game, phase } = this;
    const white = this.whiteToMove(), isRunning = ["human", "engine"].includes(phase);
    const plate = (isWhite) => {
      const left = this.clock?.leftOf(isWhite) ?? null;
      return element("div", { class: "plate" + (isRunning && white === isWhite ? " to-move" : "") + (left !== null && left < 15_000 ? " short" : "") },
        dot(isWhite), element("span", { class: "plate-name" }, (isWhite ? game.white : game.black) || colorName(isWhite)),
        left === null ? null : element("span", { class: "plate-clock" }, clockText(left)));
    };
    this.plates.replaceChildren(plate(false), plate(true));
  }

  hints() {
    if (this.swap2?.isOpen()) return [];
    const { view } = this.app;
    if (this.hint === null || view.ply !== this.game.moves.length) return [];
    return [{ cell: this.hint, letter: "★", first: true, label: say("hintIs", { cell: cellName(this.game, this.hint) }), open: () => this.place(this.hint) }];
  }

  describe() {
    const { view } = this.app;
    const move = this.game.moves[view.ply - 1];
    const told = move ? say("moveIs", { number: view.ply, color: colorName(move.white), cell: cellName(this.game, move.cell) }) + ". " : "";
    return told + this.status();
  }

  mayPlace(cell) {
    const isTurn = this.phase === "human" || (this.phase === "swap2" && this.swap2.mayPut());
    return isTurn && this.app.view.ply === this.game.moves.length && this.app.isFree(cell);
  }

  place(cell) {
    if (!this.mayPlace(cell)) return;
    if (this.isAsking) this.newRound();
    if (this.phase === "swap2") this.swap2.put(cell);
    else this.put(cell);
  }

  get keys() {
    return { u: () => this.undo(), h: () => this.askHint() };
  }

  changed() {
    this.panel.drawMoves();
  }

  enter() {
    this.app.view.show(this.game, this.game.moves.length);
    if (this.phase === "human") this.app.showForbidden();
    if (this.phase === "engine") this.nextTurn();
    if (this.phase === "swap2") this.swap2.resume();
  }

  // The engine has other things to do meanwhile; it is asked again when the person comes back.
  leave() {
    if (["engine", "swap2"].includes(this.phase)) this.newRound();
  }
}
