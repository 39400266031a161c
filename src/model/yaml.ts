import { readFile } from "node:fs/promises";
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { Document } from "yaml";
import type { z } from "zod";
import { limitedText, shownText } from "./names.ts";
import { nearest } from "./nearest.ts";
import type { Fault } from "./problem.ts";

export type YamlPath = readonly PropertyKey[];

/** What a scalar text becomes, as with `${VAR}`; `fault` reports what is wrong with it. */
export type Substitute = (text: string, fault: (message: string) => void) => string;

/** More than this many uses of anchors is no configuration but an attempt to fill the memory. */
const MAX_ALIASES = 1000;

/** A YAML file as plain values, with the position of each, and the faults found so far. */
export class YamlSource {
  readonly file: string;
  readonly faults: Fault[] = [];
  /** Maps are objects without prototype, so that any name is just a name; keys are as they are written. */
  readonly value: unknown;
  readonly #lines = new LineCounter();
  readonly #positions = new Map<string, { key: number; value: number }>();
  readonly #substitute: Substitute | undefined;
  readonly #text: string;
  #aliases = 0;

  constructor(text: string, file: string, substitute?: Substitute) {
    this.file = file;
    this.#text = text;
    this.#substitute = substitute;
    const document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false, logLevel: "silent" });
    for (const error of document.errors) this.#add(error.pos[0], syntaxMessage(error.code, error.message));
    if (document.contents === null) {
      if (this.faults.length === 0) this.#add(0, "the file is empty");
      this.value = undefined;
    } else this.value = this.#plain(document.contents, [], document, 0);
  }

  /**
   * Adds a fault at the value, or at the key, of `path`; at the nearest parent when there is none. With a number
   * it is the place within the text that stands there, counted from 0. A message that starts with "must" gets the
   * path in front of it.
   */
  fault(path: YamlPath, message: string, at: "key" | "value" | number = "value"): void {
    this.#add(this.#offset(path, at), message.startsWith("must ") ? `\`${pathText(path)}\` ${message}` : message);
  }

  /** `file:line` of the value at `path`. */
  at(path: YamlPath): string {
    return `${this.file}:${this.#lines.linePos(this.#offset(path, "value")).line}`;
  }

  /** The value in the form of `schema`, or `undefined` after its faults were added. */
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
      return this.fault(path.slice(0, -1), `missing key \`${pathText(path)}\``);
    }
    if (issue.code === "invalid_union") {
      const another = (code: string): boolean => code === "invalid_type" || (code === "invalid_value" && typeof found !== "string");
      const meant = issue.errors.filter((branch) => !branch.some((inner) => inner.path.length === 0 && another(inner.code)));
      if (meant.length === 1 && issue.message === "Invalid input") {
        const branch = optionFor(schemaAt(schema, issue.path), found) ?? schema;
        for (const inner of meant[0] ?? []) this.#issue(branch, found, path, inner);
        return;
      }
    }
    this.fault(path, `${path.length === 0 ? "the file" : `\`${pathText(path)}\``} ${sentence(issue)}`);
  }

  #offset(path: YamlPath, at: "key" | "value" | number): number {
    if (typeof at === "number") return this.#within(this.#offset(path, "value"), valueAt(this.value, path), at);
    for (let length = path.length; length >= 0; length--) {
      const position = this.#positions.get(keyOf(path.slice(0, length)));
      if (position !== undefined) return length === path.length && at === "key" ? position.key : position.value;
    }
    return 0;
  }

  /** The place of a character of a text, which in the file may be quoted, escaped or folded over several lines. */
  #within(start: number, value: unknown, wanted: number): number {
    if (typeof value !== "string") return start;
    const opening = this.#text[start] ?? "";
    let next = opening === '"' || opening === "'" ? start + 1 : start;
    if (opening === "|" || opening === ">") next = this.#text.indexOf("\n", start) + 1;
    let place = next;
    for (let index = 0; index <= wanted && index < value.length; index++) {
      const found = findCharacter(this.#text, value[index] ?? "", next);
      // What is written as an escape is not found.
      if (found === undefined) continue;
      place = found;
      next = found + 1;
    }
    return wanted < value.length ? place : next;
  }

  #add(offset: number, message: string): void {
    const { line, col } = this.#lines.linePos(offset);
    this.faults.push({ file: this.file, line: Math.max(1, line), column: Math.max(1, col), message: limitedText(message) });
  }

  #plain(node: unknown, path: YamlPath, document: Document, key: number): unknown {
    if (isAlias(node)) {
      const target = ++this.#aliases > MAX_ALIASES ? undefined : node.resolve(document);
      if (target === undefined || path.length > 50) {
        this.#add(node.range?.[0] ?? 0, "this alias cannot be followed");
        return undefined;
      }
      return this.#plain(target, path, document, key);
    }
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return null;
    const offset = node.range?.[0] ?? key;
    this.#positions.set(keyOf(path), { key, value: offset });
    if (isScalar(node)) {
      if (typeof node.value !== "string" || this.#substitute === undefined) return node.value;
      return this.#substitute(node.value, (message) => this.#add(offset, message));
    }
    if (isSeq(node)) return node.items.map((item, index) => this.#plain(item, [...path, index], document, offset));
    const map = Object.create(null) as Record<string, unknown>;
    for (const { key: name, value } of node.items) {
      const text = keyText(name);
      const at = isScalar(name) ? (name.range?.[0] ?? offset) : offset;
      if (text === undefined) this.#add(at, "a key must be a plain name");
      else map[text] = this.#plain(value, [...path, text], document, at);
      if (text !== undefined && !this.#positions.has(keyOf([...path, text]))) {
        this.#positions.set(keyOf([...path, text]), { key: at, value: at });
      }
    }
    return map;
  }
}

/**
 * Reads a configuration file as text.
 * @returns the text, or a fault that says why there is none (`what` is as in "the mapping")
 */
export async function readConfiguration(path: string, shown: string, what: string): Promise<string | Fault> {
  const fault = (message: string): Fault => ({ file: shown, line: 1, column: 1, message });
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "ENOTDIR") return fault(`there is no such file; ${what} should be here`);
    if (code === "EISDIR") return fault(`this is a directory; ${what} is a YAML file`);
    if (code === "EACCES" || code === "EPERM") return fault(`${what} cannot be read: permission denied`);
    return fault(`${what} cannot be read (${code})`);
  }
  if (bytes.includes(0)) return fault(`this is a binary file; ${what} is a YAML file, in UTF-8`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return fault(`this file is not in UTF-8; save ${what} in UTF-8`);
  }
}

/** The fault text of a key that is not known here. */
export function unknownKey(path: YamlPath, known: readonly string[]): string {
  const near = nearest(String(path.at(-1)), known);
  const hint = near === undefined ? `allowed here: ${known.join(", ")}` : `did you mean \`${near}\`?`;
  return `unknown key \`${pathText(path)}\`; ${hint}`;
}

/** A path as it is written in faults: `policy.limits.creates`, `groups.rules[2].name`. */
export function pathText(path: YamlPath): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part + 1}]` : (index === 0 ? "" : ".") + shownText(String(part))))
    .join("");
}

/** Whether a plain value is a YAML map. */
export function isPlainMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const keyOf = (path: YamlPath): string => JSON.stringify(path);

/** As it is written: `0123` stays `0123` although YAML would read a number. */
function keyText(name: unknown): string | undefined {
  if (!isScalar(name)) return undefined;
  if (typeof name.value === "string") return name.value;
  return name.source ?? String(name.value);
}

function syntaxMessage(code: string, message: string): string {
  if (code === "DUPLICATE_KEY") return "this key is here twice; keep one of them";
  // The library quotes what it met, which may be a secret.
  return `not valid YAML: ${message.replaceAll(/"(?:[^"\\]|\\.)*"/g, "…")}`;
}

/** Where a character stands next, not far away; one blank may stand for another. */
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

const TYPES: Record<string, string> = {
  string: "must be a text; put quotes around numbers, true, false and null",
  number: "must be a number",
  boolean: "must be true or false",
  array: "must be a list",
  object: "must be a map of keys and values",
  record: "must be a map of keys and values",
};

function sentence(issue: z.core.$ZodIssue): string {
  if (!issue.message.startsWith("Invalid") && !issue.message.startsWith("Too ")) return issue.message;
  if (issue.code === "invalid_type") return TYPES[issue.expected] ?? `must be of type ${issue.expected}`;
  if (issue.code === "invalid_value") return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`;
  if (issue.code === "too_small") return `must be at least ${issue.minimum}`;
  if (issue.code === "too_big") return `must be at most ${issue.maximum}`;
  return "has a value that is not allowed here";
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

/** The schema without what only wraps it (optional, default, transformed). */
function bare(schema: z.ZodType): z.ZodType {
  const { innerType, in: input } = definition(schema);
  const inner = innerType ?? input;
  return inner === undefined ? schema : bare(inner);
}

function schemaAt(schema: z.ZodType, path: YamlPath): z.ZodType {
  let current = bare(schema);
  for (const part of path) {
    const { shape, element, options } = definition(current);
    const within = shape ?? options?.map((option) => definition(bare(option)).shape).find((found) => found !== undefined);
    const next = typeof part === "number" ? element : within?.[String(part)];
    if (next === undefined) return current;
    current = bare(next);
  }
  return current;
}

function optionFor(schema: z.ZodType, value: unknown): z.ZodType | undefined {
  const kind = Array.isArray(value) ? "array" : typeof value;
  return definition(schema).options?.find((option) => definition(bare(option)).type === kind);
}

function keysAt(schema: z.ZodType, path: YamlPath): string[] {
  const { shape, options } = definition(schemaAt(schema, path));
  const found = shape ?? options?.map((option) => definition(bare(option)).shape).find((candidate) => candidate !== undefined);
  return Object.keys(found ?? {});
}
