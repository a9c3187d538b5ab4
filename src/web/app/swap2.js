// The opening swap2: three stones, then a choice of colours or two more stones and another choice. Either side may
// begin. Who has decided what is kept here; the game itself is Play's.
import { say } from "../shared/words.js";
import { swap2Choice } from "./engine/questions.js";
import { positionAfter } from "./positions.js";

const THINKING_MILLISECONDS = 3000;

export class Swap2 {
  // step: "three" and "two" are stones to put, "choose" and "last" choices of the person, "wait" the engine's turn.
  constructor(play, humanPutsThree) {
    this.play = play;
    this.humanPutsThree = humanPutsThree;
    this.step = "wait";
    this.then = null;
    this.stones = 0;
  }

  isOpen() {
    return this.play.phase === "swap2";
  }

  begin() {
    this.play.phase = "swap2";
    this.play.name();
    if (this.humanPutsThree) this.go("three");
    else this.askEngine((cells) => {
      this.putAll(cells);
      this.go("choose");
    });
  }

  go(step) {
    this.step = step;
    this.stones = this.play.game.moves.length;
    this.play.render();
    this.play.app.view.update();
    this.play.app.announce(this.status());
  }

  // Asks the engine and calls `then` with its cells, or with "swap".
  async askEngine(then) {
    const { play } = this, { round, game } = play;
    this.then = then;
    this.go("wait");
    try {
      const choice = await swap2Choice(play.app.engine, positionAfter(game, game.moves.length), { time: THINKING_MILLISECONDS });
      if (round === play.round) then(choice);
    } catch (error) {
      if (round === play.round) play.failed(error);
    }
  }

  // Asks again what was not answered.
  resume() {
    if (this.step === "wait") this.askEngine(this.then);
  }

  putAll(cells) {
    for (const cell of cells) this.play.put(cell);
  }

  mayPut() {
    return this.step === "three" || this.step === "two";
  }

  // A stone of the person.
  put(cell) {
    this.play.put(cell);
    const count = this.play.game.moves.length;
    if (count === 3 && this.step === "three") this.askEngine((choice) => this.answerThree(choice));
    else if (count === 5 && this.step === "two") this.askEngine((choice) => this.answerFive(choice));
    else this.go(this.step);
  }

  // The engine has chosen after three stones: black, white with a stone, or two more stones.
  answerThree(choice) {
    if (choice === "swap") return this.start(true, "quinteTakesBlack");
    this.putAll(choice);
    if (choice.length === 1) this.start(false, "quinteTakesWhite");
    else this.go("last");
  }

  answerFive(choice) {
    if (choice === "swap") return this.start(true, "quinteTakesBlack");
    this.putAll(choice);
    this.start(false, "quinteTakesWhite");
  }

  // The person has chosen: "black", "white", "two" more stones.
  choose(what) {
    if (what === "two") this.go("two");
    else this.start(what === "white");
  }

  // The colours are known: the game goes on with White's move, or Black's if White has put its stone.
  start(humanIsWhite, key) {
    const { play } = this;
    play.humanIsWhite = humanIsWhite;
    this.stones = play.game.moves.length;
    if (key) play.app.notices.show(key);
    play.nextTurn();
    play.app.view.update();
  }

  status() {
    const left = { three: 3, two: 5 }[this.step] - this.play.game.moves.length;
    return say({ three: "swapThree", two: "swapTwo", choose: "swapChoose", last: "swapLast", wait: "thinking" }[this.step], { count: left });
  }

  // What the person may choose now: [[what, key]].
  choices() {
    if (this.step === "choose") return [["black", "takeBlack"], ["white", "takeWhite"], ["two", "putTwo"]];
    return this.step === "last" ? [["black", "takeBlack"], ["white", "takeWhite"]] : [];
  }
}
