import { visibleName } from "../../domain/names.ts";

/** Words that YAML, also older versions, doesn't read as text. */
const NO_TEXT = /^(true|false|null|yes|no|on|off|y|n)$/i;
/** Text or a relative path without characters special to YAML, also in flow lists and maps. */
const PLAIN = /^(?:\p{L}|(?:\.\.?\/)+[\p{L}\p{N}_])[\p{L}\p{N}_./()]*(?:[ -]+[\p{L}\p{N}_./()]+)*$/u;

/** A value that fits on one line; keys without a value are left out. */
export type YamlValue = string | number | boolean | readonly string[] | { readonly [key: string]: YamlValue | undefined };

/** Returns YAML on one line for exactly this value, valid in any position. The texts of lists are always in quotes. */
export function yaml(value: YamlValue): string {
  if (typeof value === "string") return PLAIN.test(value) && !NO_TEXT.test(value) ? value : quoted(value);
  if (typeof value !== "object") return String(value);
  if (isList(value)) return `[${value.map(quoted).join(", ")}]`;
  const entries = Object.entries(value).flatMap(([key, inner]) => (inner === undefined ? [] : [`${yaml(key)}: ${yaml(inner)}`]));
  return `{ ${entries.join(", ")} }`;
}

function isList(value: object): value is readonly string[] {
  return Array.isArray(value);
}

function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

const WIDTH = 120;

/** Returns comment lines, wrapped at spaces; nothing in the text can end the comment. */
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

/** Returns a line with its explanation as a comment, behind it if there is room, otherwise above it. */
export function explained(line: string, why: string, column = 0): string[] {
  const indent = /^ */.exec(line)?.[0] ?? "";
  const padded = line.padEnd(column);
  const text = visibleName(why);
  return padded.length + text.length + 5 <= WIDTH + 20 ? [`${padded}   # ${text}`] : [...comment(why, indent), line];
}
