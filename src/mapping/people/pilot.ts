import { createHash } from "node:crypto";
import { YamlSource } from "../../config/yaml.ts";
import { fact } from "../../domain/facts/fact.ts";
import { bindHeader } from "../../domain/header.ts";
import { foldName } from "../../domain/names.ts";
import type { OutsideScope } from "../../domain/person.ts";
import { ConfigurationProblem, FileProblem } from "../../domain/problem.ts";
import type { Cells } from "../../domain/record.ts";
import { pilotOf, type Job, type PilotSettings } from "../../domain/settings.ts";
import { Columns } from "../columns.ts";
import type { CompiledMapping } from "../compiled.ts";
import { conditionRule } from "../scope.ts";

/** The compiled `pilot` of a job or a command: whom a run is for. */
export interface Pilot {
  settings: PilotSettings;
  /** The option of the command that sets it; `null`: the job does. */
  option: "--only" | "--keys" | null;
  /** The columns of the mapping, then those that only the pilot names. `Cells` have this order. */
  columns: readonly string[];
  /** The columns that decide; empty if the key decides alone. */
  deciding: readonly string[];
  /** The normalized keys, composed (NFC) for comparison; `null` if the pilot lists none. */
  keys: ReadonlySet<string> | null;
  /** Returns whether the pilot lists a key exactly so. Two keys of a file may differ only in their composition. */
  names(key: string): boolean;
  managers: CompiledMapping["managers"];
  bind(header: readonly string[], file: string): number[];
  /** Returns whether a row is in the pilot, or why that is unknown. */
  includes(cells: Cells, key: string): boolean | OutsideScope;
  /** Returns whether a person without a row is in the pilot: a condition over columns includes none. */
  includesAbsent(key: string): boolean;
}

/** Compiles the `pilot` of a job; `null` if it has none. @throws ConfigurationProblem */
export function compilePilot({ text, policy: { pilot } }: Pick<Job, "text" | "policy">, mapping: CompiledMapping): Pilot | null {
  if (pilot === null) return null;
  const source = new YamlSource(text, pilot.at.replace(/:\d+$/, ""));
  return compile(pilot, null, mapping, { source, path: ["pilot", "when"] }, (fault) => fault);
}

const OPENING = '{"--only": "';

/** Compiles the expression of `--only`. @throws ConfigurationProblem whose places count within the expression */
export function compileOnly(expression: string, max: number | null, mapping: CompiledMapping): Pilot {
  const source = new YamlSource(`{"--only": ${JSON.stringify(expression)}}`, "--only");
  const shifted = (fault: Fault): Fault => ({ ...fault, column: Math.max(1, fault.column - OPENING.length) });
  return compile(pilotOf({ when: expression }, max, "--only"), "--only", mapping, { source, path: ["--only"] }, shifted);
}

/** Compiles the keys of `--keys`. */
export function compileKeys(keys: readonly string[], max: number | null, mapping: CompiledMapping): Pilot {
  return byKey(pilotOf({ keys }, max, "--keys"), "--keys", mapping);
}

type Fault = ConfigurationProblem["faults"][number];

function compile(
  settings: PilotSettings,
  option: Pilot["option"],
  mapping: CompiledMapping,
  { source, path }: { source: YamlSource; path: string[] },
  placed: (fault: Fault) => Fault,
): Pilot {
  const { who, at } = settings;
  if (!("when" in who)) return byKey(settings, option, mapping);
  const columns = new Columns(source);
  for (const name of mapping.columns) columns.use(name, { path });
  for (const name of mapping.sensitiveColumns) columns.sensitive.add(name);
  const rule = conditionRule(source, columns, who.when, path, "pilot", path);
  if (source.faults.length > 0) throw new ConfigurationProblem(source.faults.map(placed));
  const own = columns.names.slice(mapping.columns.length);
  return {
    settings,
    option,
    columns: columns.names,
    deciding: rule.places.map((place) => columns.name(place)),
    keys: null,
    names: () => false,
    managers: mapping.managers,
    bind: (header, file) => [...mapping.bind(header, file), ...bindOwn(own, header, file, at)],
    includes: (cells, key) => rule.applies(cells, key),
    includesAbsent: () => false,
  };
}

/** Binds the columns that the mapping does not name. @throws FileProblem that names the place of the pilot */
function bindOwn(own: readonly string[], header: readonly string[], file: string, at: string): number[] {
  try {
    return bindHeader(own, header, file, "pilot");
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    throw new FileProblem(error.code, fact("file.pilot_column", { at, problem: error.fact }), error.next);
  }
}

/** Compiles a pilot that the key alone decides: a list of keys, or a share. */
function byKey(settings: PilotSettings, option: Pilot["option"], mapping: CompiledMapping): Pilot {
  const { who } = settings;
  const listed = "keys" in who ? keySet(who.keys, mapping) : null;
  const keys = listed === null ? null : new Set([...listed].map((key) => key.normalize("NFC")));
  const inShare = (key: string): boolean => "share" in who && placeOf(key) < who.share;
  const names = (key: string): boolean => listed?.has(key) === true;
  return {
    settings,
    option,
    columns: mapping.columns,
    deciding: [],
    keys,
    names,
    managers: mapping.managers,
    bind: (header, file) => mapping.bind(header, file),
    includes: (_, key) => keys?.has(key.normalize("NFC")) ?? inShare(key),
    // A row may have the same key in another composition.
    includesAbsent: (key) => (keys === null ? inShare(key) : names(key)),
  };
}

/** Normalizes listed keys. The first line of a file may be the name of the column. */
function keySet(keys: readonly string[], mapping: CompiledMapping): ReadonlySet<string> {
  const [first = ""] = keys;
  const listed = mapping.keyColumns.some((column) => foldName(column) === foldName(first)) ? keys.slice(1) : keys;
  return new Set(listed.map((key) => mapping.normalizeKey(key)));
}

/** Places a key between 0 and 100 by its digest alone: a larger share only adds people. */
function placeOf(key: string): number {
  const digest = createHash("sha256").update(`rollcall pilot\n${key}`).digest();
  return (digest.readUIntBE(0, 6) / 2 ** 48) * 100;
}
