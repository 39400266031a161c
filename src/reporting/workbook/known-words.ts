/** Headings and decisions as a reviewer may write them, in any language. */
import { seenName } from "../../domain/names.ts";
import { inEveryLanguage, type Message } from "../locales/t.ts";
import { DECISION_WORDS, HEADS, type Column, type Decision } from "./words.ts";

const headings = new Map(
  (Object.entries(HEADS) as [Column, Message][]).flatMap(([column, head]) =>
    inEveryLanguage(head).map((text) => [seenName(text), column] as const),
  ),
);
const decisions = new Map(
  (Object.entries(DECISION_WORDS) as [Decision, readonly Message[]][]).flatMap(([decision, words]) =>
    words.flatMap((word) => inEveryLanguage(word).map((text) => [seenName(text), decision] as const)),
  ),
);

/** Returns the column of a heading in any language. */
export function columnOf(heading: string): Column | undefined {
  return headings.get(seenName(heading));
}

/** Returns the decision that a word in any language means. */
export function decisionOf(word: string): Decision | undefined {
  return decisions.get(seenName(word));
}
