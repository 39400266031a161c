import { messageParts, type Message } from "../locales/t.ts";
import type { Words } from "./sheet.ts";

/** Values of a message; a tag such as `<link>` takes a function that makes words of those inside. */
type SaidValues = Readonly<Record<string, Words | ((inside: Words) => Words)>>;

/** Returns a message in the language of the reader, with words as values. */
export function say(message: Message, values: SaidValues = {}): Words {
  return messageParts(message, values) as Words[];
}
