/** What a test and `npm run messages` know about the texts in `src/reporting/locales/` and about the code that shows them. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { IntlMessageFormat } from "intl-messageformat";
import { parseSync, Visitor, type CallExpression, type Expression } from "oxc-parser";
import { OPTIONAL_PARTS } from "../../src/reporting/locales/reader.ts";
import { READER_LANGUAGES, type ReaderLanguage } from "../../src/domain/languages.ts";
import { textsIn, type Message } from "../../src/reporting/locales/t.ts";

const src = fileURLToPath(new URL("../../src/", import.meta.url));

type Element = ReturnType<IntlMessageFormat["getAst"]>[number];

/** Kinds of elements that take a value; `0` is text, `7` the number of a plural, `8` a tag. */
const ARGUMENT_TYPES = ["1", "2", "3", "4", "5", "6"];

function elementsOf(elements: readonly Element[]): Element[] {
  return elements.flatMap((element) => [
    element,
    ...("options" in element ? Object.values(element.options).flatMap((option) => elementsOf(option.value)) : []),
    ...("children" in element ? elementsOf(element.children) : []),
  ]);
}

/** Returns the names of the places and tags of a text. @throws if it is not an ICU message */
function placesOf(text: string): string[] {
  const names = elementsOf(new IntlMessageFormat(text, "en").getAst()).flatMap((element) =>
    "value" in element && (ARGUMENT_TYPES.includes(String(element.type)) || "children" in element) ? [element.value] : [],
  );
  return [...new Set(names)].sort();
}

/** Returns the places of a text that get a value. */
export function valuesOf(text: string): string[] {
  return placesOf(text).filter((place) => !OPTIONAL_PARTS.some((part) => text.includes(`<${part}>`) && part === place));
}

/** Returns the places that choose between forms of a text, and are not shown themselves. */
export function selectorsOf(text: string): string[] {
  return elementsOf(new IntlMessageFormat(text, "en").getAst()).flatMap((one) =>
    String(one.type) === "5" && "value" in one ? [one.value] : [],
  );
}

/** Returns whether each plural of a text has the forms for one and for other numbers. */
function hasAllForms(text: string): boolean {
  return elementsOf(new IntlMessageFormat(text, "en").getAst()).every(
    (element) => !("options" in element) || ("other" in element.options && (!("pluralType" in element) || "one" in element.options)),
  );
}

/** Returns what keeps a text from saying the same as the English one, `language: key` each. */
export function wrongTexts(): string[] {
  const english = textsIn("en");
  return READER_LANGUAGES.flatMap((language) => {
    const texts = textsIn(language);
    const keys = [...new Set([...Object.keys(english), ...Object.keys(texts)])] as Message[];
    return keys.flatMap((key) => (fits(english[key], texts[key]) ? [] : [`${language}: ${key}`]));
  });
}

function fits(english: string | undefined, text: string | undefined): boolean {
  if (english === undefined || text === undefined || text.trim() === "" || !hasAllForms(text)) return false;
  return placesOf(text).join() === placesOf(english).join();
}

/** The files of the program, with their text. */
function sources(): { file: string; text: string }[] {
  return globSync("**/*.ts", { cwd: src }).map((file) => ({ file: file.replaceAll("\\", "/"), text: readFileSync(src + file, "utf8") }));
}

/** Returns the keys that no code names, by itself or by its subject. */
export function unusedKeys(): string[] {
  const code = sources()
    .map(({ text }) => text)
    .join("\n");
  const isNamed = (key: string): boolean => code.includes(`"${key}"`) || code.includes(`t(\`${key.split(".")[0]}.\${`);
  return Object.keys(textsIn("en")).filter((key) => !isNamed(key));
}

/** Returns the keys whose English text has changed while that of a language has not, `language: key` each. */
export function changedTexts(before: (language: ReaderLanguage) => Readonly<Record<string, string>>): string[] {
  const former = before("en");
  const changed = Object.entries(textsIn("en")).filter(([key, text]) => former[key] !== undefined && former[key] !== text);
  return READER_LANGUAGES.filter((language) => language !== "en").flatMap((language) => {
    const old = before(language);
    return changed.flatMap(([key]) => (old[key] === textsIn(language)[key as Message] ? [`${language}: ${key}`] : []));
  });
}

/** Returns the calls that do not give a message exactly its places, as `file: key: places`. */
export function wrongCalls(): string[] {
  const english = textsIn("en");
  return sources().flatMap(({ file, text }) => {
    const wrong: string[] = [];
    const check = (key: string, values: Expression | undefined): void => {
      const places = valuesOf(english[key as Message]);
      const given = values === undefined ? [] : namesOf(values);
      if (given === null || given.toSorted().join() === places.join()) return;
      wrong.push(`${file}: ${key}: ${places.join(", ")}`);
    };
    new Visitor({
      CallExpression: (call) => {
        for (const key of keysOf(call)) if (Object.hasOwn(english, key)) check(key, call.arguments[1] as Expression | undefined);
      },
    }).visit(parseSync(file, text).program);
    return wrong;
  });
}

/** Returns the messages that a call of `t` or `tHtml` may show. */
function keysOf({ callee, arguments: [first] }: CallExpression): string[] {
  return callee.type === "Identifier" && /^t(Html)?$/.test(callee.name) && first !== undefined ? literals(first as Expression) : [];
}

function literals(expression: Expression): string[] {
  if (expression.type === "Literal") return typeof expression.value === "string" ? [expression.value] : [];
  return expression.type === "ConditionalExpression" ? [...literals(expression.consequent), ...literals(expression.alternate)] : [];
}

/** Returns the names of an object's properties; `null` if they are not written out. */
function namesOf(expression: Expression): string[] | null {
  if (expression.type !== "ObjectExpression") return null;
  const names = expression.properties.map((one) => (one.type === "Property" && one.key.type === "Identifier" ? one.key.name : null));
  return names.includes(null) ? null : (names as string[]);
}
