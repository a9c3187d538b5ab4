// Reviews of whole games: imports them, lets the engine look at every position, and shows what it found.
import { element, icon } from "../shared/dom.js";
import { emptyGame } from "../shared/game.js";
import { headingOf, ReviewPanels } from "../shared/review_panels.js";
import { say } from "../shared/words.js";
import { Dropped } from "./engine/engine.js";
import { forbiddenCells } from "./engine/questions.js";
import { positionAfter } from "./positions.js";
import { cutAtEnd } from "./records/ending.js";
import { studyGame } from "./study.js";
import { button, field, rulesList, said } from "./texts.js";

const EFFORTS = [0.2, 0.4, 0.8, 2, 5];

export class Review {
  constructor(app) {
    this.app = app;
    this.settings = app.settings.review;
    this.games = [];
    this.game = null;
    this.ply = 0;
    this.isRunning = false;
    this.build();
  }

  build() {
    const { app, settings } = this;
    this.picker = element("select", { id: "game", "data-say-label": "whichGame", onchange: (event) => this.choose(Number(event.target.value)) });
    this.names = element("h2", { class: "review-names" });
    this.facts = element("p", { class: "review-facts", id: "review-facts" });
    this.progress = element("progress", { id: "review-progress", max: 1, value: 0 });
    this.progressText = element("span", { class: "progress-text" });
    this.progressRow = element("div", { class: "progress-row", hidden: true }, this.progress, this.progressText,
      button("stop", { id: "review-stop", onclick: () => this.stop() }));
    this.rule = element("select", { id: "review-rule", onchange: (event) => this.setRule(event.target.value) }, rulesList());
    this.effort = element("select", { id: "review-effort", onchange: (event) => {
      settings.time = Number(event.target.value);
      app.saveSettings();
    } }, EFFORTS.map((time) => element("option", { value: time }, time + " s")));
    this.effort.value = settings.time;
    this.again = button("reviewAgain", { id: "review-again", class: "primary", onclick: () => this.run() }, icon("start"));
    this.card = element("article", { class: "card review-head", hidden: true }, this.picker, this.names, this.facts, this.progressRow,
      element("div", { class: "field-row" }, field("rule", this.rule), field("perPosition", this.effort)),
      element("div", { class: "actions" }, this.again, button("analyseGame", { id: "review-analyse", onclick: () => app.analyseGame(this.game, app.view.ply) })));
    this.empty = element("article", { class: "card empty" },
      element("div", { class: "empty-sign", "aria-hidden": "true" }, icon("M12 4v11M7 10l5 5 5-5M5 20h14")),
      said("h2", "importGame"), said("p", "importHelp"),
      element("div", { class: "actions" }, button("chooseGame", { class: "primary", id: "review-import", onclick: () => app.dialogs.openImport() })));
    this.host = element("div", { class: "panel-inner", hidden: true });
    this.root = element("div", { class: "panel", id: "panel-review" }, this.empty, this.card, this.host);
    this.panels = new ReviewPanels(this.host, app.view);
    this.panel = { root: this.root };
  }

  // ------------------------------------------------------------ games

  open(games) {
    this.stop();
    this.games = games;
    this.picker.replaceChildren(...games.map((game, index) => element("option", { value: index },
      `${index + 1}. ${game.black || say("black")} – ${game.white || say("white")}`)));
    this.picker.hidden = games.length < 2;
    this.choose(0);
  }

  choose(index) {
    this.stop();
    this.game = this.games[index];
    this.ply = 0;
    this.picker.value = index;
    this.rule.value = this.game.rule;
    this.enter();
    if (!this.game.players) this.run();
  }

  setRule(rule) {
    const moves = this.game.moves.map(({ cell, white, milliseconds }) => ({ cell, white, milliseconds }));
    const other = cutAtEnd({ ...this.game, rule, ruleIsTold: true, winner: null, how: null, five: [], positions: [], players: undefined, moves });
    this.games[this.games.indexOf(this.game)] = other;
    this.game = other;
    this.enter();
    this.run();
  }

  // ------------------------------------------------------------ the engine's look

  async run() {
    this.stop();
    const { app, game } = this, run = {};
    this.current = run;
    this.isRunning = true;
    Object.assign(game, { positions: [], players: undefined });
    for (const move of game.moves) delete move.kind;
    this.show(0, game.moves.length + 1);
    const isStopped = () => this.current !== run;
    try {
      await this.cutAtFoul(game, isStopped);
      await studyGame(app.engine, game, this.settings.time * 1000, (done, count) => {
        if (!isStopped()) this.show(done, count);
      }, isStopped);
    } catch (error) {
      if (!(error instanceof Dropped)) app.notices.show("engineFailed");
    }
    if (isStopped()) return;
    this.isRunning = false;
    this.showAll();
    app.announce(say("reviewDone"));
  }

  // A forbidden move of Black's ends a game of renju for White.
  async cutAtFoul(game, isStopped) {
    if (game.rule !== "renju") return;
    for (let ply = 0; ply < game.moves.length && !isStopped(); ply++) {
      const move = game.moves[ply];
      if (move.white || (ply + 1 === game.moves.length && game.five.length)) continue;
      const cells = await forbiddenCells(this.app.engine, positionAfter(game, ply));
      if (!cells.includes(move.cell)) continue;
      game.moves.length = ply + 1;
      Object.assign(game, { winner: "white", how: say("forbiddenMove"), five: [move.cell] });
    }
  }

  stop() {
    this.current = null;
    if (!this.isRunning) return;
    this.isRunning = false;
    this.app.engine.drop();
    this.showAll();
  }

  show(done, count) {
    this.progressRow.hidden = !this.isRunning;
    this.progress.value = count ? done / count : 0;
    this.progressText.textContent = `${done} / ${count}`;
    this.again.disabled = this.isRunning;
    if (this.app.mode === this) {
      this.panels.drawCharts();
      this.app.view.update();
    }
  }

  showAll() {
    this.progressRow.hidden = !this.isRunning;
    this.again.disabled = this.isRunning;
    if (this.app.mode !== this || !this.game) return;
    this.drawHeading();
    this.panels.showGame();
    this.app.view.update();
  }

  drawHeading() {
    const { game } = this;
    const { result, facts } = headingOf(game);
    this.names.textContent = `${game.black || say("black")} ${result} ${game.white || say("white")}`;
    this.facts.textContent = facts;
  }

  // ------------------------------------------------------------ hooks of the view

  hints() {
    return this.game && !this.isRunning ? this.panels.hints() : [];
  }

  badge() {
    return this.game ? this.panels.badge() : null;
  }

  describe() {
    return this.game ? this.panels.describe() : say("importGame");
  }

  changed() {
    if (!this.game) return;
    this.ply = this.app.view.ply;
    this.panels.update();
  }

  get keys() {
    if (!this.game) return {};
    return { ArrowUp: () => this.panels.nextMoment(-1), ArrowDown: () => this.panels.nextMoment(1), w: () => this.panels.showWin() };
  }

  mayPlace() {
    return false;
  }

  place() {}

  enter() {
    this.empty.hidden = !!this.game;
    this.card.hidden = this.host.hidden = !this.game;
    if (!this.game) {
      this.app.view.show(emptyGame("freestyle", 15));
      return;
    }
    this.app.view.show(this.game, this.ply);
    this.showAll();
  }

  translate() {
    this.panels.translate();
    if (this.game) this.showAll();
  }

  leave() {
    this.stop();
  }
}
