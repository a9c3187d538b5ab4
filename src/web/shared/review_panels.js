// Everything beside the board of a reviewed game: curve, times, the move that is shown, key moments, players, moves.
// Shows what was found; finds nothing itself.
import { drawCurve, drawTimes, listenToChart, redrawOnResize } from "./charts.js";
import { dot, element } from "./dom.js";
import { cellName } from "./game.js";
import { lineTitle } from "./game_view.js";
import { isMarked, kindName, kindSign, markOf } from "./kinds.js";
import { lineRow } from "./line_rows.js";
import { colorName, percent, say, seconds } from "./words.js";

export class ReviewPanels {
  constructor(host, view) {
    this.view = view;
    this.charts = [];
    const part = (name, properties) => element(name, properties);
    this.parts = {
      curve: part("div", { class: "curve", id: "curve" }),
      times: part("div", { class: "times", id: "times" }),
      title: part("h2", { id: "now-title" }),
      text: part("p", { id: "now-text" }),
      actions: part("div", { class: "actions", id: "now-actions" }),
      linesTitle: part("h3", { id: "lines-title" }),
      lines: part("ol", { class: "lines", id: "lines" }),
      moments: part("ul", { class: "moments", id: "moments" }),
      summary: part("table", { class: "summary", id: "summary" }),
      moves: part("ol", { class: "moves", id: "moves" }),
    };
    this.build(host);
    [this.parts.curve, this.parts.times].forEach((chart, index) => listenToChart(chart, () => this.charts[index], (ply) => {
      view.stopPlaying();
      view.goTo(ply);
    }));
    redrawOnResize(this.parts.curve, () => this.drawCharts());
  }

  build(host) {
    const { parts } = this;
    this.titles = Object.fromEntries(["chances", "timePerMove", "keyMoments", "players", "allMoves"].map((name) =>
      [name, element(name === "timePerMove" ? "h3" : "h2")]));
    const { chances, timePerMove, keyMoments, players, allMoves } = this.titles;
    this.timesBlock = element("div", { id: "times-block" }, timePerMove, parts.times);
    host.append(
      element("article", { class: "card" }, chances, parts.curve, this.timesBlock),
      element("article", { class: "card now", id: "now", "aria-labelledby": "now-title" },
        parts.title, parts.text, parts.actions, parts.linesTitle, parts.lines),
      element("article", { class: "card" }, keyMoments, parts.moments),
      element("article", { class: "card" }, players, parts.summary),
      element("details", { class: "card" }, element("summary", {}, allMoves), parts.moves));
    this.translate();
  }

  translate() {
    for (const [name, title] of Object.entries(this.titles)) title.textContent = say(name);
  }

  // Draws what belongs to the whole game.
  showGame() {
    this.drawMoments();
    this.drawMoves();
    this.drawSummary();
    this.drawCharts();
  }

  drawCharts() {
    const { game, ply } = this.view;
    if (!game || !this.parts.curve.isConnected) return;
    this.timesBlock.hidden = !game.moves.some((move) => move.milliseconds);
    this.charts = [drawCurve(this.parts.curve, game, markOf), drawTimes(this.parts.times, game)];
    this.charts.forEach((chart) => chart?.move(ply));
  }

  // Draws what belongs to the move that is shown.
  update() {
    this.drawNow();
    this.charts.forEach((chart) => chart?.move(this.view.ply));
  }

  // ------------------------------------------------------------ lines

  linesOf(base) {
    const position = this.view.game.positions[base];
    return (position?.lines ?? []).map((line) => ({ ...line, base, whiteFirst: position.whiteMoves }));
  }

  // The engine's lines in the position before the newest move, or in the first one.
  alternatives() {
    return this.linesOf(Math.max(0, this.view.ply - 1));
  }

  openLine(line, title) {
    const { view } = this;
    const name = `${colorName(line.whiteFirst)} ${cellName(view.game, line.cells[0])}`;
    view.openLine({ ...line, title: title ?? lineTitle(name, line) });
  }

  // The win that was missed at the newest move, or that the newest move allows.
  winToShow() {
    const { game, ply } = this.view;
    const move = game.moves[ply - 1];
    if (!move) return null;
    if (move.kind === "missed-win") {
      const color = colorName(move.white);
      return { line: this.linesOf(ply - 1)[0], label: say("showMissedWin", { color }), title: say("missedWinOf", { color }) };
    }
    const line = this.linesOf(ply)[0];
    if (!move.allowsWin || !line?.wins) return null;
    const color = colorName(line.whiteFirst);
    return { line, label: say("showWin", { color }), title: say("winsByForce", { color }) };
  }

  showWin() {
    const win = this.winToShow();
    if (win) this.openLine(win.line, win.title);
  }

  nextMoment(by) {
    const { game, ply } = this.view;
    const marked = game.moves.map((move, index) => (isMarked(move) ? index + 1 : 0)).filter(Boolean);
    const found = by > 0 ? marked.find((at) => at > ply) : marked.filter((at) => at < ply).pop();
    if (found) this.view.goTo(found);
  }

  // ------------------------------------------------------------ hooks of the view

  hints() {
    const { game } = this.view;
    const taken = this.view.stones();
    return this.alternatives().map((line, index) => {
      const letter = String.fromCharCode(65 + index);
      const name = say("lineLabel", { letter, color: colorName(line.whiteFirst), cell: cellName(game, line.cells[0]) });
      return { cell: line.cells[0], letter, first: index === 0, label: name, open: () => this.openLine(line) };
    }).filter((hint) => !taken.has(hint.cell));
  }

  badge() {
    const move = this.view.game.moves[this.view.ply - 1];
    return move && isMarked(move) ? { cell: move.cell, sign: kindSign(move.kind), kind: move.kind } : null;
  }

  describe() {
    const { game, ply, line } = this.view;
    if (line) return `${line.title}, ${say("lineStep", { step: line.step, count: line.cells.length })}`;
    const move = game.moves[ply - 1];
    const chance = game.positions[ply] ? ` ${say("black")} ${percent(game.positions[ply].chance)}` : "";
    if (!move) return say("beforeFirst") + "." + chance;
    const told = say("moveIs", { number: ply, color: colorName(move.white), cell: cellName(game, move.cell) });
    return told + (move.kind ? ", " + kindName(move.kind) : "") + "." + chance;
  }

  // ------------------------------------------------------------ panels

  // What a move did, in a sentence or two.
  words(move, ply) {
    const { game } = this.view;
    const before = game.positions[ply - 1], after = game.positions[ply];
    if (!before || !after || !move.kind) return "";
    const values = {
      own: colorName(move.white), other: colorName(!move.white), cell: cellName(game, move.cell), kept: percent(move.kept),
      had: percent(move.white ? 1 - before.chance : before.chance), count: before.decidedIn, better: "",
    };
    const best = before.lines[0];
    if (best) values.better = cellName(game, best.cells[0]);
    if (move.kind === "missed-win") return say("saidMissed", values) + " " + say(move.allowsWin ? "saidNowOther" : "saidNoWin", values);
    if (ply === game.moves.length && game.five.length) return say("saidFive");
    if (move.allowsWin) return say("saidAllows", { ...values, count: after.decidedIn ?? 0 });
    if (isMarked(move)) return say("saidFalls", values) + (best ? " " + say("saidBetter", values) : "");
    if (before.decidedIn !== undefined && best) return say(best.wins ? "saidWins" : "saidLost", values);
    return say("saidChance", values);
  }

  drawNow() {
    const { game, ply } = this.view, { title, text, actions } = this.parts;
    const move = game.moves[ply - 1];
    actions.replaceChildren();
    if (!move) {
      title.replaceChildren(say("beforeFirst"));
      text.textContent = say("howToStep", { color: colorName(game.positions[0]?.whiteMoves ?? game.whiteFirst) });
    } else {
      const kind = move.kind ? element("span", { class: "kind " + move.kind }, [kindSign(move.kind), kindName(move.kind)].join(" ").trim()) : null;
      title.replaceChildren(...[dot(move.white), `${ply}. ${cellName(game, move.cell)}`, kind].filter(Boolean));
      text.textContent = this.words(move, ply) + ((move.milliseconds ?? null) === null ? "" : " " + say("saidTime", { time: seconds(move.milliseconds) }));
      const win = this.winToShow();
      if (win) actions.append(element("button", { type: "button", class: "win", id: "show-win", onclick: () => this.showWin() }, "▶ " + win.label));
    }
    this.drawLines(move);
  }

  drawLines(move) {
    const { game, ply, line: shown } = this.view;
    const lines = this.alternatives();
    this.parts.linesTitle.textContent = !lines.length ? "" : say(move ? "engineLines" : "firstMoves");
    const isPlayed = (line) => !!move && line.cells[0] === move.cell;
    if (move?.kind && lines.length && !lines.some(isPlayed)) {
      const after = game.positions[ply];
      lines.push({ base: ply - 1, whiteFirst: move.white, cells: [move.cell, ...(after?.lines[0]?.cells ?? [])], chance: move.kept,
        decidedIn: after?.decidedIn, wins: move.kept >= 1, whole: !!after?.lines[0]?.whole, isExtra: true });
    }
    this.parts.lines.replaceChildren(...lines.map((line, index) => element("li", {}, lineRow(game, line, {
      tag: line.isExtra ? "•" : String.fromCharCode(65 + index),
      isPlayed: isPlayed(line),
      isCurrent: shown?.base === line.base && shown?.cells[0] === line.cells[0],
      open: () => this.openLine(line),
    }))));
  }

  drawMoments() {
    const { game } = this.view;
    const rows = game.moves.map((move, index) => ({ move, ply: index + 1 })).filter(({ move }) => isMarked(move)).map(({ move, ply }) =>
      element("li", {}, element("button", { type: "button", "data-ply": ply, onclick: () => this.view.goTo(ply) },
        element("span", { class: "kind " + move.kind }, kindSign(move.kind)),
        dot(move.white),
        element("span", { class: "what" }, `${ply}. ${cellName(game, move.cell)} – ${kindName(move.kind).toLowerCase()}`),
        element("span", { class: "gone" }, move.kind === "missed-win" ? say("wonTo", { kept: percent(move.kept) }) : "−" + percent(move.loss)))));
    if (!rows.length) rows.push(element("li", { class: "none" }, say(game.players ? "noMistakes" : "notReviewed")));
    this.parts.moments.replaceChildren(...rows);
  }

  drawMoves() {
    const { game } = this.view;
    this.parts.moves.replaceChildren(...game.moves.map((move, index) => {
      const told = say("moveIs", { number: index + 1, color: colorName(move.white), cell: cellName(game, move.cell) });
      return element("li", {}, element("button", { type: "button", class: move.kind ?? "good", "data-ply": index + 1, onclick: () => this.view.goTo(index + 1),
        "aria-label": told + (move.kind ? ", " + kindName(move.kind) : "") },
        element("span", { class: "number" }, index + 1 + "."), cellName(game, move.cell) + " ",
        isMarked(move) ? element("span", { class: "sign" }, kindSign(move.kind)) : null));
    }));
  }

  drawSummary() {
    const { game } = this.view, { summary } = this.parts;
    summary.parentElement.hidden = !game.players;
    if (!game.players) return;
    const [black, white] = game.players;
    const time = (isWhite) => {
      const all = game.moves.filter((move) => move.white === isWhite && (move.milliseconds ?? null) !== null);
      return all.length ? seconds(all.reduce((sum, move) => sum + move.milliseconds, 0)) : "–";
    };
    const share = (player) => (player.moves ? percent(player.best / player.moves) : "–");
    const lost = (player) => (player.loss * 100).toFixed(1) + " %";
    const rows = [
      ["", "engineChoice", share(black), share(white)],
      ["", "chanceLost", lost(black), lost(white)],
      ["missed-win", "missedWins", black.missedWins, white.missedWins],
      ["blunder", "blunders", black.blunders, white.blunders],
      ["mistake", "mistakes", black.mistakes, white.mistakes],
      ["inaccuracy", "inaccuracies", black.inaccuracies, white.inaccuracies],
      ["", "timeUsed", time(false), time(true)],
    ];
    const head = element("thead", {}, element("tr", {}, element("td"),
      element("th", { scope: "col" }, dot(false), " ", game.black), element("th", { scope: "col" }, dot(true), " ", game.white)));
    const body = element("tbody", {}, rows.map(([kind, name, one, two]) => element("tr", { class: kind },
      element("th", { scope: "row" }, kind ? element("span", { class: "sign", "aria-hidden": "true" }, kindSign(kind)) : null, say(name)),
      element("td", {}, one), element("td", {}, two))));
    summary.replaceChildren(head, body);
  }
}

// Names, result and facts of a game above everything.
export function headingOf(game) {
  const won = say({ black: "blackWins", white: "whiteWins", draw: "draw" }[game.winner] ?? "noResult");
  const rule = say("rule-" + game.rule) + (game.ruleIsTold ? "" : ` (${say("assumed")})`);
  return {
    result: { black: "1 – 0", white: "0 – 1", draw: "½ – ½" }[game.winner] ?? "–",
    facts: [won + (game.how ? ": " + game.how : ""), say("countOfMoves", { count: game.moves.length }), `${rule}, ${game.width}×${game.height}`].join(" · "),
  };
}
