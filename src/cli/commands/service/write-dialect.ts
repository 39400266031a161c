import { readFile, realpath, stat } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { isMap, isScalar, parseDocument, type Pair, type YAMLMap } from "yaml";
import { whyNotWritten, writeAtomically } from "../../../domain/write-file.ts";
import { fact, type Fact } from "../../../domain/facts/fact.ts";
import type { Job } from "../../../domain/settings.ts";
import type { DialectValues } from "../../../diagnostics/verify/points.ts";

/** The lines that were written into a job file; `problem`: why none were, as a clause. */
export interface Written {
  lines: { line: number; text: string }[];
  problem: Fact | null;
}

/** Writes settings of `service.dialect` into a job file. Every other character of the file stays as it is. */
export async function writeDialect({ file }: Pick<Job, "file">, values: DialectValues): Promise<Written> {
  const path = await realpath(file);
  const before = await readFile(path, "utf8");
  const after = Object.entries(values).reduce((text, [key, value]) => withSetting(text, key, value), before);
  const old = new Set(before.split("\n"));
  const lines = after.split("\n").flatMap((text, i) => (old.has(text) ? [] : [{ line: i + 1, text }]));
  if (!changesOnlyDialect(before, after, values)) return { lines, problem: fact("verify.file_unusual", {}) };
  try {
    await writeAtomically(path, after, { mode: (await stat(path)).mode & 0o777 });
  } catch (error) {
    const why = whyNotWritten(error, path);
    if (why === null) throw error;
    return { lines, problem: why };
  }
  return { lines, problem: null };
}

/** Returns the text with one more or another setting, changed at its place. */
function withSetting(text: string, key: string, value: string | number): string {
  const service = parseDocument(text).get("service", true);
  if (!isMap(service)) return text;
  const dialect = service.get("dialect", true);
  const [first] = service.items;
  if (!isMap(dialect)) {
    // `dialect:` without a value, or with a scalar, is left to the person.
    if (first === undefined || dialect !== undefined) return text;
    const name = (of: string): string => (isQuoted(first) ? JSON.stringify(of) : of);
    return inserted(text, service, `${name("dialect")}: { ${name(key)}: ${written(value, isQuoted(first))} }`);
  }
  const known = dialect.get(key, true);
  if (isScalar(known) && known.range != null) {
    const quoted = known.type === "QUOTE_DOUBLE" || known.type === "QUOTE_SINGLE";
    return text.slice(0, known.range[0]) + written(value, quoted) + text.slice(known.range[1]);
  }
  const [own] = dialect.items;
  const quoted = own === undefined ? first !== undefined && isQuoted(first) : isQuoted(own);
  const entry = `${quoted ? JSON.stringify(key) : key}: ${written(value, quoted)}`;
  if (own !== undefined) return inserted(text, dialect, entry);
  const [start, end] = dialect.range ?? [0, 0];
  return `${text.slice(0, start)}{ ${entry} }${text.slice(end)}`;
}

/** Inserts an entry before the first one of a map that has one. */
function inserted(text: string, map: YAMLMap, entry: string): string {
  const key = map.items[0]?.key;
  const at = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
  const indent = " ".repeat(at - (text.lastIndexOf("\n", at - 1) + 1));
  return `${text.slice(0, at)}${entry}${map.flow === true ? ", " : `\n${indent}`}${text.slice(at)}`;
}

function isQuoted({ key }: Pair): boolean {
  return isScalar(key) && key.type === "QUOTE_DOUBLE";
}

function written(value: string | number, quoted: boolean): string {
  return typeof value === "string" && (quoted || !/^[\w/]+$/.test(value)) ? JSON.stringify(value) : String(value);
}

/** Returns whether a file reads as before, with these settings. */
function changesOnlyDialect(before: string, after: string, values: DialectValues): boolean {
  try {
    const [was, is] = [before, after].map((text) => parseDocument(text).toJS() as { service: { dialect?: object } });
    const service = { ...was?.service, dialect: { ...was?.service.dialect, ...values } };
    return isDeepStrictEqual(is, { ...was, service });
  } catch {
    // The value had a name that another one uses.
    return false;
  }
}
