import { fact, type Fact } from "../../domain/facts/fact.ts";
import type { Cells, Reject } from "../../domain/record.ts";
import { foldUsername, hasUnseen, shownText } from "../../domain/names.ts";
import { pathText, type YamlPath } from "../../config/yaml.ts";
import { MAX_NAME_CHARACTERS, tooLong } from "../attribute.ts";
import type { UniqueUsername } from "../compiled.ts";
import { isBlank, undecided } from "../groups.ts";
import { agreed, joinedPlaces, severalValues } from "../joined.ts";
import { uniqueSchema } from "../schema.ts";
import { compileParts, compileTemplate, isIncomplete, isUnknown } from "./text.ts";
import type { CellText, TextContext } from "./text.ts";
import { compileTransform } from "./transforms.ts";

const FIELD = "username";
const COUNTER = "n";
const DEFAULT_RANGE = "2..99";
/** Bounds the usernames that are tried for one person. */
const MAX_NUMBER = 9999;

interface Pattern {
  text: string;
  filled: CellText;
  counts: boolean;
}

/** Compiles `on_create.username` with `unique`: a list of patterns, each a template that may contain the counter `{n}`. */
export function compileUnique(context: TextContext, raw: unknown, path: YamlPath): UniqueUsername | undefined {
  const { source, columns } = context;
  const form = source.check(uniqueSchema, raw, path);
  if (form === undefined) return undefined;
  const faults = source.faults.length;
  const parts = compileParts(context, form.with, [...path, "with"]);
  const counter = { name: COUNTER, text: "", used: false };
  if (parts.has(COUNTER)) source.fault([...path, "with", COUNTER], fact("mapping.counter_taken", {}), "key");
  if (form.unique.length === 0)
    source.fault([...path, "unique"], fact("config.names_none", { setting: pathText([...path, "unique"]), of: "patterns" }));
  const patterns = form.unique.flatMap((text, index): Pattern[] => {
    counter.used = false;
    const filled = compileTemplate(context, text, parts, [...path, "unique", index], counter);
    if (filled?.places.length === 0) source.fault([...path, "unique", index], fact("mapping.pattern_constant", {}));
    return filled === undefined ? [] : [{ text, filled, counts: counter.used }];
  });
  for (const [name, part] of parts)
    if (!part.used) source.fault([...path, "with", name], fact("mapping.part_unused_by_patterns", { part: name }), "key");
  const range = rangeOf(form.n ?? DEFAULT_RANGE);
  if (range === undefined)
    source.fault(
      [...path, "n"],
      fact("mapping.range_invalid", { setting: pathText([...path, "n"]), most: String(MAX_NUMBER), example: DEFAULT_RANGE }),
    );
  if (form.n !== undefined && !patterns.some(({ counts }) => counts))
    source.fault([...path, "n"], fact("mapping.counter_unused", {}), "key");
  const change = compileTransform(source, form.transform, [...path, "transform"]);
  if (source.faults.length > faults || range === undefined) return undefined;
  const places = [...new Set(patterns.flatMap(({ filled }) => filled.places))];
  const at = source.at(path);
  const joined = joinedPlaces(columns, places);

  const reject = (place: number, code: string, why: Fact): Omit<Reject, "row"> => ({ column: columns.name(place), code, fact: why });

  function nameOf({ text, filled }: Pattern, cells: Cells): string | Omit<Reject, "row"> {
    const first = filled.from(cells) ?? 0;
    const value = filled.read(cells);
    const pattern = shownText(text);
    const empty = fact("field.pattern_empty", { field: FIELD, pattern });
    if (isIncomplete(value)) {
      const { blank } = value;
      const why = fact("cell.blank", { column: columns.shownName(blank) });
      return reject(blank, "missing_value", isBlank(cells[blank]) ? fact("field.required", { field: FIELD, why }) : empty);
    }
    if (isUnknown(value)) {
      const { why } = undecided({ name: FIELD, at, columns, couldGive: [] }, value, cells);
      return reject(value.place, "missing_value", fact("field.pattern_unfilled", { field: FIELD, pattern, why }));
    }
    const name = change(value).trim().normalize("NFC");
    // A name of dots alone is as good as none.
    if (!/[\p{L}\p{N}]/u.test(name)) return reject(first, "missing_value", empty);
    const longest = filled.places.toSorted((a, b) => (cells[b]?.length ?? 0) - (cells[a]?.length ?? 0))[0] ?? first;
    if (hasUnseen(name))
      return reject(first, "invalid_username", fact("field.unseen_character", { field: FIELD, value: columns.shown(name, filled.places) }));
    return name.length > MAX_NAME_CHARACTERS ? reject(longest, "value_too_long", tooLong(FIELD)) : name;
  }

  return {
    at,
    places,
    onTaken: form.on_taken,
    *names(given) {
      const cells = agreed(given, joined);
      if ("place" in cells) return reject(cells.place, "several_values", severalValues(FIELD, columns, cells));
      const seen = new Set<string>();
      let [first, last] = ["", ""];
      for (const pattern of patterns) {
        for (let n = range.from; n <= (pattern.counts ? range.to : range.from); n++) {
          counter.text = String(n);
          const name = nameOf(pattern, cells);
          if (typeof name !== "string") return name;
          if (seen.has(foldUsername(name))) continue;
          seen.add(foldUsername(name));
          if (first === "") first = name;
          last = name;
          yield name;
        }
      }
      const place = patterns[0]?.filled.from(cells) ?? 0;
      return reject(place, "no_username_left", fact("username.none_left", { field: FIELD, n: seen.size, at, first, last }));
    },
  };
}

function rangeOf(text: string): { from: number; to: number } | undefined {
  const [, from = "", to = ""] = /^\s*(\d{1,4})\s*\.\.\s*(\d{1,4})\s*$/.exec(text) ?? [];
  return from === "" || Number(from) > Number(to) ? undefined : { from: Number(from), to: Number(to) };
}
