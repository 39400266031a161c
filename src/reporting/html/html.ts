/** HTML that is safe to write out: only {@link html} makes it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Control characters and those that reorder text; a visible mark replaces them, because evidence must not vanish. */
const unprintable = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Builds HTML; values are escaped unless they are `Html`, and null, undefined and false add nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(
    compact(strings)
      .map((text, i) => text + written(values[i]))
      .join(""),
  );
}

const compacted = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Removes the indentation of a template, which is a third of a page. */
function compact(strings: TemplateStringsArray): readonly string[] {
  const known = compacted.get(strings) ?? strings.map((text) => text.replaceAll(/\n\s+/g, "\n"));
  compacted.set(strings, known);
  return known;
}

/** Escapes text from data and isolates its reading direction. */
export function data(text: string | number | null | undefined): Html | null {
  return text === null || text === undefined || text === "" ? null : html`<bdi>${text}</bdi>`;
}

function written(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(written).join("");
  return String(value)
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replaceAll(unprintable, "\ufffd")
    .replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? "");
}
