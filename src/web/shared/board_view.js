// Draws a board: the wood once for a size, stones and marks as they are told. Knows no game and no rule.
import { label, shape } from "./dom.js";
import { columnName } from "./game.js";

// The distance of two lines, and the room beside the first and the last one.
const CELL = 40;
const WIDE = 41;
const NARROW = 30;

export class BoardView {
  constructor(host) {
    this.host = host;
    this.width = this.height = 0;
    this.shownStones = "";
  }

  // Makes the board for a size; does nothing if it has that size already.
  resize(width, height) {
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.shownStones = "";
    const across = WIDE + NARROW + (width - 1) * CELL, down = WIDE + NARROW + (height - 1) * CELL;
    this.layers = Object.fromEntries(["marks", "stones", "hints", "ghost"].map((name) => [name, shape("g", { class: name })]));
    const content = shape("g", { id: "board-content", class: "board-content" }, ...this.wood(across, down), ...Object.values(this.layers));
    this.svg?.remove();
    this.svg = shape("svg", { viewBox: `0 0 ${across} ${down}`, role: "group" }, gradients(), content);
    this.host.prepend(this.svg);
  }

  middle(cell) {
    return [WIDE + (cell % this.width) * CELL, NARROW + Math.floor(cell / this.width) * CELL];
  }

  // The cell under a place on the screen, if any.
  cellAt(clientX, clientY) {
    const box = this.svg.getBoundingClientRect();
    const scale = this.svg.viewBox.baseVal.width / box.width;
    const x = Math.round(((clientX - box.left) * scale - WIDE) / CELL);
    const y = Math.round(((clientY - box.top) * scale - NARROW) / CELL);
    return x >= 0 && x < this.width && y >= 0 && y < this.height ? y * this.width + x : null;
  }

  // How wide a cell is on the screen.
  cellPixels() {
    return (this.svg.getBoundingClientRect().width / this.svg.viewBox.baseVal.width) * CELL;
  }

  wood(across, down) {
    const { width, height } = this;
    const right = WIDE + (width - 1) * CELL, bottom = NARROW + (height - 1) * CELL;
    const parts = ["wood", "sheen"].map((name) => shape("rect", { class: name, width: across, height: down, rx: 12 }));
    for (let x = 0; x < width; x++) {
      const at = WIDE + x * CELL, edge = x === 0 || x === width - 1;
      parts.push(shape("line", { class: "grid", x1: at, x2: at, y1: NARROW, y2: bottom, "stroke-width": edge ? 2.4 : 1.3 }));
      parts.push(label({ class: "label", x: at, y: down - 9.5, "font-size": 13.5 }, columnName(x)));
    }
    for (let y = 0; y < height; y++) {
      const at = NARROW + y * CELL, edge = y === 0 || y === height - 1;
      parts.push(shape("line", { class: "grid", x1: WIDE, x2: right, y1: at, y2: at, "stroke-width": edge ? 2.4 : 1.3 }));
      parts.push(label({ class: "label", x: 12.5, y: at + 4.8, "font-size": 13.5 }, height - y));
    }
    for (const cell of stars(width, height)) {
      const [cx, cy] = this.middle(cell);
      parts.push(shape("circle", { class: "star", cx, cy, r: 4.5 }));
    }
    return parts;
  }

  // stones: [{ cell, kind, number, newest, faded, inLine, winning, open }], the newest last.
  drawStones(stones) {
    const shown = JSON.stringify(stones);
    if (shown === this.shownStones) return;
    this.shownStones = shown;
    const layer = this.layers.stones;
    layer.replaceChildren();
    for (const stone of stones) this.drawStone(layer, stone);
  }

  drawStone(layer, stone) {
    const [x, y] = this.middle(stone.cell);
    if (stone.kind === 2) {
      layer.append(shape("rect", { class: "wall", x: x - 17, y: y - 17, width: 34, height: 34, rx: 6 }));
      return;
    }
    const color = stone.kind ? "white" : "black";
    const names = ["stone", color, stone.faded && "faded", stone.inLine && "line-stone", stone.winning && "winning", stone.newest && "new"];
    layer.append(shape("circle", { class: names.filter(Boolean).join(" "), cx: x, cy: y, r: 18, fill: `url(#stone-${color})`,
      "data-ply": stone.ply }));
    if (stone.number) {
      const size = stone.number > 99 ? 14.5 : 17.5;
      layer.append(label({ class: "on-" + color, x, y: y + size * 0.36, "font-size": size }, stone.number));
    }
    if (stone.newest && !stone.inLine) layer.append(shape("circle", { class: "newest", cx: x, cy: y, r: stone.number ? 19.5 : 6 }));
  }

  // Points that a rule forbids: [cell].
  drawForbidden(cells) {
    this.layers.marks.replaceChildren(...cells.map((cell) => {
      const [x, y] = this.middle(cell);
      return shape("path", { class: "forbidden", d: `M${x - 8},${y - 8}l16,16M${x - 8},${y + 8}l16,-16` });
    }));
  }

  // Letters to choose from, and the sign of a judgement:
  // hints [{ cell, letter, value, label, first, open }], badge { cell, sign, kind } or null.
  drawHints(hints, badge) {
    const layer = this.layers.hints;
    const focused = layer.contains(document.activeElement) ? document.activeElement.dataset.cell : null;
    layer.replaceChildren(...hints.map((hint) => this.hint(hint)));
    if (badge) layer.append(this.badge(badge));
    if (focused) layer.querySelector(`[data-cell="${focused}"]`)?.focus();
  }

  hint({ cell, letter, value, label: name, first, open }) {
    const [x, y] = this.middle(cell);
    const texts = value
      ? [label({ class: "letter", x, y: y - 1, "font-size": 13 }, letter), label({ class: "value", x, y: y + 10.5, "font-size": 10.5 }, value)]
      : [label({ x, y: y + 6, "font-size": 17 }, letter)];
    const hint = shape("g", { class: first ? "hint first" : "hint", tabindex: 0, role: "button", "aria-label": name, "data-cell": cell },
      shape("circle", { cx: x, cy: y, r: value ? 17.5 : 15 }), ...texts);
    hint.addEventListener("click", (event) => {
      event.stopPropagation();
      open(event);
    });
    hint.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      open(event);
    });
    return hint;
  }

  badge({ cell, sign, kind }) {
    const [x, y] = this.middle(cell);
    return shape("g", { class: "badge " + kind },
      shape("circle", { cx: x + 15, cy: y - 15, r: 12 }), label({ x: x + 15, y: y - 10 }, sign));
  }

  // A stone that is about to be put: { cell, white, aimed }, or null. Aimed ones have lines to the edges.
  drawGhost(ghost) {
    const layer = this.layers.ghost;
    layer.replaceChildren();
    if (!ghost) return;
    const [cx, cy] = this.middle(ghost.cell);
    if (ghost.aimed) {
      const [right, bottom] = this.middle(this.width * this.height - 1);
      layer.append(shape("path", { class: "aim", d: `M${WIDE},${cy}H${right}M${cx},${NARROW}V${bottom}` }));
    }
    if (ghost.white !== undefined) {
      const color = ghost.white ? "white" : "black";
      layer.append(shape("circle", { class: "ghost-stone", cx, cy, r: 18, fill: `url(#stone-${color})` }));
    }
    if (ghost.aimed) layer.append(shape("circle", { class: "aim-ring", cx, cy, r: 20 }));
  }
}

function gradients() {
  const stops = (list, opacities = []) => list.map(([offset, color], index) =>
    shape("stop", { offset, "stop-color": color, "stop-opacity": opacities[index] ?? 1 }));
  return shape("defs", {},
    shape("linearGradient", { id: "board-sheen", x1: 0, y1: 0, x2: 1, y2: 1 }, ...stops([[0, "#fff"], [0.5, "#fff"], [1, "#5a3a10"]], [0.14, 0, 0.1])),
    shape("radialGradient", { id: "stone-black", cx: "36%", cy: "30%", r: "75%" }, ...stops([[0, "#6a6a72"], [0.45, "#2c2c31"], [1, "#0d0d10"]])),
    shape("radialGradient", { id: "stone-white", cx: "36%", cy: "30%", r: "80%" }, ...stops([[0, "#ffffff"], [0.6, "#f3f0e8"], [1, "#cfc9bb"]])));
}

// The dots that help the eye: the middle, and the fourth lines on boards large enough.
function stars(width, height) {
  const along = (count) => {
    if (count % 2) return count >= 13 ? [3, (count - 1) / 2, count - 4] : [(count - 1) / 2];
    return count >= 12 ? [4, count - 5] : [];
  };
  const columns = along(width), rows = along(height);
  const isMiddle = (list, at) => list.length % 2 === 1 && list[(list.length - 1) / 2] === at;
  // Between the corners only the middle has a dot, or the board would look like one for go.
  return rows.flatMap((y) => columns.filter((x) => isMiddle(columns, x) === isMiddle(rows, y)).map((x) => y * width + x));
}
