/** HTML that is safe to write out: only {@link html} makes it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A template whose values are text unless they are `Html` themselves; null, undefined and false are nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings.map((text, i) => text + written(values[i])).join(""));
}

function written(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(written).join("");
  return String(value).replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? "");
}
