// The conversation with the engine: one request after the other, each with all that it needs, so that a lost engine
// is started anew and asked again. Knows the protocol's manners, not what is asked.

// How often one request may cost an engine before it is given up.
const MOST_LOSSES = 2;

// What the engine may use of the device's memory, which small devices tell.
const memoryBytes = () => ((navigator.deviceMemory ?? 4) >= 4 ? 256 : 96) * 2 ** 20;

export class Engine {
  // connect(onLine, onLost) starts an engine and gives { send(line), close() }; lost() is told of every loss.
  constructor(connect, lost = () => {}) {
    this.connect = connect;
    this.lost = lost;
    this.waiting = [];
    this.current = null;
    this.size = "";
    this.open();
  }

  open() {
    this.size = "";
    let isOver = false;
    const once = (reason) => {
      if (isOver) return;
      isOver = true;
      this.recover(reason);
    };
    this.link = this.connect((line) => !isOver && this.hear(line), once);
    this.link.send(`INFO max_memory ${memoryBytes()}`);
    // Values and moves come as INFO blocks; lines for people are not read.
    this.link.send("INFO message 0");
  }

  // Asks when all earlier requests are done; resolves with the line that ends the answer.
  //   lines(engine)   the lines to send
  //   isEnd(line)     whether an answer is complete with this line
  //   hear(line)      is told every line, the last one too
  //   isSearch        whether "YXSTOP" ends it
  ask(request) {
    return new Promise((resolve, reject) => {
      this.waiting.push({ losses: 0, isStopped: false, ...request, resolve, reject });
      this.next();
    });
  }

  // Ends the search under way soon; it still answers. With a request, only if that one is under way.
  stop(lines = null) {
    const { current } = this;
    if (current?.isSearch && !current.isStopped && (!lines || current.lines === lines)) {
      current.isStopped = true;
      this.link.send("YXSTOP");
    }
  }

  // Drops everything that waits, and ends the search under way. Nothing goes on computing.
  drop() {
    for (const request of this.waiting.splice(0)) request.reject(new Dropped());
    this.stop();
  }

  next() {
    if (this.current || !this.waiting.length) return;
    this.current = this.waiting.shift();
    this.send(this.current);
  }

  send(request) {
    for (const line of request.lines(this)) this.link.send(line);
  }

  // The line that gives the engine this board, if it has another one.
  board(width, height) {
    const size = `${width},${height}`;
    if (size === this.size) return [];
    this.size = size;
    return ["RECTSTART " + size];
  }

  hear(line) {
    const { current } = this;
    if (!current) return;
    current.hear?.(line);
    const isRefused = /^(ERROR|UNKNOWN)/.test(line);
    if (!isRefused && !current.isEnd(line)) return;
    this.current = null;
    if (isRefused) current.reject(new Error(line));
    else current.resolve(line);
    this.next();
  }

  // A lost engine: another one gets the request again, unless that was stopped or lost too many already.
  recover(reason) {
    this.link.close();
    const { current } = this;
    this.lost(reason);
    this.open();
    if (!current) return;
    current.losses += 1;
    if (current.losses < MOST_LOSSES && !current.isStopped) {
      this.send(current);
      return;
    }
    this.current = null;
    current.reject(new Error("the engine was lost: " + reason));
    this.next();
  }
}

// What requests get that were dropped before their turn came.
export class Dropped extends Error {}
