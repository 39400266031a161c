import { fact, type Fact } from "../domain/facts/fact.ts";
import { bindHeader } from "../domain/header.ts";
import { foldName, shownText } from "../domain/names.ts";
import type { YamlPath, YamlSource } from "../config/yaml.ts";

/** Normalizes a value for comparison: trimmed, NFC, case preserved. */
export function normalName(text: string): string {
  return text.trim().normalize("NFC");
}

/** The place where the mapping names a column. */
export interface NamedAt {
  path: YamlPath;
  /** The key, the value (the default), or a position in the value, counted from 0. */
  part?: "key" | "value" | number;
}

/** Column names, found in any spelling: a sensitive column must stay sensitive under another one. */
class NameSet extends Set<string> {
  readonly #folded = new Set<string>();

  override add(name: string): this {
    this.#folded.add(foldName(name));
    return super.add(name);
  }

  override has(name: string): boolean {
    return super.has(name) || this.#folded.has(foldName(name));
  }
}

/** The columns that a mapping uses, each with its index in the cells. */
export class Columns {
  readonly names: string[] = [];
  readonly sensitive: Set<string> = new NameSet();
  readonly #shown: string[] = [];
  readonly #source: YamlSource;
  readonly #places = new Map<string, { place: number; at: string }>();

  constructor(source: YamlSource) {
    this.#source = source;
  }

  /** Returns the index of a column, adding a new one. A second spelling of a column is an error. */
  use(name: string, { path, part }: NamedAt): number {
    const normal = normalName(name);
    const known = this.#places.get(foldName(name));
    if (known !== undefined) {
      const first = this.name(known.place);
      if (first !== normal) {
        const names = { column: shownText(normal), other: shownText(first) };
        this.#source.fault(path, fact("mapping.column_respelled", { ...names, at: known.at }), part);
      }
      return known.place;
    }
    const place = this.names.push(normal) - 1;
    this.#places.set(foldName(name), { place, at: this.#source.at(path) });
    return place;
  }

  name(place: number): string {
    return this.names[place] ?? "";
  }

  /** Returns the name of a column for facts, cut to a length that can be shown. */
  shownName(place: number): string {
    return (this.#shown[place] ??= shownText(this.name(place)));
  }

  isSecret(places: readonly number[]): boolean {
    return places.some((place) => this.sensitive.has(this.name(place)));
  }

  /** Returns a value for facts, hidden if it is sensitive. */
  shown(value: string, places: readonly number[]): Fact {
    return this.isSecret(places) ? fact("value.hidden", {}) : fact("value.shown", { value: shownText(value) });
  }

  /** Returns the index of each column in a header. */
  bind(header: readonly string[], file: string): number[] {
    return bindHeader(this.names, header, file, "mapping", (name) => this.#places.get(foldName(name))?.at);
  }
}
