import type { Cells } from "../../domain/record.ts";
import { fact } from "../../domain/facts/fact.ts";
import { pathText } from "../../config/yaml.ts";
import type { YamlPath, YamlSource } from "../../config/yaml.ts";
import type { Columns } from "../columns.ts";
import { buildValue } from "../expression/build.ts";
import { readExpression } from "../expression/read.ts";
import { isBlank } from "../groups.ts";
import type { Unknown } from "../expression/values.ts";
import { partSchema } from "../schema.ts";
import type { PartForm } from "../schema.ts";
import { parseTemplate } from "../template.ts";
import { textIn } from "./cell.ts";
import { compileTransform } from "./transforms.ts";

/** A template that has no value, because this cell is blank. */
interface Incomplete {
  blank: number;
}

/** The text, `""` for a blank cell; why a template has none; or the cell that leaves the text unknown (I5). */
export type Reading = string | Incomplete | Unknown;

/** A text read from one or more cells. */
export interface CellText {
  places: readonly number[];
  read(cells: Cells): Reading;
  /** Returns the index of the column that gives the text, or leaves it empty; of several, the first. */
  from(cells: Cells): number | undefined;
}

export interface TextContext {
  source: YamlSource;
  columns: Columns;
}

/** Returns whether a reading is unknown. Unknown is not blank: nothing else is used instead. */
export function isUnknown(reading: Reading): reading is Unknown {
  return typeof reading === "object" && "reason" in reading;
}

/** Returns whether a reading is the mark of a template without a value. */
export function isIncomplete(reading: Reading): reading is Incomplete {
  return typeof reading === "object" && "blank" in reading;
}

/** Returns the origins that a form names: it must be one. */
export function originsIn(form: PartForm): string[] {
  return (["column", "template", "expression", "first_of"] as const).filter((origin) => form[origin] !== undefined);
}

/**
 * Compiles `column`, `template`, `expression` or `first_of`, with its transforms; `undefined` for a constant or after
 * errors.
 * @param type what an expression must give; true and false are read as texts
 */
export function compileText(
  context: TextContext,
  form: PartForm,
  path: YamlPath,
  type: "string" | "bool" = "string",
): CellText | undefined {
  const { source } = context;
  const change = compileTransform(source, form.transform, [...path, "transform"]);
  const text = compileOrigin(context, form, path, type);
  if (form.with !== undefined && form.template === undefined)
    source.fault([...path, "with"], fact("config.needs", { setting: "with", needs: "template" }), "key");
  if (text === undefined || form.transform === undefined) return text;
  return {
    ...text,
    read(cells) {
      const value = text.read(cells);
      return typeof value !== "string" || value === "" ? value : change(value).trim();
    },
  };
}

/** Compiles an item of `first_of`, or a part of a template: the name of a column, or a map. */
function compilePart(context: TextContext, raw: unknown, path: YamlPath): CellText | undefined {
  const { source } = context;
  if (typeof raw === "string") return compileColumn(context, raw, path);
  const form = source.check(partSchema, raw, path);
  if (form === undefined) return undefined;
  if (originsIn(form).length !== 1)
    source.fault(path, fact("config.not_exactly_one", { setting: pathText(path), of: ["column", "template", "expression", "first_of"] }));
  return compileText(context, form, path);
}

function compileOrigin(context: TextContext, form: PartForm, path: YamlPath, type: "string" | "bool"): CellText | undefined {
  if (form.column !== undefined) return compileColumn(context, form.column, [...path, "column"]);
  if (form.expression !== undefined) return compileExpression(context, form.expression, [...path, "expression"], type);
  if (form.first_of !== undefined) return compileFirstOf(context, form.first_of, [...path, "first_of"]);
  if (form.template === undefined) return undefined;
  const parts = compileParts(context, form.with, [...path, "with"]);
  const template = compileTemplate(context, form.template, parts, [...path, "template"]);
  for (const [name, part] of parts)
    if (!part.used) context.source.fault([...path, "with", name], fact("mapping.part_unused", { part: name }), "key");
  return template;
}

function compileColumn({ source, columns }: TextContext, name: string, path: YamlPath): CellText | undefined {
  if (name.trim() === "") {
    source.fault(path, "config.not_column");
    return undefined;
  }
  const place = columns.use(name, { path });
  const missing: Unknown = { place, reason: "missing" };
  return { places: [place], read: (cells) => textIn(cells, place)?.trim() ?? missing, from: () => place };
}

function compileExpression({ source, columns }: TextContext, text: string, path: YamlPath, type: "string" | "bool"): CellText | undefined {
  const expression = readExpression(text, type);
  if ("faults" in expression) {
    for (const { at, fact: what } of expression.faults) source.fault(path, what, at);
    return undefined;
  }
  const known = new Map(expression.columns.map(({ name, at }) => [name, columns.use(name, { path, part: at })]));
  const value = buildValue(expression.tree, (name) => known.get(name) ?? -1);
  const places = [...new Set(known.values())];
  const read = (cells: Cells): Reading => {
    const found = value(cells);
    return typeof found === "object" ? found : String(found).trim();
  };
  return {
    places,
    read,
    from(cells) {
      const isEmpty = read(cells) === "";
      return places.find((place) => isBlank(cells[place]) === isEmpty) ?? places[0];
    },
  };
}

/** The first value that is there. A blank one is passed over; an unknown one is not, because it may be there (I5). */
function compileFirstOf(context: TextContext, items: readonly unknown[], path: YamlPath): CellText | undefined {
  if (items.length < 2) context.source.fault(path, "mapping.first_of_short");
  const texts = items.flatMap((item, index) => compilePart(context, item, [...path, index]) ?? []);
  return {
    places: [...new Set(texts.flatMap(({ places }) => places))],
    from(cells) {
      const given = texts.find((text) => {
        const value = text.read(cells);
        return value !== "" && !isIncomplete(value);
      });
      return (given ?? texts[0])?.from(cells);
    },
    read(cells) {
      let none: "" | Incomplete = "";
      for (const text of texts) {
        const value = text.read(cells);
        if (isIncomplete(value)) none = value;
        else if (value !== "") return value;
      }
      return none;
    },
  };
}

/** The named parts of a template. */
export type Parts = Map<string, CellText & { used: boolean }>;

/** Compiles `with`. */
export function compileParts(context: TextContext, raw: Record<string, unknown> | undefined, path: YamlPath): Parts {
  const parts: Parts = new Map();
  for (const [name, form] of Object.entries(raw ?? {})) {
    const text = compilePart(context, form, [...path, name]) ?? { places: [], read: () => "", from: () => undefined };
    parts.set(name, { ...text, used: false });
  }
  return parts;
}

/** `{part:2}`: the first two characters of a part. */
const SHORTENED = /^(.+?)\s*:\s*([1-9]\d?)$/s;

/**
 * Compiles a template.
 * @param counter the placeholder of the counter, with its current text
 */
export function compileTemplate(
  { source, columns }: TextContext,
  template: string,
  parts: Parts,
  path: YamlPath,
  counter?: { name: string; text: string; used: boolean },
): CellText | undefined {
  const parsed = parseTemplate(template);
  if ("code" in parsed) {
    source.fault(path, parsed);
    return undefined;
  }
  const steps = parsed.map((one): string | CellText => {
    if ("text" in one) return one.text;
    if (one.column === counter?.name) {
      counter.used = true;
      return { places: [], read: () => counter.text, from: () => undefined };
    }
    const [, shortened = "", length = ""] = SHORTENED.exec(one.column) ?? [];
    const part = parts.get(one.column) ?? parts.get(shortened);
    if (part === undefined) {
      const place = columns.use(one.column, { path });
      const missing: Unknown = { place, reason: "missing" };
      return { places: [place], read: (cells) => textIn(cells, place)?.trim() ?? missing, from: () => place };
    }
    part.used = true;
    return parts.has(one.column) ? part : { ...part, read: (cells) => beginning(part.read(cells), Number(length)) };
  });
  const filled = steps.filter((step) => typeof step !== "string");
  return {
    from: (cells) => filled.find(({ places }) => places.length > 0)?.from(cells),
    places: [...new Set(filled.flatMap(({ places }) => places))],
    read(cells) {
      let text = "";
      let incomplete: Incomplete | undefined;
      for (const step of steps) {
        const value = typeof step === "string" ? step : step.read(cells);
        if (isUnknown(value)) return value;
        // An incomplete template such as `wd-` must not become a value.
        if (isIncomplete(value)) incomplete ??= value;
        else if (value === "" && typeof step !== "string") incomplete ??= { blank: step.from(cells) ?? 0 };
        else text += value;
      }
      return incomplete ?? text.trim();
    },
  };
}

function beginning(value: Reading, length: number): Reading {
  return typeof value === "string" ? [...value].slice(0, length).join("") : value;
}
