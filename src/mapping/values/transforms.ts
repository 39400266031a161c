import { pathText, type YamlPath, type YamlSource } from "../../config/yaml.ts";
import { fact } from "../../domain/facts/fact.ts";
import { CYRILLIC, GREEK } from "./alphabets.ts";
import { compilePattern } from "../expression/walk.ts";
import type { TransformForm, TransformName } from "../schema.ts";

const UNDECOMPOSED: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ð: "d",
  Ð: "D",
  þ: "th",
  Þ: "Th",
  ı: "i",
};

/** The letters of `transliterate` that `ascii` does not have, or has otherwise. */
const LETTERS: Record<string, string> = {
  ...CYRILLIC,
  ...GREEK,
  ä: "ae",
  Ä: "Ae",
  ö: "oe",
  Ö: "Oe",
  ü: "ue",
  Ü: "Ue",
  ẞ: "SS",
  ŋ: "ng",
  Ŋ: "Ng",
  ħ: "h",
  Ħ: "H",
  ŧ: "t",
  Ŧ: "T",
  ə: "a",
  Ə: "A",
};

const ascii = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\0-\x7f]/g, (letter) => UNDECOMPOSED[letter] ?? letter);

const lettersOf = (text: string): string => text.replaceAll(/[^\0-\x7f]/gu, (letter) => LETTERS[letter] ?? letter);

const TRANSFORMS: Record<TransformName, (text: string) => string> = {
  trim: (text) => text.trim(),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  capitalize: (text) =>
    text.toLowerCase().replaceAll(/(^|[\s'’.-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase()),
  ascii,
  // Twice: й and ύ are letters of their own tables, and a letter with another accent is one only without it.
  transliterate: (text) => lettersOf(ascii(lettersOf(text.normalize("NFC")))),
  collapse: (text) => text.replaceAll(/\s+/g, " "),
};

const MAX_REPLACEMENT = 100;
/** A longer text is left as it is, so that the file cannot make a pattern slow. */
const MAX_REPLACED = 4000;

/** Compiles the transforms of a value into a function that applies them in order. */
export function compileTransform(source: YamlSource, form: TransformForm | undefined, path: YamlPath): (text: string) => string {
  const list = form === undefined ? [] : Array.isArray(form) ? form : [form];
  const steps = list.flatMap((one, index) => {
    if (typeof one === "string") return one === "trim" ? [] : [TRANSFORMS[one]];
    const at = Array.isArray(form) ? [...path, index, "replace"] : [...path, "replace"];
    return [compileReplace(source, one.replace, at)];
  });
  const [only, ...more] = steps;
  if (only === undefined) return (text) => text;
  if (more.length === 0) return only;
  return (text) => steps.reduce((value, step) => step(value), text);
}

function compileReplace(
  source: YamlSource,
  { pattern, with: replacement }: { pattern: string; with: string },
  path: YamlPath,
): (text: string) => string {
  const same = (text: string): string => text;
  const compiled = compilePattern(pattern);
  if ("code" in compiled) {
    source.fault([...path, "pattern"], compiled);
    return same;
  }
  if (replacement.length > MAX_REPLACEMENT)
    source.fault([...path, "with"], fact("config.too_long", { setting: pathText([...path, "with"]), most: MAX_REPLACEMENT }));
  const groups = compiled.groupCount();
  for (const [reference, number = ""] of replacement.replaceAll("$$", "").matchAll(/\$(\d+|)/g)) {
    if (number === "") source.fault([...path, "with"], fact("mapping.dollar_unescaped", {}));
    else if (Number(number) > groups) source.fault([...path, "with"], fact("mapping.reference_missing", { groups, reference }));
  }
  return (text) => (text.length > MAX_REPLACED ? text : compiled.matcher(text.normalize("NFC")).replaceAll(replacement));
}
