// The panel beside the board while playing: what is going on, what can be done, and the form of a new game.
import { element, icon } from "../shared/dom.js";
import { cellName } from "../shared/game.js";
import { say } from "../shared/words.js";
import { button, choice, field, rulesList, said, sizesList } from "./texts.js";

const TIMES = [["move:0.5", "½ s"], ["move:1", "1 s"], ["move:2", "2 s"], ["move:5", "5 s"], ["move:15", "15 s"], ["move:60", "60 s"]];
const CLOCKS = [["game:1+1", "1′ + 1″"], ["game:3+2", "3′ + 2″"], ["game:5+0", "5′"], ["game:10+5", "10′ + 5″"], ["game:30+0", "30′"]];

// Drawn signs of the actions.
const SIGNS = {
  undo: "M4 9h10a5.5 5.5 0 0 1 0 11H8M4 9l5-5M4 9l5 5",
  hint: "M12 3a6 6 0 0 0-3.5 10.9V16h7v-2.1A6 6 0 0 0 12 3zM9.5 19.5h5",
  resign: "M6 21V4M6 5h11l-2.5 3.5L17 12H6",
  rematch: "M5 12a7 7 0 0 1 12-5l2 2M19 12a7 7 0 0 1-12 5l-2-2M19 4v5h-5M5 20v-5h5",
};

export function playPanel(play) {
  const status = element("p", { class: "status-line", id: "play-status" });
  const actions = element("div", { class: "actions", id: "play-actions" });
  const moves = element("ol", { class: "moves", id: "play-moves" });
  const form = newGameForm(play);
  const root = element("div", { class: "panel", id: "panel-play" },
    element("article", { class: "card now" }, status, actions),
    element("article", { class: "card" }, said("h2", "newGame"), form),
    element("article", { class: "card moves-card" }, said("h2", "moves"), moves));

  const action = (key, run, sign, isOff = false, className = "") =>
    button(key, { id: "do-" + key, onclick: run, disabled: isOff, class: className }, sign && icon(SIGNS[sign]));

  const update = () => {
    status.textContent = play.status();
    const { phase, game } = play;
    const isRunning = phase === "human" || phase === "engine";
    const list = [];
    if (phase === "swap2") for (const [what, key] of play.swap2.choices()) list.push(action(key, () => play.swap2.choose(what), null, false, "primary"));
    if (isRunning) {
      list.push(action("undo", () => play.undo(), "undo", !game.moves.length));
      list.push(action("hint", () => play.askHint(), "hint", phase !== "human" || play.isAsking));
      list.push(action("resign", () => play.resign(), "resign"));
    }
    if (phase === "over") {
      list.push(action("rematch", () => play.begin(), "rematch", false, "primary"));
      list.push(action("undo", () => play.undo(), "undo", !game.moves.length));
      list.push(action("reviewGame", () => play.app.reviewGame(game), null));
    }
    if (game.moves.length && phase !== "swap2") list.push(action("analyseGame", () => play.app.analyseGame(game, play.app.view.ply), null));
    actions.replaceChildren(...list);
    root.classList.toggle("idle", phase === "idle");
    root.classList.toggle("running", isRunning || phase === "swap2");
    drawMoves();
  };

  let shown = "";
  const drawMoves = () => {
    const { game } = play;
    const key = game.moves.map((move) => move.cell).join() + game.width;
    if (key === shown) return;
    shown = key;
    moves.replaceChildren(...game.moves.map((move, index) => element("li", {}, element("button", { type: "button", "data-ply": index + 1,
      "aria-label": say("moveIs", { number: index + 1, color: say(move.white ? "white" : "black"), cell: cellName(game, move.cell) }),
      onclick: () => play.app.view.goTo(index + 1) }, element("span", { class: "number" }, index + 1 + "."), cellName(game, move.cell)))));
    moves.parentElement.hidden = !game.moves.length;
  };

  return { root, update, drawMoves };
}

function newGameForm(play) {
  const { settings, app } = play;
  const keep = (name, value) => {
    settings[name] = value;
    app.saveSettings();
  };
  const level = element("span", { class: "level-name" });
  const levelText = () => {
    level.textContent = say("level-" + settings.level);
  };
  const slider = element("input", { type: "range", id: "level", min: 1, max: 10, step: 1, value: settings.level, oninput: (event) => {
    keep("level", Number(event.target.value));
    slider.setAttribute("aria-valuetext", `${settings.level}: ${say("level-" + settings.level)}`);
    number.textContent = settings.level;
    levelText();
  } });
  const number = element("b", { class: "level-number" }, settings.level);
  app.onTranslate(levelText);
  levelText();
  const select = (id, name, list, read) => {
    const made = element("select", { id, onchange: (event) => keep(name, read(event.target.value)) }, list);
    made.value = settings[name];
    return made;
  };
  const times = [
    element("optgroup", { label: say("perMove") }, TIMES.map(([value, text]) => element("option", { value }, text))),
    element("optgroup", { label: say("perGame") }, CLOCKS.map(([value, text]) => element("option", { value }, text))),
  ];
  app.onTranslate(() => times.forEach((group, index) => { group.label = say(index ? "perGame" : "perMove"); }));
  const colors = [["black", "black"], ["white", "white"], ["random", "random"], ["swap2-me", "swap2Me"], ["swap2-engine", "swap2Engine"]];
  return element("form", { class: "form", id: "new-game", onsubmit: (event) => {
    event.preventDefault();
    play.begin();
  } },
    field("level", slider, element("span", { class: "level-shown" }, number, level)),
    element("fieldset", { class: "field" }, element("legend", { class: "field-name" }, said("span", "youPlay")),
      choice("color", colors, settings.color, (value) => keep("color", value))),
    element("div", { class: "field-row" },
      field("rule", select("play-rule", "rule", rulesList(), String)),
      field("board", select("play-size", "size", sizesList(), Number)),
      field("time", select("play-time", "time", times, String))),
    button("start", { type: "submit", class: "primary wide", id: "start-game" }, icon("start")));
}
