// What was solved, where the browser allows it to be remembered. A puzzle is known by its stones, whichever page it is in.
const KEY = "quinte-puzzles";

function nameOf({ rule, width, height, black, white, whiteMoves }) {
  const text = JSON.stringify([rule, width, height, black, white, whiteMoves]);
  let sum = 5381;
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 33) ^ text.charCodeAt(at)) >>> 0;
  return sum.toString(36);
}

function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    // Local files and private windows may have no memory.
    return {};
  }
}

export class Memory {
  constructor(puzzles) {
    this.names = puzzles.map(nameOf);
    const stored = load();
    this.known = typeof stored === "object" && !Array.isArray(stored) ? stored : {};
  }

  // "solved", "shown" (the solution was looked at first), or undefined.
  get(index) {
    return this.known[this.names[index]];
  }

  // What was solved stays solved; what was shown first never becomes solved.
  set(index, state) {
    this.known[this.names[index]] ??= state;
    this.save();
  }

  forget() {
    for (const name of this.names) delete this.known[name];
    this.save();
  }

  save() {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.known));
    } catch {
      // See above.
    }
  }
}
