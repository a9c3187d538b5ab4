// Starts the engine in a Worker made from the page itself, so that the page works from a file.

// The engine's program as the page carries it: compressed, and written with letters.
const payload = () => document.getElementById("engine-program").textContent.trim();
const script = () => document.getElementById("engine-worker").textContent;

export function workerLink(onLine, onLost) {
  const address = URL.createObjectURL(new Blob([script()], { type: "text/javascript" }));
  const worker = new Worker(address);
  worker.onmessage = ({ data }) => {
    if (data.lost) onLost(data.lost);
    else for (const line of data.lines) onLine(line);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    onLost(event.message || "error");
  };
  worker.postMessage({ program: payload() });
  return {
    send: (line) => worker.postMessage({ line }),
    close: () => {
      worker.terminate();
      URL.revokeObjectURL(address);
    },
  };
}
