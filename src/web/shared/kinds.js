// What moves are called in a review.
import { say } from "./words.js";

const SIGNS = { "opening": "", "best": "✓", "good": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??", "missed-win": "✗" };

export const kindSign = (kind) => SIGNS[kind];
export const kindName = (kind) => say("kind-" + kind);
export const isMarked = (move) => !!move.kind && !["opening", "best", "good"].includes(move.kind);
export const markOf = (move) => (isMarked(move) ? { kind: move.kind, name: kindName(move.kind) } : null);
