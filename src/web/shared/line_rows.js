// Lines of play in lists.
import { element } from "./dom.js";
import { cellName } from "./game.js";
import { percent, say } from "./words.js";

// A row for a line of play in a list: a letter, its first move, its value, and what follows.
export function lineRow(game, line, { tag, isPlayed, isCurrent, open }) {
  const rest = line.cells.slice(1).map((cell) => cellName(game, cell)).join(" ");
  const names = [isPlayed && "played", isCurrent && "current"].filter(Boolean).join(" ");
  return element("button", { type: "button", class: names, onclick: open, title: say("showLine") },
    element("span", { class: "tag", "aria-hidden": "true" }, tag),
    element("span", { class: "where" }, cellName(game, line.cells[0])),
    element("span", { class: "worth" }, worthOf(line)),
    element("span", { class: "rest" }, (isPlayed ? say("played") + (rest ? " · " : "") : "") + rest));
}

// The value of a line for the side to move.
export function worthOf(line) {
  if (line.decidedIn === undefined) return percent(line.chance);
  return say(line.wins ? "lineWins" : "lineLoses", { count: line.decidedIn });
}
