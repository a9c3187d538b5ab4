// A game on a board with the means to step through it and through lines that leave it. What else is to be seen on
// the board, and what else keys do, the page tells by hooks; this file judges no move and asks no engine.
import { BoardView } from "./board_view.js";
import { clamp, element, icon } from "./dom.js";
import { rowOfFive, stonesAfter, whiteToMove } from "./game.js";
import { colorName, percent, say } from "./words.js";

const SECONDS_PER_STEP = 0.9;

// hooks, all of them optional:
//   hints(view)      [{ cell, letter, value, label, first, open }] to show in the game itself
//   badge(view)      { cell, sign, kind } or null
//   forbidden(view)  [cell]
//   describe(view)   what is to be seen, for screen readers
//   stoneAction      null where a click on a stone must not go to its move
//   keys             { key: action(event) }
//   changed(view)    called after everything is drawn
export class GameView {
  constructor(host, hooks = {}) {
    this.hooks = hooks;
    this.game = null;
    this.ply = 0;
    this.line = null;
    this.numbers = true;
    this.timer = null;
    this.build(host);
    this.board = new BoardView(this.parts.board);
    this.parts.board.addEventListener("click", (event) => this.clickStone(event));
  }

  // ------------------------------------------------------------ what is shown

  show(game, ply = 0) {
    this.stopPlaying();
    this.game = game;
    this.line = null;
    this.ply = clamp(ply, 0, game.moves.length);
    this.board.resize(game.width, game.height);
    this.update();
  }

  // A line is { base, whiteFirst, cells, title, wins, whole }: moves that leave the game after `base` of its own.
  openLine(line, step = 1) {
    this.stopPlaying();
    this.line = { ...line, step: clamp(step, 0, line.cells.length) };
    this.update();
  }

  closeLine() {
    this.line = null;
    this.update();
  }

  // Whose stones lie where in what is shown.
  stones() {
    const { line } = this;
    const stones = stonesAfter(this.game, line ? line.base : this.ply);
    line?.cells.slice(0, line.step).forEach((cell, index) => stones.set(cell, line.whiteFirst !== (index % 2 === 1) ? 1 : 0));
    return stones;
  }

  whiteToMove() {
    const { line } = this;
    return line ? line.whiteFirst !== (line.step % 2 === 1) : whiteToMove(this.game, this.ply);
  }

  // ------------------------------------------------------------ stepping

  goTo(ply) {
    this.line = null;
    this.ply = clamp(ply, 0, this.game.moves.length);
    this.update();
  }

  step(by) {
    const { line } = this;
    if (!line) return this.goTo(this.ply + by);
    line.step = clamp(line.step + by, 0, line.cells.length);
    this.update();
  }

  atEnd() {
    const { line } = this;
    return line ? line.step === line.cells.length : this.ply === this.game.moves.length;
  }

  stopPlaying() {
    clearInterval(this.timer);
    this.timer = null;
  }

  togglePlaying() {
    if (this.timer) {
      this.stopPlaying();
      this.update();
      return;
    }
    if (this.atEnd()) {
      if (this.line) this.line.step = 0;
      else this.ply = 0;
    }
    this.timer = setInterval(() => {
      if (this.atEnd()) this.stopPlaying();
      this.step(1);
    }, SECONDS_PER_STEP * 1000);
    this.step(1);
  }

  toggleNumbers() {
    this.numbers = !this.numbers;
    this.update();
  }

  // ------------------------------------------------------------ drawing

  update() {
    if (!this.game) return;
    const { hooks, board } = this;
    board.drawStones(this.stonesShown());
    board.drawForbidden(hooks.forbidden?.(this) ?? []);
    board.drawHints(this.line ? [] : hooks.hints?.(this) ?? [], this.line ? null : hooks.badge?.(this) ?? null);
    this.drawAbove();
    this.drawControls();
    hooks.changed?.(this);
    const told = hooks.describe?.(this) ?? "";
    this.parts.slider.setAttribute("aria-valuetext", told);
    board.svg.setAttribute("aria-label", told);
    if (this.parts.status.textContent !== told) this.parts.status.textContent = told;
  }

  stonesShown() {
    const { game, line } = this;
    const shown = game.setup.map(([cell, kind]) => ({ cell, kind, number: 0 }));
    game.moves.slice(0, line ? line.base : this.ply).forEach((move, index) =>
      shown.push({ cell: move.cell, kind: move.white ? 1 : 0, number: this.numbers && !line ? index + 1 : 0, ply: index + 1, faded: !!line }));
    line?.cells.slice(0, line.step).forEach((cell, index) =>
      shown.push({ cell, kind: line.whiteFirst !== (index % 2 === 1) ? 1 : 0, number: index + 1, inLine: true }));
    const newest = shown.at(-1);
    if (newest && (newest.ply || newest.inLine)) newest.newest = true;
    const five = new Set(this.fiveShown());
    for (const stone of shown) if (five.has(stone.cell)) stone.winning = true;
    return shown;
  }

  fiveShown() {
    const { line, game } = this;
    if (!line) return this.ply === game.moves.length ? game.five : [];
    if (!line.whole || !line.step || line.step < line.cells.length) return [];
    return rowOfFive(game, this.stones(), line.cells[line.step - 1]);
  }

  drawAbove() {
    const { bar, black, left, right, banner, title, place } = this.parts, { line } = this;
    banner.hidden = !line;
    bar.hidden = !!line;
    if (line) {
      title.textContent = line.title;
      const isOpen = line.wins && !line.whole && line.step === line.cells.length;
      place.textContent = " " + say("lineStep", { step: line.step, count: line.cells.length }) + (isOpen ? " " + say("restUnknown") : "");
      return;
    }
    const chance = this.game.positions[this.ply]?.chance ?? null;
    const shown = chance ?? 0.5;
    bar.classList.toggle("unknown", chance === null);
    black.style.width = shown * 100 + "%";
    left.textContent = say("black") + (chance === null ? "" : " " + percent(chance));
    right.textContent = say("white") + (chance === null ? "" : " " + percent(1 - chance));
    left.className = "balance-text on-black " + (shown < 0.2 ? "outside" : "");
    right.className = "balance-text on-white " + (shown > 0.8 ? "inside" : "");
    bar.setAttribute("aria-label", chance === null ? say("chancesUnknown")
      : say("chancesAre", { black: percent(chance), white: percent(1 - chance) }));
  }

  drawControls() {
    const { line, ply, parts } = this, count = line ? line.cells.length : this.game.moves.length, at = line ? line.step : ply;
    parts.slider.max = count;
    parts.slider.value = at;
    parts.slider.disabled = !count;
    parts.counter.textContent = `${at} / ${count}`;
    parts.first.disabled = parts.previous.disabled = at === 0;
    parts.last.disabled = parts.next.disabled = this.atEnd();
    parts.play.setAttribute("aria-pressed", String(!!this.timer));
    parts.play.setAttribute("aria-label", say(this.timer ? "pause" : "playThrough"));
    parts.play.disabled = !count;
    parts.numbers.setAttribute("aria-pressed", String(this.numbers));
    document.body.dataset.ply = ply;
    document.body.dataset.line = line ? line.step : "";
    for (const button of document.querySelectorAll("button[data-ply]")) {
      button.setAttribute("aria-current", String(Number(button.dataset.ply) === ply));
    }
  }

  // ------------------------------------------------------------ parts and input

  build(host) {
    const control = (id, action) => element("button", { type: "button", id, onclick: () => {
      if (id !== "play") this.stopPlaying();
      action();
    } }, id === "play" ? [icon("start", "when-paused"), icon("pause", "when-playing")] : icon(id));
    const parts = {
      status: element("div", { id: "status", class: "unseen", role: "status", "aria-live": "polite" }),
      black: element("div", { class: "balance-black", id: "balance-black" }),
      left: element("span", { id: "balance-left" }),
      right: element("span", { id: "balance-right" }),
      title: element("strong", { id: "line-title" }),
      place: element("span", { id: "line-step" }),
      close: element("button", { type: "button", id: "line-close", onclick: () => this.closeLine() }),
      board: element("div", { class: "board", id: "board" }),
      first: control("first", () => this.step(-Infinity)),
      previous: control("previous", () => this.step(-1)),
      play: control("play", () => this.togglePlaying()),
      next: control("next", () => this.step(1)),
      last: control("last", () => this.step(Infinity)),
      slider: element("input", { type: "range", id: "slider", min: 0, max: 0, value: 0, step: 1, oninput: (event) => this.slide(event) }),
      counter: element("output", { id: "counter", for: "slider" }),
      numbers: element("button", { type: "button", id: "numbers", class: "small", onclick: () => this.toggleNumbers() }, "123"),
    };
    parts.bar = element("div", { class: "balance", id: "balance", role: "img" }, parts.black, parts.left, parts.right);
    parts.banner = element("div", { class: "line-banner", id: "line-banner", hidden: true }, element("div", {}, parts.title, parts.place), parts.close);
    parts.above = element("div", { class: "above" }, parts.bar, parts.banner);
    parts.controls = element("div", { class: "controls", role: "group" }, parts.first, parts.previous, parts.play, parts.next, parts.last,
      parts.slider, parts.counter, parts.numbers);
    this.parts = parts;
    this.translate();
    host.append(parts.above, parts.board, parts.controls, parts.status);
  }

  // Texts that do not change from move to move.
  translate() {
    const { parts } = this;
    const titles = { first: "firstPosition", previous: "previousMove", next: "nextMove", last: "lastPosition", numbers: "numbersOnStones" };
    for (const [part, name] of Object.entries(titles)) {
      parts[part].title = say(name);
      parts[part].setAttribute("aria-label", say(name));
    }
    parts.play.title = say("playThrough");
    parts.close.textContent = say("backToGame");
    parts.slider.setAttribute("aria-label", say("move"));
    parts.controls.setAttribute("aria-label", say("stepThrough"));
  }

  slide(event) {
    this.stopPlaying();
    const value = Number(event.target.value);
    if (!this.line) return this.goTo(value);
    this.line.step = value;
    this.update();
  }

  clickStone(event) {
    const ply = Number(event.target.dataset?.ply);
    if (!ply || this.hooks.stoneAction === null) return;
    this.stopPlaying();
    this.goTo(ply);
  }

  listenToKeys() {
    const own = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.step(-Infinity),
      End: () => this.step(Infinity),
      Escape: () => this.closeLine(),
      " ": () => this.togglePlaying(),
      n: () => this.toggleNumbers(),
    };
    document.addEventListener("keydown", (event) => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (["SELECT", "TEXTAREA"].includes(target.tagName) || (target.tagName === "INPUT" && target.type !== "range")) return;
      if (key === " " && ["BUTTON", "SUMMARY"].includes(target.tagName)) return;
      if (target.closest?.("dialog") || (target.type === "range" && target !== this.parts.slider)) return;
      const name = key.length === 1 ? key.toLowerCase() : key;
      const action = this.hooks.keys?.[name] ?? own[name];
      if (!action) return;
      event.preventDefault();
      if (key !== " ") this.stopPlaying();
      action(event);
    });
  }
}

// The name of a line by its first move.
export function lineTitle(name, line) {
  if (line.decidedIn === undefined) return name;
  const winner = colorName(line.wins ? line.whiteFirst : !line.whiteFirst);
  return `${name} – ${say("winsIn", { color: winner, count: line.decidedIn })}`;
}
