// The page of reviewed games: the parts that all pages share, with the data that the program put into this one.
import { byId, element } from "../../web/shared/dom.js";
import { GameView } from "../../web/shared/game_view.js";
import { isMarked } from "../../web/shared/kinds.js";
import { headingOf, ReviewPanels } from "../../web/shared/review_panels.js";
import { say, useWords } from "../../web/shared/words.js";
import { ENGLISH } from "../../web/shared/words_en.js";

useWords(ENGLISH);
const data = JSON.parse(byId("data").textContent);
const shown = { number: -1 };

const view = new GameView(byId("left"), {
  hints: () => panels.hints(),
  badge: () => panels.badge(),
  describe: () => panels.describe(),
  changed: () => {
    panels.update();
    keepAddress();
  },
  keys: { ArrowUp: () => panels.nextMoment(-1), ArrowDown: () => panels.nextMoment(1), w: () => panels.showWin() },
});
const panels = new ReviewPanels(byId("right"), view);

function keepAddress() {
  try {
    history.replaceState(null, "", `#${shown.number + 1}.${view.ply}`);
  } catch {
    // Some browsers allow no addresses for local files; nothing else depends on them.
  }
}

function openGame(number, ply = 0) {
  shown.number = Math.min(Math.max(number, 0), data.games.length - 1);
  const game = data.games[shown.number];
  byId("game").value = String(shown.number);
  const { result, facts } = headingOf(game);
  byId("black-name").textContent = game.black;
  byId("white-name").textContent = game.white;
  byId("result").textContent = result;
  byId("facts").textContent = facts;
  view.show(game, ply);
  panels.showGame();
}

// An address such as #2.31 is the second game after 31 moves.
function openAddress() {
  const [number, ply] = location.hash.slice(1).split(".").map((part) => Number.parseInt(part, 10) || 0);
  if (number - 1 !== shown.number || ply !== view.ply) openGame(Math.max(0, number - 1), ply);
}

const RESULTS = { black: "1–0", white: "0–1", draw: "½–½" };
byId("picker").hidden = data.games.length < 2;
byId("game").append(...data.games.map((game, index) => {
  const marked = game.moves.filter(isMarked).length;
  return element("option", { value: index },
    `${index + 1}. ${game.black} ${RESULTS[game.winner] ?? "–"} ${game.white} · ${say("countOfMoves", { count: game.moves.length })} · ${marked} marked`);
}));
byId("game").addEventListener("change", (event) => openGame(Number(event.target.value)));
byId("made-by").textContent = `Reviewed by ${data.engine}, ${data.effort}. Chances are the engine’s estimate; wins “by force” are proven.`;
view.listenToKeys();
window.addEventListener("hashchange", openAddress);
openAddress();
