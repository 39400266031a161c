/**
 * The name of a column as names are compared: without surrounding blanks, composed (NFC), whatever its case.
 * By way of the capitals, so that ß meets SS and a final sigma the other one; of the Turkish letters, İ and ı meet i.
 */
export function foldName(name: string): string {
  return name.trim().normalize("NFC").toUpperCase().toLowerCase().replaceAll("i\u0307", "i").normalize("NFC");
}

/** What takes no room, or looks like a blank and is none: a name with one of these is another name. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00A0\u115F\u1160\u1680\u2000-\u200A\u202F\u205F\u3000\u3164\uFFA0]|\u034F|[\uFE00-\uFE0F]/gu;

/** A name as messages show it: what cannot be seen is written as `‹U+200B›`. */
export function visibleName(name: string): string {
  return name.replaceAll(UNSEEN, (character) => `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`);
}

/** Longer than any name or value that somebody recognises something by. */
const MAX_SHOWN_CHARACTERS = 80;

/**
 * A name or a value of somebody's file as every message shows it: what cannot be seen is written out, and the rest of
 * a long one is left out. Whole files have been found in one cell.
 */
export function shownText(text: string, longest = MAX_SHOWN_CHARACTERS): string {
  if (text.length <= longest) return visibleName(text);
  return `${visibleName(text.slice(0, longest).toWellFormed())}…`;
}

/** Longer than any sentence of ours with a value of somebody's file in it. */
const MAX_LINE_CHARACTERS = 4000;

/** A message whose lines are not too long to be read, whatever got into them. */
export function limitedText(message: string): string {
  if (message.length <= MAX_LINE_CHARACTERS) return message;
  const cut = (line: string): string =>
    line.length <= MAX_LINE_CHARACTERS ? line : `${line.slice(0, MAX_LINE_CHARACTERS).toWellFormed()}…`;
  return message.split("\n").map(cut).join("\n");
}

/** The first of many names as a sentence lists them, and how many more there are. */
export function someOf(names: readonly string[], most = 30): string {
  const rest = names.length - most;
  const list = names.slice(0, most).join(", ");
  return rest > 0 ? `${list} and ${rest.toLocaleString("en")} more` : list;
}

/** A name with nothing in it that cannot be seen: two that are equal so look alike. */
export function seenName(name: string): string {
  return foldName(name.replaceAll(UNSEEN, (character) => (character.trim() === "" ? " " : ""))).replaceAll(/\s+/g, " ");
}

/** Returns a name by which people are compared: without case, accents, blanks and punctuation. */
export function personName(name: string): string {
  return seenName(name.normalize("NFKD").replaceAll(/\p{M}/gu, "")).replaceAll(/[\s._-]+/g, "");
}
