// Short words at the foot of the page that go away by themselves.
import { said } from "./texts.js";

const SECONDS = 6;

export class Notices {
  constructor(host) {
    this.host = host;
    this.timer = 0;
  }

  // Shows the text of this name.
  show(key) {
    clearTimeout(this.timer);
    this.host.replaceChildren(said("span", key));
    this.host.hidden = false;
    this.timer = setTimeout(() => {
      this.host.hidden = true;
    }, SECONDS * 1000);
  }
}
