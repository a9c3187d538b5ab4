// The clocks of a game: time a move, or time a game with a bonus for each move. Counts; what follows is others' business.

// "move:2" is two seconds a move, "game:5+3" five minutes a game and three seconds more for each move.
export function timeControl(text) {
  const [kind, numbers] = text.split(":");
  if (kind === "move") return { kind, milliseconds: Number(numbers) * 1000 };
  const [minutes, bonus] = numbers.split("+").map(Number);
  return { kind: "game", milliseconds: minutes * 60_000, bonus: (bonus ?? 0) * 1000 };
}

export class GameClock {
  constructor(control, now = () => performance.now()) {
    this.control = control;
    this.now = now;
    this.left = [control.milliseconds, control.milliseconds];
    this.running = null;
    this.since = 0;
  }

  // Starts the clock of a colour and gives the other one its bonus.
  start(white) {
    this.stop();
    if (this.lastRunning !== undefined && this.lastRunning !== white && this.control.kind === "game") {
      this.left[this.lastRunning ? 1 : 0] += this.control.bonus;
    }
    this.running = white;
    this.since = this.now();
  }

  // Stops, and returns how long the clock ran; null if it did not.
  stop() {
    if (this.running === null) return null;
    const used = this.now() - this.since;
    if (this.control.kind === "game") this.left[this.running ? 1 : 0] -= used;
    this.lastRunning = this.running;
    this.running = null;
    return Math.round(used);
  }

  // What is left to a colour, in milliseconds; null where nothing is counted.
  leftOf(white) {
    if (this.control.kind === "move") return null;
    return this.left[white ? 1 : 0] - (this.running === white ? this.now() - this.since : 0);
  }
}

export function clockText(milliseconds) {
  const whole = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
