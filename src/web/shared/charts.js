// The curve of the chances and the bars of the times of a game. Draws what is known; positions without a value leave a gap.
import { clamp, label, shape } from "./dom.js";
import { cellName } from "./game.js";
import { say, seconds } from "./words.js";

const LEFT = 46;
const RIGHT = 8;

// Charts grow with the letters of the page; they are drawn for letters of 16 pixels.
const scaleNow = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
const widthOf = (host, scale) => Math.max(240, host.clientWidth / scale);

// Draws in `host` and returns { move(ply), plyAt(pixel) }. marks: move -> { kind, name } or null.
export function drawCurve(host, game, marks = () => null) {
  const scale = scaleNow(), width = widthOf(host, scale), height = 170;
  const top = 8, bottom = 20, half = (height - top - bottom) / 2;
  // A page may have several curves, and names hold for all of it.
  const above = host.id + "-above", below = host.id + "-below";
  const count = Math.max(game.moves.length, 1);
  const x = (ply) => LEFT + ((width - LEFT - RIGHT) * ply) / count;
  const y = (chance) => top + 2 * half * (1 - chance);
  // Nobody chose the moves of an opening, and their values jump: the curve begins behind them.
  const isShown = (ply) => game.moves[ply]?.kind !== "opening";
  const known = Array.from({ length: game.moves.length + 1 }, (_, ply) => (isShown(ply) ? game.positions[ply]?.chance : null) ?? null);
  const runs = runsOf(known).map((run) => run.map(([ply, chance]) => `${x(ply).toFixed(1)},${y(chance).toFixed(1)}`));
  const closed = runsOf(known).map((run, index) =>
    `M${x(run[0][0])},${y(0.5)}L${runs[index].join("L")}L${x(run.at(-1)[0])},${y(0.5)}Z`).join("");
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, height: height * scale, role: "img", "aria-label": say("curveLabel", { count: game.moves.length }) },
    shape("defs", {},
      shape("clipPath", { id: above }, shape("rect", { x: 0, y: 0, width, height: top + half })),
      shape("clipPath", { id: below }, shape("rect", { x: 0, y: top + half, width, height }))),
    shape("rect", { class: "frame", x: LEFT, y: top, width: width - LEFT - RIGHT, height: 2 * half, rx: 6 }),
    shape("path", { class: "black-better", d: closed, "clip-path": `url(#${above})` }),
    shape("path", { class: "white-better", d: closed, "clip-path": `url(#${below})` }),
    shape("line", { class: "middle", x1: LEFT, x2: width - RIGHT, y1: y(0.5), y2: y(0.5) }),
    shape("path", { class: "value", id: host.id + "-line", d: runs.map((run) => "M" + run.join("L")).join("") }));
  for (const [chance, text] of [[1, say("black")], [0.5, "50 %"], [0, say("white")]]) {
    svg.append(label({ x: LEFT - 5, y: clamp(y(chance) + 4, 14, height - bottom), "text-anchor": "end" }, text));
  }
  const every = [5, 10, 20, 50, 100].find((gap) => (count / gap) * 34 < width - LEFT) || 200;
  for (let ply = every; ply <= game.moves.length; ply += every) {
    svg.append(label({ x: x(ply), y: height - 4, "text-anchor": "middle" }, ply));
  }
  game.moves.forEach((move, index) => {
    const mark = marks(move), chance = known[index + 1];
    if (!mark || chance === null) return;
    const title = shape("title");
    title.textContent = `${index + 1}. ${cellName(game, move.cell)}: ${mark.name}`;
    svg.append(shape("circle", { class: "point " + mark.kind, cx: x(index + 1), cy: y(chance), r: 5, style: "fill: var(--kind)" }, title));
  });
  const cursor = shape("line", { class: "cursor", y1: top, y2: height - bottom });
  const here = shape("circle", { class: "here", r: 8 });
  svg.append(cursor, here);
  host.replaceChildren(svg);
  const move = (ply) => {
    const chance = known[ply] ?? null;
    cursor.setAttribute("x1", x(ply));
    cursor.setAttribute("x2", x(ply));
    here.setAttribute("visibility", chance === null ? "hidden" : "visible");
    here.setAttribute("cx", x(ply));
    here.setAttribute("cy", y(chance ?? 0.5));
  };
  return { move, plyAt: (pixel) => Math.round(((pixel / scale - LEFT) / (width - LEFT - RIGHT)) * count) };
}

// Neighbours that are known, as runs of [ply, chance].
function runsOf(known) {
  const runs = [];
  known.forEach((chance, ply) => {
    if (chance === null) return;
    if (ply > 0 && known[ply - 1] !== null) runs.at(-1).push([ply, chance]);
    else runs.push([[ply, chance]]);
  });
  return runs;
}

// The same for the times of the moves; null if none is known.
export function drawTimes(host, game) {
  const most = Math.max(0, ...game.moves.map((move) => move.milliseconds ?? 0));
  host.replaceChildren();
  if (!most) return null;
  const scale = scaleNow(), width = widthOf(host, scale), height = 64, top = 4;
  const slot = (width - LEFT - RIGHT) / game.moves.length;
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, height: height * scale, role: "img", "aria-label": say("timesLabel", { most: seconds(most) }) },
    label({ x: LEFT - 5, y: top + 10, "text-anchor": "end" }, seconds(most)));
  const bars = game.moves.map((move, index) => {
    const isKnown = (move.milliseconds ?? null) !== null;
    const length = Math.max(isKnown ? 1.5 : 0, ((move.milliseconds ?? 0) / most) * (height - top - 2));
    const title = shape("title");
    title.textContent = `${index + 1}. ${cellName(game, move.cell)}: ${isKnown ? seconds(move.milliseconds) : say("notRecorded")}`;
    return shape("rect", { class: "bar " + (move.white ? "white" : "black"), x: LEFT + slot * (index + 0.5) + slot * 0.12,
      y: height - length, width: Math.max(1, slot * 0.76), height: length, rx: Math.min(2, slot / 4) }, title);
  });
  svg.append(...bars);
  host.replaceChildren(svg);
  let current = null;
  const move = (ply) => {
    current?.classList.remove("current");
    current = bars[ply - 1] ?? null;
    current?.classList.add("current");
  };
  return { move, plyAt: (pixel) => Math.round((pixel / scale - LEFT) / slot) };
}

// Lets a finger or a mouse on a chart choose the move. chart() gives the chart as it is now.
export function listenToChart(host, chart, goTo) {
  const follow = (event) => {
    const found = chart();
    if (found) goTo(found.plyAt(event.clientX - host.getBoundingClientRect().left));
  };
  host.addEventListener("pointerdown", follow);
  host.addEventListener("pointermove", (event) => {
    if (event.buttons & 1) follow(event);
  });
}

// Calls `draw` whenever the host gets another width.
export function redrawOnResize(host, draw) {
  let width = host.clientWidth;
  new ResizeObserver(() => {
    if (host.clientWidth === width) return;
    width = host.clientWidth;
    draw();
  }).observe(host);
}
