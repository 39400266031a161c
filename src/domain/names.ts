/**
 * Returns a column name in the form used for comparison: trimmed, composed (NFC) and without case. Folds by way of
 * capitals, so that ß matches SS and a final sigma the other one; the Turkish İ and ı match i.
 */
export function foldName(name: string): string {
  return name.trim().normalize("NFC").toUpperCase().toLowerCase().replaceAll("i\u0307", "i").normalize("NFC");
}

/** Characters that take no space, or look like a blank and are not: a name with one of these is a different name. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00A0\u115F\u1160\u1680\u2000-\u200A\u202F\u205F\u3000\u3164\uFFA0]|\u034F|[\uFE00-\uFE0F]/gu;

/** Returns a name for messages, with invisible characters written as `‹U+200B›`. */
export function visibleName(name: string): string {
  return name.replaceAll(UNSEEN, (character) => `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`);
}

/** Looks like a blank although Unicode calls it a letter or a sign. */
const BLANK = /[\s\u2800]/gu;

/** Control characters that are neither a line break nor a tab, such as the start of a command to a terminal. */
const CONTROL = /(?![\n\t])\p{Cc}/gu;

/** Returns a required text, such as a reason, trimmed and without control characters; "" if it has no visible character. */
export function readableText(text: string): string {
  return text.replaceAll(UNSEEN, "").replaceAll(BLANK, "") === "" ? "" : text.replaceAll(CONTROL, "").trim();
}

/** Returns how two names that look alike are written, with every letter beyond ASCII as a code; `null` if they look different. */
export function unlikeSpellings(one: string, other: string): [string, string] | null {
  const seen = (name: string): string => seenName(name.normalize("NFKC"));
  return one === other || seen(one) !== seen(other) ? null : [spelledOut(one), spelledOut(other)];
}

function spelledOut(name: string): string {
  return name.replaceAll(/[^\x21-\x7e]/gu, (letter) => `‹U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`);
}

const MAX_SHOWN_CHARACTERS = 80;

/**
 * Returns a name or value of a source file for messages: invisible characters are written out, and a long text is cut.
 * Whole files have been found in one cell.
 */
export function shownText(text: string, longest = MAX_SHOWN_CHARACTERS): string {
  if (text.length <= longest) return visibleName(text);
  return `${visibleName(text.slice(0, longest).toWellFormed())}…`;
}

/** Longer than any of our sentences with a value of a source file in it. */
const MAX_LINE_CHARACTERS = 4000;

/** Returns a message with overlong lines cut. */
export function limitedText(message: string): string {
  if (message.length <= MAX_LINE_CHARACTERS) return message;
  const cut = (line: string): string =>
    line.length <= MAX_LINE_CHARACTERS ? line : `${line.slice(0, MAX_LINE_CHARACTERS).toWellFormed()}…`;
  return message.split("\n").map(cut).join("\n");
}

/** Returns whether a text has a character that takes no space, or looks like a blank and is not. */
export function hasUnseen(text: string): boolean {
  return text.search(UNSEEN) >= 0;
}

/** Letters of other scripts in lower case, each before the ASCII letter that it looks like, in one case or the other. */
export const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  "аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy хx һh ԁd ԛq ԝw αa βb εe ζz ηh ιi κk μm νv οo ρp τt υy χx օo սu ոn ɑa ɡg ıi"
    .split(" ")
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)]),
);

/**
 * Returns a username or e-mail address for comparison: without case and width, and with letters that look like ASCII as
 * these. A name wholly in another script keeps its letters; two ASCII names become equal only by case.
 */
export function foldUsername(name: string): string {
  const folded = foldName(name.normalize("NFKC")).normalize("NFKC");
  if (!/[a-z]/.test(folded)) return folded;
  return folded.replaceAll(/[^\0-\x7F]/g, (letter) => LOOK_ALIKES.get(letter) ?? letter);
}

/** Returns a name without invisible characters: two names that look alike become equal. */
export function seenName(name: string): string {
  return foldName(name.replaceAll(UNSEEN, (character) => (character.trim() === "" ? " " : ""))).replaceAll(/\s+/g, " ");
}

/** Returns a person's name for comparison: without case, accents, blanks and punctuation. */
export function personName(name: string): string {
  return seenName(name.normalize("NFKD").replaceAll(/\p{M}/gu, "")).replaceAll(/[\s._-]+/g, "");
}

/** Letters that have no accent in Unicode's tables, although their readers sort them as if they had. */
const SORTED_AS: Readonly<Record<string, string>> = { ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe" };

/** Returns a name for sorting and searching by its characters: without case and accents, so that Álvaro and Łukasz are with A and L. */
export function plainName(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return name.trim().toLowerCase();
  return foldName(name.normalize("NFKD").replaceAll(/\p{M}/gu, "")).replaceAll(/[łøđðþæœ]/g, (letter) => SORTED_AS[letter] ?? letter);
}

/** Returns a value quoted as one word of a shell command. */
export function shellWord(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) && !value.startsWith("-") ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

/** Commands that use no state. */
const WITHOUT_STATE: ReadonlySet<string> = new Set(["init", "schema", "completion"]);

/** Adds `--state` to a suggested command, unless it has one already. @param state `null`: the default one */
export function commandInState(command: string, state: string | null): string {
  const [, name = ""] = /^rollcall ([a-z][a-z-]*)/.exec(command) ?? [];
  if (state === null || name === "" || WITHOUT_STATE.has(name) || / --state\b/.test(command)) return command;
  return `${command} --state ${shellWord(state)}`;
}

/** A single address, because a comma, a semicolon or a line break could add others. */
export const MAIL_ADDRESS = /^[^\s@,;<>"()]+@[^\s@,;<>"()]+$/;

/** An entry of an index has at most 2.7 kB, with up to three bytes for a character of a name or a key. */
const MAX_LISTED_NAME = 200;

/** Returns a person's name as lists have it: a longer one is cut. */
export function listedName(name: string): string {
  return name.length <= MAX_LISTED_NAME ? name : `${name.slice(0, MAX_LISTED_NAME).toWellFormed()}…`;
}

/** `9.8E+10`, `9,8e10`, `98E+9`: a spreadsheet shortened a long number, and its last digits are lost. */
const SHORTENED = /^[+-]?\d+(?:[.,]\d+[eE][+-]?|[eE][+-])\d+$/;

/** Returns whether a key is a number that a spreadsheet shortened, so that it is unknown whose it is. */
export function isShortened(key: string): boolean {
  return SHORTENED.test(key);
}
