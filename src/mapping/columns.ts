import { nearest } from "../model/nearest.ts";
import { FileProblem } from "../model/problem.ts";

/** Names of columns and values are compared without surrounding blanks, composed (NFC), with their case. */
export function normalName(text: string): string {
  return text.trim().normalize("NFC");
}

/** The columns that a mapping uses, each with its place among the cells. */
export class Columns {
  readonly names: string[] = [];
  readonly sensitive = new Set<string>();
  readonly #places = new Map<string, number>();

  /** The place of a column; a new one gets the next. */
  use(name: string): number {
    const normal = normalName(name);
    const known = this.#places.get(normal);
    if (known !== undefined) return known;
    this.#places.set(normal, this.names.length);
    return this.names.push(normal) - 1;
  }

  name(place: number): string {
    return this.names[place] ?? "";
  }

  /** A value as messages may show it. */
  shown(value: string, places: readonly number[]): string {
    if (places.some((place) => this.sensitive.has(this.name(place)))) return "the value (not shown)";
    return `“${value.length > 80 ? `${value.slice(0, 80)}…` : value}”`;
  }

  bind(header: readonly string[], file: string): number[] {
    const places = new Map<string, number[]>();
    for (const [index, name] of header.entries()) {
      const normal = normalName(name);
      places.set(normal, [...(places.get(normal) ?? []), index]);
    }
    const missing = this.names.filter((name) => !places.has(name));
    if (missing.length > 0) {
      const named = [...places.keys()].filter((name) => name !== "");
      const list = missing.map((name) => `“${name}”${hint(nearest(name, named))}`).join(", ");
      throw new FileProblem(
        "missing_column",
        `${file}: the header lacks ${missing.length === 1 ? "the column" : "the columns"} ${list}; nothing was changed`,
        `Correct the export, or the names in the mapping. The header has: ${named.join(", ") || "no names"}.`,
      );
    }
    const doubled = this.names.filter((name) => (places.get(name)?.length ?? 0) > 1);
    if (doubled.length > 0) {
      const list = doubled
        .map(
          (name) =>
            `“${name}” (columns ${
              places
                .get(name)
                ?.map((index) => index + 1)
                .join(" and ") ?? ""
            })`,
        )
        .join(", ");
      throw new FileProblem(
        "duplicate_column",
        `${file}: the header has more than one column ${list}; nothing was changed`,
        "Keep one of them in the export: which one is meant cannot be known.",
      );
    }
    return this.names.map((name) => places.get(name)?.[0] ?? -1);
  }
}

function hint(near: string | undefined): string {
  return near === undefined ? "" : ` (did you mean “${near}”?)`;
}
