// How people put stones: a mouse shows the stone before it is put, a finger aims with a magnifier and confirms,
// keys move a cursor. Knows the board's picture, not the game: where a stone may lie the page tells.
import { element, icon, shape } from "../shared/dom.js";
import { say } from "../shared/words.js";

// Cells narrower than this, in CSS pixels, are too small for a finger to be sure.
const SURE_PIXELS = 40;
// What the magnifier shows, in cells to each side.
const MAGNIFIED = 2.6;

// hooks: mayPlace(cell), place(cell), white() (undefined for an eraser), name(cell), announce(text)
export class Placing {
  constructor(view, hooks) {
    Object.assign(this, { view, hooks, confirm: "auto", aim: null, cursor: null, pressed: null });
    const host = view.parts.board;
    this.loupe = element("div", { class: "loupe", hidden: true, "aria-hidden": "true" });
    this.bar = element("div", { class: "confirm", hidden: true },
      element("button", { type: "button", class: "confirm-yes", id: "confirm-stone", onclick: () => this.commit() }),
      element("button", { type: "button", class: "confirm-no", id: "cancel-stone", onclick: () => this.cancel() }));
    this.translate();
    host.append(this.loupe);
    view.parts.controls.before(this.bar);
    host.tabIndex = 0;
    host.setAttribute("role", "application");
    host.addEventListener("pointermove", (event) => this.move(event));
    host.addEventListener("pointerdown", (event) => this.down(event));
    host.addEventListener("pointerup", (event) => this.up(event));
    host.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.show(null));
    host.addEventListener("pointercancel", () => this.cancel());
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("blur", () => this.setCursor(null));
  }

  translate() {
    const [yes, no] = this.bar.children;
    yes.replaceChildren(icon("M5 13l4.5 4.5L19 7"), say("placeStone"));
    no.replaceChildren(icon("M6 6l12 12M18 6L6 18"), say("cancel"));
    this.view.parts.board.setAttribute("aria-label", say("boardKeys"));
  }

  needsConfirmation() {
    return this.confirm === "always" || (this.confirm === "auto" && this.view.board.cellPixels() < SURE_PIXELS);
  }

  show(cell, isAimed = false) {
    const isFree = cell !== null && this.hooks.mayPlace(cell);
    this.view.board.drawGhost(isFree || (isAimed && cell !== null)
      ? { cell, white: isFree ? this.hooks.white() : undefined, aimed: isAimed } : null);
  }

  // ------------------------------------------------------------ mouse and finger

  move(event) {
    const cell = this.view.board.cellAt(event.clientX, event.clientY);
    if (event.pointerType === "mouse") {
      if (this.aim === null) this.show(cell);
    } else if (this.pressed && cell !== null) this.aimAt(cell, event);
  }

  down(event) {
    if (event.button) return;
    const cell = this.view.board.cellAt(event.clientX, event.clientY);
    this.pressed = { cell, aim: this.aim };
    if (event.pointerType === "mouse" || cell === null || !this.needsConfirmation()) return;
    if (event.target.closest(".hint")) return;
    this.aimAt(cell, event);
  }

  up(event) {
    const { pressed } = this;
    this.pressed = null;
    this.loupe.hidden = true;
    if (!pressed || event.target.closest?.(".hint")) return;
    const cell = this.view.board.cellAt(event.clientX, event.clientY);
    if (event.pointerType === "mouse" || !this.needsConfirmation()) {
      if (cell !== null && cell === pressed.cell && this.hooks.mayPlace(cell)) this.place(cell);
      return;
    }
    // A second tap on the stone that waits is as good as the button.
    if (cell !== null && pressed.aim === cell && pressed.cell === cell) this.commit();
    else if (this.aim !== null && !this.hooks.mayPlace(this.aim)) this.cancel();
  }

  aimAt(cell, event) {
    this.aim = cell;
    this.show(cell, true);
    const isFree = this.hooks.mayPlace(cell);
    this.bar.hidden = !isFree;
    if (isFree) this.hooks.announce(this.hooks.name(cell));
    this.magnify(cell, event);
  }

  magnify(cell, event) {
    const { board } = this.view, [x, y] = board.middle(cell), reach = MAGNIFIED * 40;
    const picture = shape("svg", { viewBox: `${x - reach} ${y - reach} ${2 * reach} ${2 * reach}` }, shape("use", { href: "#board-content" }));
    this.loupe.replaceChildren(picture);
    this.loupe.hidden = false;
    const box = this.view.parts.board.getBoundingClientRect(), half = this.loupe.offsetWidth / 2;
    const left = Math.min(Math.max(event.clientX - box.left, half), box.width - half);
    const isBelow = event.clientY - box.top < 2 * half;
    this.loupe.style.left = left - half + "px";
    this.loupe.style.top = event.clientY - box.top + (isBelow ? 60 : -2 * half - 40) + "px";
  }

  commit() {
    const { aim } = this;
    if (aim !== null && this.hooks.mayPlace(aim)) this.place(aim);
    else this.cancel();
  }

  place(cell) {
    this.cancel();
    this.hooks.place(cell);
  }

  cancel() {
    this.aim = null;
    this.pressed = null;
    this.loupe.hidden = this.bar.hidden = true;
    this.view.board.drawGhost(null);
  }

  // ------------------------------------------------------------ keys

  // While the board has the focus, arrows move a cursor, Enter and space put a stone.
  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const { width, height } = this.view.board;
    if (event.target !== this.view.parts.board || event.ctrlKey || event.metaKey || event.altKey) return;
    if (steps[event.key]) {
      const [dx, dy] = steps[event.key];
      const at = this.cursor ?? Math.floor(height / 2) * width + Math.floor(width / 2);
      const x = Math.min(width - 1, Math.max(0, (at % width) + (this.cursor === null ? 0 : dx)));
      const y = Math.min(height - 1, Math.max(0, Math.floor(at / width) + (this.cursor === null ? 0 : dy)));
      this.setCursor(y * width + x);
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor !== null) {
      if (this.hooks.mayPlace(this.cursor)) this.hooks.place(this.cursor);
      this.show(this.cursor, true);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  setCursor(cell) {
    this.cursor = cell;
    this.show(cell, true);
    if (cell !== null) this.hooks.announce(this.hooks.name(cell));
  }
}
