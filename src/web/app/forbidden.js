// Which cells renju forbids to Black in the position that is shown. Asks the engine once for each position.
import { forbiddenCells } from "./engine/questions.js";
import { positionKey } from "./positions.js";

export class ForbiddenPoints {
  constructor(engine) {
    this.engine = engine;
    this.known = new Map();
  }

  // Known cells of a position, or null.
  of(position) {
    if (position.game.rule !== "renju" || position.white) return [];
    return this.known.get(positionKey(position)) ?? null;
  }

  async find(position) {
    const known = this.of(position);
    if (known) return known;
    const cells = await forbiddenCells(this.engine, position);
    this.known.set(positionKey(position), cells);
    return cells;
  }
}
