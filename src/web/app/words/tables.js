// The languages that the page speaks, by their codes, with their own names.
import { CS } from "./cs.js";
import { EN } from "./en.js";
import { FR } from "./fr.js";
import { JA } from "./ja.js";
import { KO } from "./ko.js";
import { RU } from "./ru.js";
import { VI } from "./vi.js";
import { ZH } from "./zh.js";

export const TABLES = {
  en: { name: "English", words: EN },
  fr: { name: "Français", words: FR },
  cs: { name: "Čeština", words: CS },
  vi: { name: "Tiếng Việt", words: VI },
  ru: { name: "Русский", words: RU },
  zh: { name: "中文", words: ZH },
  ja: { name: "日本語", words: JA },
  ko: { name: "한국어", words: KO },
};
