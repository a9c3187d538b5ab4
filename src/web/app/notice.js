// Short words at the foot of the page that go away by themselves.
import { element } from "../shared/dom.js";
import { said } from "./texts.js";

const SECONDS = 6;

export class Notices {
  constructor(host) {
    this.host = host;
    this.timer = 0;
  }

  // key of the text; action: { key, run } for a button beside it.
  show(key, action = null) {
    clearTimeout(this.timer);
    const close = () => {
      this.host.hidden = true;
    };
    const button = action && element("button", { type: "button", onclick: () => {
      close();
      action.run();
    } }, said("span", action.key));
    this.host.replaceChildren(...[said("span", key), button].filter(Boolean));
    this.host.hidden = false;
    this.timer = setTimeout(close, SECONDS * 1000);
  }
}
