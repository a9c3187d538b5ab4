// Lines of play in lists.
import { element } from "./dom.js";
import { cellName } from "./game.js";
import { percent, say } from "./words.js";

// A row for a line of play in a list: a letter, its first move, its value, and what follows. The first `skipped` moves
// of a line that leads on from another one are not told again.
export function lineRow(game, line, { tag, isPlayed, isCurrent, open }) {
  const shown = line.cells.slice(line.skipped ?? 0);
  const rest = shown.slice(1).map((cell) => cellName(game, cell)).join(" ");
  const names = [isPlayed && "played", isCurrent && "current"].filter(Boolean).join(" ");
  return element("button", { type: "button", class: names, onclick: open, title: say("showLine") },
    element("span", { class: "tag", "aria-hidden": "true" }, tag),
    element("span", { class: "where" }, cellName(game, shown[0])),
    element("span", { class: "worth" }, worthOf(line)),
    element("span", { class: "rest" }, (isPlayed ? say("played") + (rest ? " · " : "") : "") + rest));
}

// The value of a line for the side to move.
function worthOf(line) {
  if (line.decidedIn === undefined) return percent(line.chance);
  // Who wins a line is told for its first move, values for the first that is shown.
  const wins = line.wins === ((line.skipped ?? 0) % 2 === 0);
  return say(wins ? "lineWins" : "lineLoses", { count: line.decidedIn });
}
