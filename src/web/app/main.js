// Starts the page.
import { App } from "./app.js";
import { workerLink } from "./engine/worker_link.js";
import { TABLES } from "./words/tables.js";

// The engine's program stands behind this script: the page is drawn while the browser still reads it.
const whenRead = new Promise((resolve) => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", resolve, { once: true });
  else resolve();
});

// An engine that is told everything once its program is there.
function connect(onLine, onLost) {
  let link = null, isClosed = false;
  const waiting = [];
  whenRead.then(() => {
    if (isClosed) return;
    link = workerLink(onLine, onLost);
    waiting.forEach((line) => link.send(line));
  });
  return {
    send: (line) => (link ? link.send(line) : waiting.push(line)),
    close: () => {
      isClosed = true;
      link?.close();
    },
  };
}

new App({ connect, tables: TABLES });
