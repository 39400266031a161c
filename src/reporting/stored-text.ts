import { IntlMessageFormat } from "intl-messageformat";
import { date, dateTime } from "./locales/formats.ts";
import { currentReader } from "./locales/reader.ts";
import { textsIn, t, type Message } from "./locales/t.ts";
import { fieldLabel } from "./field-labels.ts";

/**
 * Sentences that are stored in English, or that the JSON has in English: reasons of operations, problems of the service,
 * rejected rows. A page shows them in the language of its reader. A sentence that no catalogue has stays as it is.
 */
export function storedText(text: string): string {
  return withLocalTimes(currentReader().language === "en" ? text : translated(text));
}

/** Writes times of stored sentences in the time zone and the locale of the reader. */
function withLocalTimes(text: string): string {
  return text.replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (_, day: string, at: string) => dateTime(`${day}T${at}Z`));
}

function translated(text: string): string {
  for (const { message, pattern, names } of known()) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const rest = found.at(-1) ?? "";
    const sentence = t(message, valuesOf(names, found));
    return rest === "" ? sentence : `${sentence} ${translated(rest)}`;
  }
  return text;
}

type Element = ReturnType<IntlMessageFormat["getAst"]>[number];

interface Known {
  message: Message;
  pattern: RegExp;
  /** The places in the order of the pattern; a number that is written out stands for itself. */
  names: (string | { name: string; value: number })[];
}

/** Patterns of places; any text by default. They keep one sentence from reading another as its value. */
const PLACES: Readonly<Record<string, string>> = {
  endpoint: String.raw`[A-Z]+ /[^\s:]*`,
  status: String.raw`\d{3}`,
  code: String.raw`[A-Z_a-z0-9]+`,
  moment: String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`,
  n: String.raw`[\d,]+`,
  value: String.raw`“[^”]*”|the value \(not shown\)`,
};

/** Places that contain a sentence of their own. */
const SENTENCES: ReadonlySet<string> = new Set(["place", "value", "why", "figures_before", "figures_now", "kind_before", "kind_now"]);

let all: readonly Known[] | null = null;

/** Longer sentences come first, because a short one may begin a longer one. */
function known(): readonly Known[] {
  all ??= Object.entries(textsIn("en"))
    .filter(([message]) => message.startsWith("stored."))
    .map(([message, english]) => ({ message: message as Message, english }))
    .toSorted((a, b) => b.english.length - a.english.length)
    .map(compiled);
  return all;
}

function compiled({ message, english }: { message: Message; english: string }): Known {
  const names: Known["names"] = [];
  const body = new IntlMessageFormat(english, "en")
    .getAst()
    .map((element) => patternOf(element, names))
    .join("");
  // A sentence or a list at the end takes the rest of the text.
  const last = /\{(\w+)\}$/.exec(english)?.[1] ?? "";
  return { message, names, pattern: new RegExp(SENTENCES.has(last) || last === "names" ? `^${body}()?$` : `^${body}(?: (.+))?$`, "s") };
}

function patternOf(element: Element, names: Known["names"]): string {
  if ("options" in element) {
    const name = element.value;
    const options = Object.entries(element.options).map(([option, { value }]) => {
      const isWrittenOut = option === "one" && !value.some(({ type }) => String(type) === "7");
      if (isWrittenOut) names.push({ name, value: 1 });
      const inside = value.map((part) => (String(part.type) === "7" ? place(name, names) : patternOf(part, names))).join("");
      return isWrittenOut ? `(${inside})` : inside;
    });
    return `(?:${options.join("|")})`;
  }
  if (String(element.type) === "1" && "value" in element) return place(element.value, names);
  return "value" in element ? element.value.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`) : "";
}

function place(name: string, names: Known["names"]): string {
  names.push(name);
  return `(${PLACES[name] ?? ".+?"})`;
}

function valuesOf(names: Known["names"], found: RegExpExecArray): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  for (const [i, one] of names.entries()) {
    const text = found[i + 1];
    if (text === undefined) continue;
    if (typeof one !== "string") values[one.name] = one.value;
    else values[one] = valueOf(one, text);
  }
  return values;
}

function valueOf(name: string, text: string): string | number {
  if (name === "n") return Number(text.replaceAll(",", ""));
  if (name === "moment") return dateTime(text);
  if (name === "day") return /^\d{4}-\d\d-\d\d$/.test(text) ? date(text) : text;
  if (name === "field") return fieldLabel(text);
  return SENTENCES.has(name) ? translated(text) : text;
}
