import { counted, listing, moment } from "../labels.ts";
import { asReader, currentReader } from "../locales/reader.ts";
import { placesIn, t, type Message } from "../locales/t.ts";

/** A text of the audit trail or of a timeline. */
export type SentenceText = Message;

/** A value in a sentence. Pages link and translate it, the terminal prints it. */
export type Part =
  | string
  | { as: "actor" | "group" | "value"; text: string }
  /** `at`: its place in the mapping, for administrators. */
  | { as: "rule"; text: string; at: string }
  /** `id: null`: nobody has a page under this name. */
  | { as: "person"; text: string; id: string | null }
  | { as: "run" | "removal"; text: string; id: string }
  | { as: "people" | "groups"; count: number }
  | { as: "time"; at: string }
  | { as: "list"; parts: readonly Part[] };

export type Values = Readonly<Record<string, Part>>;

/** A sentence with places for values, such as `{actor} ended the exception.` */
export class Sentence {
  readonly template: SentenceText;
  readonly values: Values;

  constructor(template: SentenceText, values: Values) {
    this.template = template;
    this.values = values;
  }

  /** As plain English text. */
  get text(): string {
    return asReader({ ...currentReader(), language: "en" }, () => t(this.template, this.withPlaces(partText)));
  }

  /** Returns each of its values in another form, an empty text for one that is not known. */
  withPlaces<Form>(form: (part: Part) => Form): Record<string, Form | string> {
    return Object.fromEntries(
      placesIn(this.template).map((name) => [name, name === "form" ? this.#groupsForm() : form(this.values[name] ?? "")]),
    );
  }

  /** Returns whether `groups` names one group or some, or says how many, so that a message can begin with an article. */
  #groupsForm(): "one" | "some" | "many" {
    const { groups } = this.values;
    if (typeof groups !== "object" || groups.as !== "list" || groups.parts.length === 0) return "many";
    return groups.parts.length === 1 ? "one" : "some";
  }

  /** JSON has the text beside it. */
  toJSON(): undefined {
    return undefined;
  }
}

function partText(part: Part): string {
  if (typeof part === "string") return part;
  switch (part.as) {
    case "people":
      return counted(part.count, "person", "people");
    case "groups":
      return counted(part.count, "group");
    case "time":
      return moment(part.at);
    case "list":
      return listing(part.parts.map(partText));
    case "group":
      return `“${part.text}”`;
    case "rule":
      return `${part.text} (${part.at})`;
    default:
      return part.text;
  }
}
