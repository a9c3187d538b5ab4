// What a game can be taken away as: a list of moves, an address, a picture.
import { cellName, emptyGame } from "../../shared/game.js";
import { cutAtEnd } from "./ending.js";
import { addMoves, checkSize } from "./record.js";

export const moveString = (game, ply = game.moves.length) =>
  game.moves.slice(0, ply).map((move) => cellName(game, move.cell).toLowerCase()).join("");

// The part of an address behind "#": mode, rule, board, moves, and how many of them are shown.
export function fragmentOf(mode, game, ply) {
  const size = game.width === game.height ? game.width : `${game.width}x${game.height}`;
  const fields = { mode, rule: game.rule, size, moves: moveString(game) };
  for (const [name, kind] of [["black", 0], ["white", 1]]) {
    const cells = game.setup.filter(([, own]) => own === kind).map(([cell]) => cellName(game, cell).toLowerCase());
    if (cells.length) fields[name] = cells.join("");
  }
  if (game.whiteFirst) fields.first = "white";
  if (ply < game.moves.length) fields.at = ply;
  return "#" + new URLSearchParams(fields);
}

// { mode, game, ply } of such an address, or null if it is none.
export function readFragment(fragment, rules) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const mode = fields.get("mode");
  if (!mode) return null;
  const [width, height = width] = (fields.get("size") ?? "15").split("x").map(Number);
  checkSize(width, height);
  const game = emptyGame(rules.includes(fields.get("rule")) ? fields.get("rule") : "freestyle", width, height);
  game.whiteFirst = fields.get("first") === "white";
  for (const [name, kind] of [["black", 0], ["white", 1]]) {
    addMoves(game, fields.get(name) ?? "");
    game.setup.push(...game.moves.splice(0).map((move) => [move.cell, kind]));
  }
  addMoves(game, fields.get("moves") ?? "", game.whiteFirst);
  const at = Number.parseInt(fields.get("at") ?? "", 10);
  return { mode, game: cutAtEnd(game), ply: Number.isNaN(at) ? game.moves.length : at };
}

// Properties that a picture needs where no style sheet follows it.
const PAINT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity"];
const TYPE = ["font-size", "font-weight", "font-family", "text-anchor"];

// The board as a picture of its own, which every program draws like the page.
export function boardSvg(view) {
  const shown = view.board.svg, svg = shown.cloneNode(true);
  const pairs = [...shown.querySelectorAll("#board-content *")].map((part, index) => [part, svg.querySelectorAll("#board-content *")[index]]);
  for (const [part, copy] of pairs) {
    const style = getComputedStyle(part);
    for (const name of part.tagName === "text" ? [...PAINT, ...TYPE] : PAINT) copy.setAttribute(name, style.getPropertyValue(name));
    if (part.matches(".stone")) copy.setAttribute("fill", part.getAttribute("fill"));
    for (const name of ["class", "tabindex", "role", "data-ply", "data-cell"]) copy.removeAttribute(name);
  }
  svg.querySelector(".ghost")?.replaceChildren();
  const { width, height } = shown.viewBox.baseVal;
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height })) svg.setAttribute(name, value);
  return new XMLSerializer().serializeToString(svg);
}

export async function svgToPng(text, width) {
  const image = new Image();
  const address = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = () => reject(new Error("the picture cannot be drawn"));
    image.src = address;
  });
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.round((width * image.height) / image.width);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

// Lets the browser save a file.
export function save(name, content, type) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
