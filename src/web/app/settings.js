// What the page remembers, where the browser allows it.
const KEY = "quinte";
const DEFAULTS = {
  language: "", theme: "auto", numbers: true, confirm: "auto",
  play: { level: 5, color: "black", rule: "freestyle", size: 15, time: "move:2" },
  analyse: { rule: "freestyle", size: 15, lines: 3 },
  review: { time: 0.4 },
};

export function loadSettings() {
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    // Local files and private windows may have no memory; the defaults are good.
  }
  const settings = structuredClone(DEFAULTS);
  for (const [key, value] of Object.entries(settings)) {
    const own = stored[key];
    if (typeof own === typeof value && own !== null) settings[key] = typeof value === "object" ? { ...value, ...own } : own;
  }
  return settings;
}

export function saveSettings(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // See above.
  }
}
