// What opens above the page: import, share, settings.
import { element, icon } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { BadRecord } from "./records/record.js";
import { readRecord } from "./records/read.js";
import { writeSgf } from "./records/sgf.js";
import { boardSvg, fragmentOf, moveString, save, svgToPng } from "./records/share.js";
import { button, field, option, said } from "./texts.js";

const PNG_WIDTH = 1200;

export class Dialogs {
  constructor(app, languages) {
    this.app = app;
    this.buildImport();
    this.buildShare();
    this.buildSettings(languages);
    document.body.append(this.importing, this.sharing, this.setting);
    this.listenToDrops();
  }

  // A window with a title and a cross; a click beside it closes it.
  window(id, key, ...content) {
    const made = element("dialog", { id, class: "window", onclick: (event) => event.target === made && made.close() },
      element("div", { class: "window-inner" },
        element("header", { class: "window-head" }, said("h2", key),
          element("button", { type: "button", class: "ghost-button", "data-say-label": "close", "aria-label": say("close"), onclick: () => made.close() }, icon("M6 6l12 12M18 6L6 18"))),
        ...content));
    return made;
  }

  // ------------------------------------------------------------ import

  buildImport() {
    this.text = element("textarea", { id: "import-text", rows: 7, spellcheck: "false", "data-say-label": "importGame", placeholder: "h8 i9 j10 …" });
    this.file = element("input", { type: "file", id: "import-file", accept: ".psq,.sgf,.txt,text/plain", class: "unseen", tabindex: -1, onchange: () => this.readFile(this.file.files[0]) });
    this.wrong = element("p", { class: "wrong", id: "import-wrong", role: "alert" });
    this.importing = this.window("import-window", "importGame", said("p", "importHelp"), this.text, this.file, this.wrong,
      element("div", { class: "actions grid" },
        button("chooseFile", { autofocus: true, onclick: () => this.file.click() }),
        button("analyseGame", { id: "import-analyse", onclick: () => this.take("analyse") }),
        button("reviewGame", { id: "import-review", class: "primary", onclick: () => this.take("review") })));
  }

  openImport() {
    this.wrong.textContent = "";
    this.importing.showModal();
  }

  async readFile(file) {
    if (!file) return;
    this.text.value = await file.text();
    this.file.value = "";
    this.take("review");
  }

  // Reads the text and opens its games; what is wrong is told below it.
  take(where) {
    const { app } = this;
    try {
      const games = readRecord(this.text.value, { rule: app.settings.analyse.rule, size: 15 });
      this.importing.close();
      if (where === "review") app.reviewGames(games);
      else app.analyseGame(games[0]);
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      const [key, number] = error.message.split(":");
      this.wrong.textContent = say("wrong-" + key, { number });
      if (!this.importing.open) this.importing.showModal();
    }
  }

  listenToDrops() {
    const { app } = this;
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", async (event) => {
      event.preventDefault();
      const file = event.dataTransfer.files[0];
      this.text.value = file ? await file.text() : event.dataTransfer.getData("text/plain");
      this.take("review");
    });
    document.addEventListener("paste", (event) => {
      if (["TEXTAREA", "INPUT"].includes(event.target.tagName)) return;
      const text = event.clipboardData.getData("text/plain").trim();
      if (!text) return;
      this.text.value = text;
      this.take(app.modeName === "analyse" ? "analyse" : "review");
    });
  }

  // ------------------------------------------------------------ share

  buildShare() {
    const row = (key, id, run) => button(key, { id, onclick: run });
    this.address = element("input", { type: "text", readonly: true, id: "share-address", "data-say-label": "link" });
    this.sharing = this.window("share-window", "share", this.address,
      element("div", { class: "actions grid" },
        row("copyLink", "copy-link", () => this.copy(this.address.value)),
        row("copyMoves", "copy-moves", () => this.copy(moveString(this.game(), this.app.view.ply))),
        row("saveSgf", "save-sgf", () => save("quinte.sgf", writeSgf(this.game()), "application/x-go-sgf")),
        row("saveSvg", "save-svg", () => save("quinte.svg", this.picture(), "image/svg+xml")),
        row("savePng", "save-png", async () => save("quinte.png", await svgToPng(this.picture(), PNG_WIDTH)))));
  }

  game() {
    return this.app.view.game;
  }

  picture() {
    return boardSvg(this.app.view);
  }

  openShare() {
    const { view, modeName } = this.app;
    const mode = modeName === "play" ? "analyse" : modeName;
    this.address.value = location.href.split("#")[0] + fragmentOf(mode, view.game, view.ply);
    this.sharing.showModal();
    this.address.select();
  }

  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Local files may not write to the clipboard by themselves; an old way still works.
      const hidden = element("textarea", { class: "unseen" }, text);
      this.sharing.append(hidden);
      hidden.select();
      document.execCommand("copy");
      hidden.remove();
    }
    this.app.notices.show("copied");
  }

  // ------------------------------------------------------------ settings

  buildSettings(languages) {
    const { app } = this, { settings } = app;
    const select = (id, name, list) => {
      const made = element("select", { id, onchange: (event) => {
        settings[name] = event.target.value;
        app.saveSettings();
        app.applySettings();
      } }, list);
      made.value = settings[name];
      return made;
    };
    this.setting = this.window("settings-window", "settings",
      element("div", { class: "form" },
        field("language", select("language", "language", [option("", "automatic"), ...Object.entries(languages).map(([code, name]) => element("option", { value: code, lang: code }, name))])),
        field("colours", select("theme", "theme", [option("auto", "automatic"), option("light", "light"), option("dark", "dark")])),
        field("confirmStones", select("confirm", "confirm", [option("auto", "onSmallBoards"), option("always", "always"), option("never", "never")]))),
      element("section", { class: "keys-of-settings" }, said("h3", "keys"), element("dl", { class: "keys-list" }, [["← →", "keyStep"], ["Home End", "keyEnds"], ["Space", "keySpace"], ["U", "undo"], ["H", "hint"], ["W", "keyWin"], ["B", "balanceOne"], ["N", "numbersOnStones"], ["Tab ↵", "keyBoard"], ["Esc", "backToGame"]]
        .flatMap(([keys, key]) => [element("dt", {}, keys.split(" ").map((one) => element("kbd", {}, one))), said("dd", key)]))),
      element("p", { class: "about", id: "about" }));
  }

  openSettings() {
    this.setting.showModal();
  }
}
