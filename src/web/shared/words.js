// The texts of the page in the chosen language. Knows no text itself.
const chosen = { table: {}, fallback: {} };

// Texts that the table lacks are taken from the other one.
export function useWords(table, fallback = table) {
  chosen.table = table;
  chosen.fallback = fallback;
}

// A text with its {places} filled. Unknown names are shown as they are, so that they are found.
export function say(name, values = {}) {
  const text = chosen.table[name] ?? chosen.fallback[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (place, key) => values[key] ?? place);
}

export const colorName = (white) => say(white ? "white" : "black");
export const percent = (chance) => Math.round(chance * 100) + " %";
export const seconds = (milliseconds) =>
  milliseconds < 1000 ? milliseconds + " ms" : (milliseconds / 1000).toFixed(milliseconds < 10000 ? 1 : 0) + " s";
