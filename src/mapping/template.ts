/** A part of a template: literal text, or the column of a `{Column}` placeholder. */
export type TemplatePart = { text: string } | { column: string };

/**
 * Parses a template; `{{` and `}}` are literal braces.
 * @returns the parts, or an error message without its subject
 */
export function parseTemplate(template: string): TemplatePart[] | string {
  const parts: TemplatePart[] = [];
  let text = "";
  for (let index = 0; index < template.length; index++) {
    const character = template[index] ?? "";
    if ((character === "{" || character === "}") && template[index + 1] === character) {
      text += character;
      index++;
    } else if (character === "}") {
      return "has a } without a {; write }} for the character itself";
    } else if (character === "{") {
      const end = template.indexOf("}", index);
      if (end < 0) return "has a { without a }; write {{ for the character itself";
      const column = template.slice(index + 1, end).trim();
      if (column === "" || column.includes("{")) return "has braces without a column name; write {{ for the character itself";
      if (text !== "") parts.push({ text });
      text = "";
      parts.push({ column });
      index = end;
    } else text += character;
  }
  if (text !== "" || parts.length === 0) parts.push({ text });
  return parts;
}
