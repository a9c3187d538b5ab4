// The engine's side of the Worker: unpacks the program, feeds it lines, lets it think in slices, and tells its answers.
// Between two slices messages are heard, so that "YXSTOP" never waits long.
"use strict";

// Shorter slices hear the next line sooner, longer ones waste less.
const SLICE_MILLISECONDS = 15;
const IDLE = 0;

const engine = { exports: null, waiting: [], isThinking: false };
const pause = new MessageChannel();
pause.port1.onmessage = () => guard(think);

onmessage = ({ data }) => guard(() => {
  if (data.program) start(data.program);
  else if (data.bench) bench(data.bench);
  else if (engine.exports) hear(data.line);
  else engine.waiting.push(data.line);
});

// Whatever fails is told: the page starts another Worker.
function guard(action) {
  try {
    action();
  } catch (error) {
    postMessage({ lost: String(error) });
    close();
  }
}

async function start(text) {
  try {
    const { instance } = await WebAssembly.instantiate(await unpack(text), { page: { now: () => performance.now() } });
    engine.exports = instance.exports;
    postMessage({ lines: [] });
    for (const line of engine.waiting.splice(0)) hear(line);
  } catch (error) {
    postMessage({ lost: String(error) });
  }
}

async function unpack(text) {
  const bytes = Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

function hear(line) {
  for (const byte of new TextEncoder().encode(line + "\n")) engine.exports.hear(byte);
  if (engine.isThinking) return;
  engine.isThinking = true;
  think();
}

function think() {
  const state = engine.exports.think(SLICE_MILLISECONDS);
  tell();
  engine.isThinking = state !== IDLE;
  if (engine.isThinking) pause.port2.postMessage(null);
}

// The work of the command `bench`, for tests: its lines and how long it took.
function bench(depth) {
  const began = performance.now();
  engine.exports.bench(depth);
  tell({ milliseconds: performance.now() - began });
}

function tell(more = {}) {
  const bytes = [];
  for (let byte = engine.exports.said(); byte >= 0; byte = engine.exports.said()) bytes.push(byte);
  const lines = new TextDecoder().decode(new Uint8Array(bytes)).split("\n").filter(Boolean);
  if (lines.length) postMessage({ lines, ...more });
}
