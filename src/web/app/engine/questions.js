// What the page asks the engine, in the words of the protocol (docs/protocol.md). A position is { game, stones, white }:
// the board, a map of its stones in their order, and who is to move.

// The numbers of the rules in the protocol.
export const RULES = { "freestyle": 0, "standard": 1, "renju": 4, "caro": 8, "caro-exact": 9 };

const NO_LIMIT = 2147483647;
const isMove = (line) => /^\d+,\d+( \d+,\d+)*$/.test(line);
const parsePoint = (game, text) => {
  const [x, y] = text.split(",").map(Number);
  return y * game.width + x;
};
const parsePoints = (game, line) => line.trim().split(/\s+/).filter(Boolean).map((text) => parsePoint(game, text));
const point = (game, cell) => `${cell % game.width},${Math.floor(cell / game.width)}`;

// Limits: { time, nodes, depth } and for a clock { match, left, increment }; nothing at all is no limit.
function settings({ time, match, left, increment, nodes, depth, strength = 100, detail = 2 }) {
  return [
    `INFO timeout_turn ${time ?? match ?? NO_LIMIT}`,
    `INFO timeout_match ${match ?? 0}`,
    `INFO time_left ${left === undefined ? NO_LIMIT : Math.round(left)}`,
    `INFO time_increment ${increment ?? 0}`,
    `INFO max_node ${nodes ?? 0}`,
    `INFO max_depth ${depth ?? 0}`,
    `INFO strength ${strength}`,
    `INFO show_detail ${detail}`,
  ];
}

function start(engine, { game }) {
  return [...engine.board(game.width, game.height), `INFO rule ${RULES[game.rule]}`];
}

function stones({ game, stones: all, white }) {
  const own = white ? 1 : 0;
  const lines = [...all].map(([cell, kind]) => `${point(game, cell)},${kind === 2 ? 3 : kind === own ? 1 : 2}`);
  // The engine takes the side to move for Black when the stones are even in number. Where an edited position of renju,
  // whose colours differ, says otherwise, a dead stone as far away as possible sets that right.
  if (game.rule === "renju" && (all.size % 2 === 1) !== white) lines.push(`${point(game, remoteCell(game, all))},3`);
  return lines;
}

// The empty cell that is farthest from all stones.
function remoteCell(game, all) {
  const place = (cell) => [cell % game.width, Math.floor(cell / game.width)];
  const taken = [...all.keys()].map(place);
  const distance = (cell) => {
    const [x, y] = place(cell);
    return Math.min(...taken.map(([column, row]) => Math.max(Math.abs(x - column), Math.abs(y - row))), Infinity);
  };
  const free = Array.from({ length: game.width * game.height }, (_, cell) => cell).filter((cell) => !all.has(cell));
  return free.reduce((best, cell) => (distance(cell) > distance(best) ? cell : best), free[0]);
}

const setUp = (engine, position) => [...start(engine, position), "YXBOARD", ...stones(position), "DONE"];

// Reads the blocks of INFO lines; found(line) is told every line of play that is complete.
function reader(game, found) {
  let block = {};
  return (text) => {
    if (!text.startsWith("INFO ")) return;
    const [key, ...rest] = text.slice(5).split(" ");
    if (key !== "PV" || rest[0] !== "DONE") {
      if (key === "PV") block = {};
      block[key] = rest.join(" ");
      return;
    }
    const cells = parsePoints(game, block.BESTLINE ?? "");
    const forced = /^([+-])M(\d+)$/.exec(block.EVAL);
    if (cells.length) {
      found({
        rank: Number(block.PV), cells, chance: Number(block.WINRATE), score: forced ? null : Number(block.EVAL),
        plies: forced ? Number(forced[2]) : undefined, decidedIn: forced ? Math.ceil(forced[2] / 2) : undefined, wins: forced?.[1] === "+",
        depth: Number(block.DEPTH), longest: Number(block.SELDEPTH), nodes: Number(block.TOTALNODES), speed: Number(block.SPEED),
        milliseconds: Number(block.TOTALTIME),
      });
    }
  };
}

// The best lines of a position. Gives { done, stop }; done resolves with the best move's cell.
export function bestLines(engine, position, count, limits, found = () => {}) {
  const lines = (by) => [...setUp(by, position), ...settings(limits), `YXNBEST ${count}`];
  const done = engine.ask({ lines, isEnd: isMove, isSearch: true, hear: reader(position.game, found) });
  return { done: done.then((line) => parsePoint(position.game, line)), stop: () => engine.stop(lines) };
}

// A move of one of the levels.
export function bestMove(engine, position, limits, found = () => {}) {
  const lines = (by) => [...start(by, position), ...settings(limits), "BOARD", ...stones(position), "DONE"];
  return engine.ask({ lines, isEnd: isMove, isSearch: true, hear: reader(position.game, found) })
    .then((line) => parsePoint(position.game, line));
}

// A new game: what was learned before is forgotten.
export function newGame(engine, game) {
  engine.size = "";
  const lines = (by) => [...by.board(game.width, game.height), `INFO rule ${RULES[game.rule]}`];
  return engine.ask({ lines, isEnd: (line) => line === "OK" });
}

// The cells that renju forbids to the side to move.
export async function forbiddenCells(engine, position) {
  const lines = (by) => [...setUp(by, position), "YXSHOWFORBID"];
  const answer = await engine.ask({ lines, isEnd: (line) => line.startsWith("FORBID") });
  const numbers = /\d+/.exec(answer)?.[0].match(/\d\d/g)?.map(Number) ?? [];
  return Array.from({ length: numbers.length / 2 }, (_, at) => numbers[2 * at + 1] * position.game.width + numbers[2 * at]);
}

// One or two stones after which neither side is better.
export function balancedStones(engine, position, count, limits) {
  const lines = (by) => [...setUp(by, position), ...settings({ ...limits, detail: 0 }), `YXBALANCE${count === 1 ? "ONE" : "TWO"} 0`];
  return engine.ask({ lines, isEnd: isMove, isSearch: true }).then((line) => parsePoints(position.game, line));
}

// The engine's choice in a swap2 opening: "swap", or the cells of its stones.
export function swap2Choice(engine, position, limits) {
  const { game } = position;
  const cells = [...position.stones.keys()].map((cell) => point(game, cell));
  const lines = (by) => [...start(by, position), ...settings({ ...limits, detail: 0 }), "SWAP2BOARD", ...cells, "DONE"];
  return engine.ask({ lines, isEnd: (line) => line === "SWAP" || isMove(line), isSearch: true })
    .then((line) => (line === "SWAP" ? "swap" : parsePoints(game, line)));
}
