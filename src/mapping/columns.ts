import { bindHeader } from "../model/header.ts";
import { foldName, shownText } from "../model/names.ts";
import type { YamlPath, YamlSource } from "../model/yaml.ts";

/** Values are compared without surrounding blanks, composed (NFC), with their case. */
export function normalName(text: string): string {
  return text.trim().normalize("NFC");
}

/** Where the mapping names a column. */
export interface NamedAt {
  path: YamlPath;
  /** Of the value, by default; or the place within it, counted from 0. */
  part?: "key" | "value" | number;
}

/** Names of columns that are found whatever the spelling, so that what is secret stays so under another one. */
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

/** The columns that a mapping uses, each with its place among the cells. */
export class Columns {
  readonly names: string[] = [];
  readonly sensitive: Set<string> = new NameSet();
  readonly #quoted: string[] = [];
  readonly #source: YamlSource;
  readonly #places = new Map<string, { place: number; at: string }>();

  constructor(source: YamlSource) {
    this.#source = source;
  }

  /** The place of a column; a new one gets the next. A second spelling of a column is a fault. */
  use(name: string, { path, part }: NamedAt): number {
    const normal = normalName(name);
    const known = this.#places.get(foldName(name));
    if (known !== undefined) {
      const first = this.name(known.place);
      if (first !== normal) {
        const message = `${quote(normal)} is the column ${quote(first)} of ${known.at}; write its name in one way everywhere`;
        this.#source.fault(path, message, part);
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

  /** The name of a column as messages show it, in quotes. */
  quoted(place: number): string {
    return (this.#quoted[place] ??= quote(this.name(place)));
  }

  isSecret(places: readonly number[]): boolean {
    return places.some((place) => this.sensitive.has(this.name(place)));
  }

  /** A value as messages may show it. */
  shown(value: string, places: readonly number[]): string {
    if (this.isSecret(places)) return "the value (not shown)";
    return quote(value);
  }

  /** Where each column stands in a header. */
  bind(header: readonly string[], file: string): number[] {
    return bindHeader(this.names, header, file);
  }
}

const quote = (name: string): string => `“${shownText(name)}”`;
