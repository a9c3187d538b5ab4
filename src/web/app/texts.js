// Elements whose texts follow the chosen language.
import { element } from "../shared/dom.js";
import { say } from "../shared/words.js";

// An element with a text of the table; it is written anew when the language changes.
export const said = (name, key, properties = {}) => element(name, { ...properties, "data-say": key }, say(key));

// A button with a text, and perhaps a drawn sign before it.
export const button = (key, properties, sign = null) =>
  element("button", { type: "button", ...properties }, sign, said("span", key));

export const option = (value, key) => said("option", key, { value });

// Writes all such texts in the language that is chosen now.
export function writeTexts(root = document) {
  for (const part of root.querySelectorAll("[data-say]")) part.textContent = say(part.dataset.say);
  for (const part of root.querySelectorAll("[data-say-label]")) {
    part.setAttribute("aria-label", say(part.dataset.sayLabel));
    part.title = say(part.dataset.sayLabel);
  }
}

// A row of choices of which one holds: [[value, key]].
export function choice(name, choices, value, chosen) {
  const buttons = choices.map(([own, key]) => {
    const input = element("input", { type: "radio", name, value: own, checked: own === value, onchange: () => chosen(own) });
    return element("label", { class: "choice" }, input, said("span", key));
  });
  return element("div", { class: "choices", role: "radiogroup" }, buttons);
}

// A field of a form with its name above it.
export const field = (key, control, extra = null) => element("label", { class: "field" }, element("span", { class: "field-name" }, said("span", key), extra), control);

export const rulesList = () => ["freestyle", "standard", "renju", "caro", "caro-exact"].map((rule) => option(rule, "rule-" + rule));

export function sizesList(largest = 32) {
  return Array.from({ length: largest - 4 }, (_, index) => element("option", { value: index + 5 }, `${index + 5} × ${index + 5}`));
}
