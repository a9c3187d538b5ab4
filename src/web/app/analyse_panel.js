// The panel beside the board while analysing: the engine's lines, the curve of the game, the stones to put.
import { drawCurve, listenToChart, redrawOnResize } from "../shared/charts.js";
import { element, icon } from "../shared/dom.js";
import { lineRow } from "../shared/line_rows.js";
import { markOf } from "../shared/kinds.js";
import { say } from "../shared/words.js";
import { mirrored, turned } from "./symmetry.js";
import { button, choice, field, rulesList, said, sizesList } from "./texts.js";

const MOST_LINES = 6;
const TOOLS = [["turns", "inTurn"], ["black", "black"], ["white", "white"], ["erase", "erase"]];

// 1234567 as "1.2 M".
function shortNumber(number) {
  if (number < 10_000) return String(number);
  return number < 1_000_000 ? Math.round(number / 1000) + " k" : (number / 1_000_000).toFixed(number < 10_000_000 ? 1 : 0) + " M";
}

// A decided game is not searched to any depth: only the longest line counts.
const depthText = ({ depth, longest, plies }) => (plies === undefined ? `${depth}–${longest}` : String(longest));

export function analysePanel(analyse) {
  const { app, settings } = analyse;
  const toggle = element("button", { type: "button", class: "primary", id: "analyse-toggle", onclick: () => analyse.toggle() });
  const count = element("select", { id: "analyse-lines", "data-say-label": "lines", onchange: (event) => {
    settings.lines = Number(event.target.value);
    app.saveSettings();
    if (analyse.isOn) {
      analyse.end();
      analyse.follow();
    }
  } }, Array.from({ length: MOST_LINES }, (_, index) => element("option", { value: index + 1 }, String(index + 1))));
  count.value = settings.lines;
  const facts = element("dl", { class: "live", id: "analyse-facts" });
  const lines = element("ol", { class: "lines", id: "analyse-lines-list" });
  const actions = element("div", { class: "actions", id: "analyse-actions" });
  const curve = element("div", { class: "curve", id: "analyse-curve" });
  const fill = button("fillCurve", { id: "fill-curve", onclick: () => {
    if (analyse.isFilling) analyse.isFilling = false;
    else analyse.fillCurve();
    update();
  } });
  const rule = element("select", { id: "analyse-rule", onchange: (event) => analyse.setRule(event.target.value) }, rulesList());
  const size = element("select", { id: "analyse-size", onchange: (event) => analyse.clear({ size: Number(event.target.value) }) }, sizesList());
  const turn = element("select", { id: "analyse-turn", onchange: (event) => analyse.setTurn(event.target.value === "white") },
    [said("option", "black", { value: "black" }), said("option", "white", { value: "white" })]);
  const root = element("div", { class: "panel", id: "panel-analyse" },
    element("article", { class: "card engine-card" },
      element("div", { class: "engine-head" }, toggle, element("label", { class: "inline" }, said("span", "lines"), count)),
      facts, lines, actions),
    element("article", { class: "card" }, element("div", { class: "card-head" }, said("h2", "chances"), fill), curve),
    element("article", { class: "card" }, said("h2", "position"),
      element("div", { class: "form" },
        element("fieldset", { class: "field" }, element("legend", { class: "field-name" }, said("span", "stonesToPut")),
          choice("tool", TOOLS, "turns", (value) => { analyse.tool = value; })),
        element("div", { class: "field-row" }, field("rule", rule), field("board", size), field("toMoveName", turn)),
        element("div", { class: "actions pairs" },
          button("clearBoard", { id: "clear-board", onclick: () => analyse.clear() }),
          button("undo", { id: "analyse-undo", onclick: () => analyse.undo() }),
          button("balanceOne", { id: "balance-one", onclick: () => analyse.balance(1) }),
          button("balanceTwo", { id: "balance-two", onclick: () => analyse.balance(2) }),
          button("turnBoard", { id: "turn-board", onclick: () => analyse.transform(turned) }),
          button("mirrorBoard", { id: "mirror-board", onclick: () => analyse.transform(mirrored) }),
          button("reviewGame", { id: "analyse-review", onclick: () => app.reviewGame(analyse.game) })))));

  let chart = null;
  const drawCurveNow = () => {
    if (!curve.isConnected || !curve.clientWidth) return;
    chart = drawCurve(curve, analyse.game, markOf);
    chart.move(app.view.ply);
  };
  listenToChart(curve, () => chart, (ply) => app.view.goTo(ply));
  redrawOnResize(curve, drawCurveNow);

  const drawFacts = () => {
    const told = analyse.found.facts;
    const pairs = [["depth", told ? depthText(told) : "–"], ["nodes", told ? shortNumber(told.nodes) : "–"],
      ["speed", told ? shortNumber(told.speed) + "/s" : "–"], ["time", told ? (told.milliseconds / 1000).toFixed(1) + " s" : "–"]];
    facts.replaceChildren(...pairs.map(([key, text]) => element("div", {}, element("dt", {}, say(key)), element("dd", {}, text))));
  };

  const update = () => {
    const isBusy = analyse.isOn && analyse.search && !analyse.search.isDone;
    toggle.replaceChildren(icon(analyse.isOn ? "pause" : "start"), say(analyse.isOn ? "stopAnalysis" : "startAnalysis"));
    toggle.setAttribute("aria-pressed", String(analyse.isOn));
    root.classList.toggle("thinking", !!isBusy);
    document.body.dataset.thinking = isBusy ? "true" : "";
    drawFacts();
    const found = analyse.lines();
    lines.replaceChildren(...found.map((line, index) => element("li", {}, lineRow(analyse.game, line, {
      tag: String.fromCharCode(65 + index), isPlayed: false, isCurrent: !line.skipped && app.view.line?.cells[0] === line.cells[0], open: () => analyse.openLine(line),
    }))));
    // Empty rows keep the place of those to come.
    for (let row = found.length; row < settings.lines; row++) lines.append(element("li", { class: "empty-line", "aria-hidden": "true" }));
    const win = app.view.line ? null : found.find((line) => line.wins);
    actions.replaceChildren(...(win ? [element("button", { type: "button", class: "win", id: "show-forced-win", disabled: !!analyse.task,
      onclick: () => analyse.showWin(win) }, "▶ " + say("showForcedWin", { count: win.decidedIn }))] : []));
    fill.firstElementChild.textContent = say(analyse.isFilling ? "stop" : "fillCurve");
    fill.hidden = !analyse.game.moves.length;
    rule.value = analyse.game.rule;
    size.value = analyse.game.width;
    turn.value = app.view.game === analyse.game && app.view.whiteToMove() ? "white" : "black";
    for (const id of ["balance-one", "balance-two"]) root.querySelector("#" + id).disabled = !!analyse.task || analyse.isOver();
    root.querySelector("#analyse-undo").disabled = !analyse.snapshots.length;
    root.querySelector("#analyse-review").disabled = !analyse.game.moves.length;
    drawCurveNow();
  };

  return { root, update: () => app.view.game && update(), drawCurve: drawCurveNow };
}
