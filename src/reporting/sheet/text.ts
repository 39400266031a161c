import { moment, number } from "../labels.ts";
import { t } from "../locales/t.ts";
import { isEmpty, type Part, type Words } from "./sheet.ts";

/** Returns words as plain text on one line, for the terminal. */
function wordsText(words: Words): string {
  if (words === null || words === undefined || words === false) return "";
  if (typeof words === "string") return words;
  if (typeof words === "number") return number(words);
  return "as" in words ? partText(words) : words.map(wordsText).join("");
}

function partText(part: Part): string {
  switch (part.as) {
    case "data":
    case "prose":
    case "code":
      return part.text;
    case "time":
      return moment(part.at);
    case "group":
      return part.path;
    case "action":
      return "";
    case "below":
      return `, ${wordsText(part.words)}`;
    case "lines":
      return part.lines.map(wordsText).join("; ");
    case "titled":
      return `${wordsText(part.words)} (${part.title})`;
    default:
      return wordsText(part.words);
  }
}

/** Returns terms with their values, one on a line, without those that are empty. */
export function factLines(facts: readonly (readonly [term: string, value: Words])[]): string[] {
  return facts.flatMap(([name, words]) => (isEmpty(words) ? [] : [t("history.name_value", { name, value: wordsText(words) })]));
}
