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

/** A name with nothing in it that cannot be seen: two that are equal so look alike. */
export function seenName(name: string): string {
  return foldName(name.replaceAll(UNSEEN, (character) => (character.trim() === "" ? " " : ""))).replaceAll(/\s+/g, " ");
}

/** Returns a name by which people are compared: without case, accents, blanks and punctuation. */
export function personName(name: string): string {
  return seenName(name.normalize("NFKD").replaceAll(/\p{M}/gu, "")).replaceAll(/[\s._-]+/g, "");
}
