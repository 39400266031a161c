import type { Cells } from "../domain/record.ts";
import type { YamlPath, YamlSource } from "../config/yaml.ts";
import type { Columns } from "./columns.ts";
import { transformer } from "./convert.ts";
import type { AttributeForm } from "./schema.ts";
import { parseTemplate } from "./template.ts";

/** A text read from one or more cells. */
export interface CellText {
  places: readonly number[];
  /** Returns `""` for a blank cell, and `undefined` for a missing one or a template that cannot be filled. */
  read(cells: Cells): string | undefined;
}

/** Compiles `column` or `template`, with its transforms; `undefined` for a constant or after errors. */
export function compileText(
  { source, columns }: { source: YamlSource; columns: Columns },
  form: Pick<AttributeForm, "column" | "template" | "transform">,
  path: YamlPath,
): CellText | undefined {
  const change = transformer(form.transform);
  const plain = form.transform === undefined;
  if (form.column !== undefined) {
    if (form.column.trim() === "") {
      source.fault([...path, "column"], "must be the name of a column");
      return undefined;
    }
    const place = columns.use(form.column, { path: [...path, "column"] });
    if (plain) return { places: [place], read: (cells) => cells[place]?.trim() };
    return {
      places: [place],
      read: (cells) => {
        const value = cells[place]?.trim();
        return value === undefined || value === "" ? value : change(value).trim();
      },
    };
  }
  if (form.template === undefined) return undefined;
  const parts = parseTemplate(form.template);
  if (typeof parts === "string") {
    source.fault([...path, "template"], `the template ${parts}`);
    return undefined;
  }
  const steps = parts.map((part) => ("text" in part ? part.text : columns.use(part.column, { path: [...path, "template"] })));
  return {
    places: [...new Set(steps.filter((step) => typeof step === "number"))],
    read(cells) {
      let text = "";
      for (const step of steps) {
        const value = typeof step === "string" ? step : cells[step]?.trim();
        // An incomplete template such as `wd-` must not become a value.
        if (value === undefined || (value === "" && typeof step === "number")) return undefined;
        text += value;
      }
      return change(text).trim();
    },
  };
}
