import { fact, type Fact } from "../domain/facts/fact.ts";

/** A part of a template: literal text, or the column of a `{Column}` placeholder. */
export type TemplatePart = { text: string } | { column: string };

/**
 * Parses a template; `{{` and `}}` are literal braces.
 * @returns the parts, or the error of the template
 */
export function parseTemplate(template: string): TemplatePart[] | Fact {
  const parts: TemplatePart[] = [];
  let text = "";
  for (let index = 0; index < template.length; index++) {
    const character = template[index] ?? "";
    if ((character === "{" || character === "}") && template[index + 1] === character) {
      text += character;
      index++;
    } else if (character === "}") {
      return fact("template.close_unopened", {});
    } else if (character === "{") {
      const end = template.indexOf("}", index);
      if (end < 0) return fact("template.open_unclosed", {});
      const column = template.slice(index + 1, end).trim();
      if (column === "" || column.includes("{")) return fact("template.column_missing", {});
      if (text !== "") parts.push({ text });
      text = "";
      parts.push({ column });
      index = end;
    } else text += character;
  }
  if (text !== "" || parts.length === 0) parts.push({ text });
  return parts;
}
