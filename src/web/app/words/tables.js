// The languages that the page speaks, by their codes, with their own names.
import { EN } from "./en.js";

export const TABLES = {
  en: { name: "English", words: EN },
};
