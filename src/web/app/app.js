// The page: three ways to use one board. Joins the parts; what each does is in its own file.
import { byId, element, icon } from "../shared/dom.js";
import { cellName } from "../shared/game.js";
import { GameView } from "../shared/game_view.js";
import { say, useWords } from "../shared/words.js";
import { Analyse } from "./analyse.js";
import { Dialogs } from "./dialogs.js";
import { Engine } from "./engine/engine.js";
import { RULES } from "./engine/questions.js";
import { ForbiddenPoints } from "./forbidden.js";
import { Notices } from "./notice.js";
import { Placing } from "./placing.js";
import { Play } from "./play.js";
import { positionKey, positionShown } from "./positions.js";
import { fragmentOf, readFragment } from "./records/share.js";
import { Review } from "./review.js";
import { loadSettings, saveSettings } from "./settings.js";
import { said, writeTexts } from "./texts.js";

const TABS = {
  play: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM12 3a9 9 0 0 1 0 18z",
  analyse: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21",
  review: "M4 18l5-6 4 3 7-9M4 21h16",
};
const TOOLS = [
  ["import", "importGame", "M12 4v11M7 10l5 5 5-5M5 20h14", "openImport"],
  ["share", "share", "M12 15V4M7 9l5-5 5 5M5 13v7h14v-7", "openShare"],
  ["settings", "settings", "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5", "openSettings"],
];

export class App {
  // connect: see Engine; tables: { code: { name, words } }.
  constructor({ connect, tables }) {
    this.tables = tables;
    this.translators = [];
    this.settings = loadSettings();
    this.chooseWords();
    this.notices = new Notices(byId("notice"));
    this.engine = new Engine(connect, () => this.notices.show("engineRestarted"));
    this.forbidden = new ForbiddenPoints(this.engine);
    this.view = new GameView(byId("left"), this.hooks());
    this.view.numbers = this.settings.numbers;
    this.dialogs = new Dialogs(this, Object.fromEntries(Object.entries(tables).map(([code, { name }]) => [code, name])));
    this.modes = { play: new Play(this), analyse: new Analyse(this), review: new Review(this) };
    this.placing = new Placing(this.view, this.placingHooks());
    this.buildFrame();
    this.applySettings();
    this.view.listenToKeys();
    this.openAddress();
    window.addEventListener("hashchange", () => this.openAddress());
  }

  // ------------------------------------------------------------ frame

  buildFrame() {
    for (const [name, path] of Object.entries(TABS)) {
      byId("tabs").append(element("button", { type: "button", role: "tab", id: "tab-" + name, "aria-controls": "panel-" + name, onclick: () => this.switchTo(name) },
        icon(path), said("span", "tab-" + name)));
      const { root } = this.modes[name].panel;
      root.setAttribute("role", "tabpanel");
      root.setAttribute("aria-labelledby", "tab-" + name);
      byId("right").append(root);
    }
    for (const [id, key, path, action] of TOOLS) {
      byId("tools").append(element("button", { type: "button", id: "open-" + id, class: "ghost-button", "data-say-label": key, onclick: () => this.dialogs[action]() }, icon(path)));
    }
  }

  switchTo(name) {
    if (this.mode === this.modes[name]) return;
    if (this.mode) {
      this.mode.leave();
      this.placing.cancel();
    }
    this.modeName = name;
    this.mode = this.modes[name];
    document.body.dataset.mode = name;
    for (const [own, mode] of Object.entries(this.modes)) {
      mode.panel.root.hidden = own !== name;
      byId("tab-" + own).setAttribute("aria-selected", String(own === name));
    }
    this.mode.enter();
  }

  // ------------------------------------------------------------ what the modes share

  hooks() {
    const app = this;
    return {
      hints: () => app.mode.hints(),
      badge: () => app.mode.badge?.() ?? null,
      forbidden: () => app.forbidden.of(positionShown(app.view)) ?? [],
      describe: () => app.mode.describe(),
      get stoneAction() {
        return app.modeName === "analyse" && app.mode.tool === "erase" ? null : undefined;
      },
      get keys() {
        return app.mode.keys;
      },
      changed: () => {
        app.mode.changed();
        app.keepNumbers();
        app.keepAddress();
      },
    };
  }

  placingHooks() {
    return {
      mayPlace: (cell) => this.mode.mayPlace(cell),
      place: (cell) => this.placeAllowed(cell),
      white: () => (this.mode.ghostWhite ? this.mode.ghostWhite() : this.view.whiteToMove()),
      name: (cell) => this.describeCell(cell),
      announce: (text) => this.announce(text),
    };
  }

  describeCell(cell) {
    const kind = this.view.stones().get(cell);
    const what = kind === undefined ? ((this.forbidden.of(positionShown(this.view)) ?? []).includes(cell) ? "forbiddenCell" : "emptyCell") : kind === 1 ? "white" : "black";
    return `${cellName(this.view.game, cell)}, ${say(what)}`;
  }

  // Whether a stone may lie there, as far as is known.
  isFree(cell) {
    const forbidden = this.forbidden.of(positionShown(this.view)) ?? [];
    return !this.view.stones().has(cell) && !forbidden.includes(cell);
  }

  // Puts a stone once it is known whether the rule allows it.
  async placeAllowed(cell) {
    await this.showForbidden();
    if (this.mode.mayPlace(cell)) this.mode.place(cell);
  }

  async showForbidden() {
    const position = positionShown(this.view);
    if (this.forbidden.of(position)) return;
    try {
      await this.forbidden.find(position);
    } catch {
      return; // Dropped for something newer, which asks again.
    }
    if (positionKey(positionShown(this.view)) === positionKey(position)) this.view.update();
  }

  announce(text) {
    byId("told").textContent = text;
  }

  analyseGame(game, ply = game.moves.length) {
    this.switchTo("analyse");
    this.modes.analyse.open(game, ply);
  }

  reviewGame(game) {
    this.reviewGames([{ ...game, moves: game.moves.map(({ cell, white, milliseconds }) => ({ cell, white, milliseconds })), positions: [], players: undefined }]);
  }

  reviewGames(games) {
    this.switchTo("review");
    this.modes.review.open(games);
  }

  // ------------------------------------------------------------ address and settings

  keepNumbers() {
    if (this.settings.numbers === this.view.numbers) return;
    this.settings.numbers = this.view.numbers;
    this.saveSettings();
  }

  // The address of what is shown, so that it survives a reload and can be given away.
  keepAddress() {
    const { game, ply } = this.view;
    if (this.modeName === "play" || !game) return;
    this.address = fragmentOf(this.modeName, game, ply);
    try {
      history.replaceState(null, "", this.address);
    } catch {
      // Some browsers allow no addresses for local files; nothing else depends on them.
    }
  }

  openAddress() {
    if (this.address && location.hash === this.address) return;
    let found = null;
    try {
      found = readFragment(location.hash, Object.keys(RULES));
    } catch {
      this.notices.show("wrong-noGame");
    }
    if (!found || !(found.mode in this.modes)) return this.mode || this.switchTo("play");
    if (found.mode === "review" && found.game.moves.length) this.reviewGames([found.game]);
    else this.analyseGame(found.game, found.ply);
  }

  saveSettings() {
    saveSettings(this.settings);
  }

  chooseWords() {
    const wanted = [this.settings.language, ...navigator.languages.map((code) => code.slice(0, 2).toLowerCase())];
    this.language = wanted.find((code) => code in this.tables) ?? "en";
    useWords(this.tables[this.language].words, this.tables.en.words);
    document.documentElement.lang = this.language;
  }

  // Calls something whenever the language changes.
  onTranslate(action) {
    this.translators.push(action);
  }

  applySettings() {
    const { theme, confirm } = this.settings;
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    this.placing.confirm = confirm;
    this.chooseWords();
    writeTexts();
    this.view.translate();
    this.placing.translate();
    this.modes.review.translate();
    this.translators.forEach((action) => action());
    this.modes.play.name();
    this.modes.play.render();
    document.title = "Quinte – " + say("subtitle");
    byId("about").textContent = say("about");
    this.view.update();
  }
}
