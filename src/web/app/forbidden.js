// Which cells renju forbids to Black in the position that is shown. Asks the engine once for each position.
import { forbiddenCells } from "./engine/questions.js";
import { positionKey } from "./positions.js";

export class ForbiddenPoints {
  constructor(engine) {
    this.engine = engine;
    this.known = new Map();
    this.asked = new Map();
  }

  // Known cells of a position, or null.
  of(position) {
    if (position.game.rule !== "renju" || position.white) return [];
    return this.known.get(positionKey(position)) ?? null;
  }

  // Asks, unless it is known or asked for already.
  find(position) {
    const key = positionKey(position);
    if (this.of(position)) return Promise.resolve();
    if (!this.asked.has(key)) {
      const asked = forbiddenCells(this.engine, position).then((cells) => this.known.set(key, cells));
      this.asked.set(key, asked.finally(() => this.asked.delete(key)));
    }
    return this.asked.get(key);
  }
}
