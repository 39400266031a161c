import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { fact, withTexts, type Code, type Fact } from "../domain/facts/fact.ts";
import { limitedText, shownText } from "../domain/names.ts";
import { nearest } from "../domain/nearest.ts";
import type { Fault } from "../domain/problem.ts";
import { issueFact, saidBy, type CodeOfSetting } from "./values.ts";

export type YamlPath = readonly PropertyKey[];

/** Replaces parts of a scalar text, such as `${VAR}`; calls `fault` for each error in it, with the variable that is not set. */
export type Substitute = (text: string, fault: (said: Fact, unset?: string) => void) => string;

/** Limits aliases and the values read through them, which could expand to fill the memory. */
const MAX_ALIASES = 1000;
const MAX_ALIASED_VALUES = 100_000;
/** Lists and maps inside of each other. */
const MAX_DEPTH = 50;

/** A YAML file as plain values with positions, and the errors found so far. */
export class YamlSource {
  readonly file: string;
  readonly faults: Fault[] = [];
  /** Whether the text is YAML at all. */
  readonly sound: boolean;
  /** Maps are objects without a prototype, so any name is safe as a key. Keys keep their spelling. */
  readonly value: unknown;
  readonly #lines = new LineCounter();
  readonly #positions = new Map<string, { key: number; value: number }>();
  readonly #substitute: Substitute | undefined;
  readonly #text: string;
  readonly #anchors = new Map<string, unknown>();
  #aliases = 0;
  #aliasedValues = 0;

  constructor(text: string, file: string, substitute?: Substitute) {
    this.file = file;
    this.#text = text;
    this.#substitute = substitute;
    const document = parseDocument(text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      logLevel: "silent",
      // The library compares each key with all others: 60,000 keys would take minutes.
      uniqueKeys: false,
    });
    this.sound = document.errors.length === 0;
    // The parser ran out of its stack: every other error may only be a consequence.
    const tooDeep = document.errors.find(({ code }) => code === "RESOURCE_EXHAUSTION");
    for (const error of tooDeep === undefined ? document.errors : [tooDeep]) this.#add(error.pos[0], syntaxFact(error.code));
    if (document.contents === null) {
      if (this.faults.length === 0) this.#add(0, fact("yaml.empty", {}));
      this.value = undefined;
    } else this.value = tooDeep === undefined ? this.#plain(document.contents, [], 0) : undefined;
  }

  /**
   * Adds an error at the value or key of `path`, or at its nearest existing parent. A number is a position in the text
   * of the value, counted from 0. A code alone is about the setting at `path`.
   */
  fault(path: YamlPath, said: Fact | CodeOfSetting, at: "key" | "value" | number = "value"): void {
    this.#add(this.#offset(path, at), typeof said === "string" ? fact(said, { setting: pathText(path) }) : said);
  }

  /** Returns `file:line` of the value at `path`. */
  at(path: YamlPath): string {
    return `${this.file}:${this.place(path).line}`;
  }

  place(path: YamlPath): { line: number; col: number } {
    return this.#lines.linePos(this.#offset(path, "value"));
  }

  /** Parses the value with `schema`; returns `undefined` after adding its errors. */
  check<T extends z.ZodType>(schema: T, value: unknown, path: YamlPath = []): z.output<T> | undefined {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues) this.#issue(schema, value, path, issue);
    return undefined;
  }

  #issue(schema: z.ZodType, value: unknown, base: YamlPath, issue: z.core.$ZodIssue): void {
    const path = [...base, ...issue.path];
    if (issue.code === "unrecognized_keys") {
      const known = keysAt(schema, issue.path);
      for (const key of issue.keys) this.fault([...path, key], unknownKey([...path, key], known), "key");
      return;
    }
    const found = valueAt(value, issue.path);
    if (found === undefined && issue.path.length > 0) {
      return this.fault(path.slice(0, -1), fact("config.missing_key", { setting: pathText(path) }));
    }
    if (issue.code === "invalid_union") {
      const otherType = (code: string): boolean => code === "invalid_type" || (code === "invalid_value" && typeof found !== "string");
      const candidates = issue.errors.filter((branch) => !branch.some((inner) => inner.path.length === 0 && otherType(inner.code)));
      if (candidates.length === 1 && saidBy(issue) === undefined) {
        const branch = optionFor(schemaAt(schema, issue.path), found) ?? schema;
        for (const inner of candidates[0] ?? []) this.#issue(branch, found, path, inner);
        return;
      }
    }
    this.fault(path, path.length === 0 ? fact("config.file_not_map", {}) : issueFact(issue, pathText(path)));
  }

  #offset(path: YamlPath, at: "key" | "value" | number): number {
    if (typeof at === "number") return this.#within(this.#offset(path, "value"), valueAt(this.value, path), at);
    for (let length = path.length; length >= 0; length--) {
      const position = this.#positions.get(keyOf(path.slice(0, length)));
      if (position !== undefined) return length === path.length && at === "key" ? position.key : position.value;
    }
    return 0;
  }

  /** Returns the offset of a character of a text, which may be quoted, escaped or folded in the file. */
  #within(start: number, value: unknown, wanted: number): number {
    if (typeof value !== "string") return start;
    const opening = this.#text[start] ?? "";
    let next = opening === '"' || opening === "'" ? start + 1 : start;
    if (opening === "|" || opening === ">") next = this.#text.indexOf("\n", start) + 1;
    let place = next;
    for (let index = 0; index <= wanted && index < value.length; index++) {
      const found = findCharacter(this.#text, value[index] ?? "", next);
      // An escaped character is not found.
      if (found === undefined) continue;
      place = found;
      next = found + 1;
    }
    return wanted < value.length ? place : next;
  }

  #add(offset: number, said: Fact, unset?: string): void {
    const { line, col } = this.#lines.linePos(offset);
    const fault = { file: this.file, line: Math.max(1, line), column: Math.max(1, col), fact: withTexts(said, limitedText) };
    this.faults.push(unset === undefined ? fault : { ...fault, unset });
  }

  #tooManyAliased(): boolean {
    return this.#aliasedValues > MAX_ALIASED_VALUES;
  }

  #plain(node: unknown, path: YamlPath, key: number, aliased = false): unknown {
    if (isAlias(node)) {
      const target = ++this.#aliases > MAX_ALIASES || path.length > MAX_DEPTH ? undefined : this.#anchors.get(node.source);
      const value = target === undefined || this.#tooManyAliased() ? undefined : this.#plain(target, path, key, true);
      if (target === undefined || this.#tooManyAliased()) this.#add(node.range?.[0] ?? 0, fact("yaml.alias_not_followed", {}));
      return value;
    }
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return null;
    if (!aliased && node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    if (aliased) this.#aliasedValues += 1;
    if (this.#tooManyAliased()) return undefined;
    const offset = node.range?.[0] ?? key;
    if (path.length > MAX_DEPTH) {
      this.#add(offset, fact("yaml.nested_too_deep", { most: MAX_DEPTH }));
      return undefined;
    }
    this.#positions.set(keyOf(path), { key, value: offset });
    if (isScalar(node)) {
      if (typeof node.value !== "string" || this.#substitute === undefined) return node.value;
      return this.#substitute(node.value, (said, unset) => this.#add(offset, said, unset));
    }
    if (isSeq(node)) return node.items.map((item, index) => this.#plain(item, [...path, index], offset, aliased));
    const map = Object.create(null) as Record<string, unknown>;
    for (const { key: name, value } of node.items) {
      const text = keyText(name);
      if (isScalar(name) && name.anchor !== undefined) this.#anchors.set(name.anchor, name);
      const at = isScalar(name) ? (name.range?.[0] ?? offset) : offset;
      if (text === undefined) {
        this.#add(at, fact("yaml.key_not_plain", {}));
        continue;
      }
      if (isMergeKey(name, value)) {
        this.#add(at, fact("yaml.merge_key", {}));
        continue;
      }
      if (text in map && !aliased) this.#add(at, fact("yaml.key_twice", {}));
      map[text] = this.#plain(value, [...path, text], at, aliased);
      const place = keyOf([...path, text]);
      if (!this.#positions.has(place)) this.#positions.set(place, { key: at, value: at });
    }
    return map;
  }
}

/** Returns what to say of an unknown key. */
export function unknownKey(path: YamlPath, known: readonly string[]): Fact {
  const setting = pathText(path);
  const near = nearest(String(path.at(-1)), known);
  return near === undefined
    ? fact("config.unknown_key", { setting, allowed: [...known] })
    : fact("config.unknown_key_near", { setting, near });
}

/** Returns a path for messages: `policy.limits.creates`, `groups.rules[2].name`. */
export function pathText(path: YamlPath): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part + 1}]` : (index === 0 ? "" : ".") + shownText(String(part))))
    .join("");
}

/** Returns whether a plain value is a YAML map. */
export function isPlainMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const keyOf = (path: YamlPath): string => JSON.stringify(path);

/** Returns a key as written: `0123` stays `0123`, although YAML would read a number. */
function keyText(name: unknown): string | undefined {
  if (!isScalar(name)) return undefined;
  if (typeof name.value === "string") return name.value;
  return name.source ?? String(name.value);
}

const SYNTAX = {
  BAD_ALIAS: "yaml.alias_unknown",
  BAD_DQ_ESCAPE: "yaml.escape_unknown",
  BAD_INDENT: "yaml.indentation",
  BAD_SCALAR_START: "yaml.value_unquoted",
  BLOCK_AS_IMPLICIT_KEY: "yaml.key_over_lines",
  BLOCK_IN_FLOW: "yaml.block_in_brackets",
  MISSING_CHAR: "yaml.character_missing",
  MULTILINE_IMPLICIT_KEY: "yaml.key_broken",
  MULTIPLE_ANCHORS: "yaml.two_anchors",
  MULTIPLE_DOCS: "yaml.several_documents",
  MULTIPLE_TAGS: "yaml.two_tags",
  RESOURCE_EXHAUSTION: "yaml.too_deep",
  TAB_AS_INDENT: "yaml.tab",
  TAG_RESOLVE_FAILED: "yaml.tag_unknown",
  UNEXPECTED_TOKEN: "yaml.text_unexpected",
} as const satisfies Record<string, Code>;

/** Returns the reason by the code of the library: its sentences quote the text, which may be a secret. */
function syntaxFact(code: string): Fact {
  const known = code in SYNTAX ? SYNTAX[code as keyof typeof SYNTAX] : undefined;
  return fact("yaml.invalid", { why: known === undefined ? fact("yaml.parser_reports", { code }) : fact(known, {}) });
}

/** Returns whether a key merges another map into this one, as in YAML 1.1. A quoted one is a name. */
function isMergeKey(name: unknown, value: unknown): boolean {
  return isScalar(name) && name.value === "<<" && name.type === "PLAIN" && value !== null && !isScalar(value);
}

/** Returns the next position of a character nearby; any white space matches any other. */
function findCharacter(text: string, character: string, from: number): number | undefined {
  const blank = /\s/.test(character);
  for (let at = from; at < from + 100 && at < text.length; at++) {
    if (text[at] === character || (blank && /\s/.test(text[at] ?? ""))) return at;
  }
  return undefined;
}

function valueAt(value: unknown, path: YamlPath): unknown {
  return path.reduce<unknown>(
    (inner, part) => (typeof inner === "object" && inner !== null ? (inner as Record<PropertyKey, unknown>)[part] : undefined),
    value,
  );
}

interface Definition {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  options?: z.ZodType[];
}

const definition = (schema: z.ZodType): Definition => schema.def;

/** Unwraps optional, default and transformed schemas. */
function unwrap(schema: z.ZodType): z.ZodType {
  const { innerType, in: input } = definition(schema);
  const inner = innerType ?? input;
  return inner === undefined ? schema : unwrap(inner);
}

function schemaAt(schema: z.ZodType, path: YamlPath): z.ZodType {
  let current = unwrap(schema);
  for (const part of path) {
    const { shape, element, options } = definition(current);
    const within = shape ?? options?.map((option) => definition(unwrap(option)).shape).find((found) => found !== undefined);
    const next = typeof part === "number" ? element : within?.[String(part)];
    if (next === undefined) return current;
    current = unwrap(next);
  }
  return current;
}

function optionFor(schema: z.ZodType, value: unknown): z.ZodType | undefined {
  const kind = Array.isArray(value) ? "array" : typeof value;
  return definition(schema).options?.find((option) => definition(unwrap(option)).type === kind);
}

function keysAt(schema: z.ZodType, path: YamlPath): string[] {
  const { shape, options } = definition(schemaAt(schema, path));
  const found = shape ?? options?.map((option) => definition(unwrap(option)).shape).find((candidate) => candidate !== undefined);
  return Object.keys(found ?? {});
}
