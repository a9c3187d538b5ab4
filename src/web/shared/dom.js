// Makes elements of pages and pictures. Texts get in as text, never as markup.
const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

// An element; properties that begin with "on" are listeners, false and undefined ones are left out.
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== undefined && value !== false && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

// A part of a picture.
export function shape(name, properties = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(properties)) {
    if (value !== undefined && value !== false && value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

export function label(properties, text) {
  const made = shape("text", properties);
  made.textContent = text;
  return made;
}

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

// The sign of a player: a small stone.
export const dot = (white) => element("i", { class: "dot " + (white ? "white" : "black"), "aria-hidden": "true" });

// Drawn signs of buttons, 24 units wide.
const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  previous: "M16 5h-3l-7 7 7 7h3l-7-7z",
  next: "M8 5h3l7 7-7 7H8l7-7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  start: "M8 4.5l12 7.5-12 7.5z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
};

// A picture for a button from ICONS or from the path itself.
export function icon(name, className) {
  return shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false", class: className ?? "icon" },
    shape("path", { d: ICONS[name] ?? name }));
}
