import { html, type Html } from "../../../reporting/html/html.ts";

/** Writes a text without accents and in lower case, with the place of each character in the text. */
function folded(text: string): { chars: string; at: number[] } {
  const at: number[] = [];
  let chars = "";
  let i = 0;
  for (const char of text) {
    const plain = char.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
    chars += plain;
    for (let n = 0; n < plain.length; n += 1) at.push(i);
    i += char.length;
  }
  return { chars, at: [...at, i] };
}

/** Draws a text in which the words of a search stand out. Like the search, it ignores case and accents. */
export function marked(text: string, search: string): Html {
  const { chars, at } = folded(text);
  const words = search.split(/\s+/).map((word) => folded(word).chars);
  const found = words
    .filter((word) => word !== "")
    .flatMap((word) => {
      const first = chars.indexOf(word);
      return first === -1 ? [] : [{ from: at[first] ?? 0, to: at[first + word.length] ?? text.length }];
    })
    .sort((a, b) => a.from - b.from);
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const { from, to } of found) {
    if (to <= end) continue;
    const start = Math.max(from, end);
    parts.push(text.slice(end, start), html`<mark>${text.slice(start, to)}</mark>`);
    end = to;
  }
  return html`<bdi>${parts}${text.slice(end)}</bdi>`;
}
