import { visibleName } from "../model/names.ts";

/** Words that YAML, or an older reader of it, takes for something else than text. */
const NO_TEXT = /^(true|false|null|yes|no|on|off|y|n)$/i;
/** Letters first, or a relative path, and nothing that means something to YAML, in a list or a map on one line either. */
const PLAIN = /^(?:\p{L}|(?:\.\.?\/)+[\p{L}\p{N}_])[\p{L}\p{N}_./()]*(?:[ -]+[\p{L}\p{N}_./()]+)*$/u;

/** A text as YAML that means exactly this text, wherever on a line it stands. */
export function yamlText(text: string): string {
  return PLAIN.test(text) && !NO_TEXT.test(text) ? text : quoted(text);
}

/** The same in quotes, needed or not. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

/** A map on one line. */
export function yamlMap(entries: readonly (readonly [key: string, yaml: string])[]): string {
  return `{ ${entries.map(([key, value]) => `${yamlText(key)}: ${value}`).join(", ")} }`;
}

/** A text, true or false, or a map of them. */
export function yamlValue(value: string | boolean | Readonly<Record<string, string | boolean>>): string {
  if (typeof value === "string") return yamlText(value);
  if (typeof value === "boolean") return String(value);
  return yamlMap(Object.entries(value).map(([key, inner]) => [key, yamlValue(inner)]));
}

const WIDTH = 120;

/** Comment lines, broken at blanks; nothing in the text can end a comment. */
export function comment(text: string, indent = ""): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of visibleName(text).split(" ")) {
    if (line !== "" && indent.length + line.length + word.length > WIDTH - 3) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((each) => `${indent}# ${each}`);
}

/** A line with what explains it: behind it where there is room, else above it. */
export function explained(line: string, why: string, column = 0): string[] {
  const indent = /^ */.exec(line)?.[0] ?? "";
  const padded = line.padEnd(column);
  const text = visibleName(why);
  return padded.length + text.length + 5 <= WIDTH + 20 ? [`${padded}   # ${text}`] : [...comment(why, indent), line];
}
