import type { ParseError } from "@marcbachmann/cel-js";

const TYPES: Record<string, string> = {
  string: "a text",
  int: "a whole number",
  double: "a number with a decimal point",
  bool: "true or false",
  list: "a list",
  uint: "an unsigned number",
  bytes: "bytes",
  null: "null",
};

/** Returns the name of a CEL type for messages. */
export function typeName(type: string): string {
  return TYPES[type] ?? (type.startsWith("list") ? "a list" : type);
}

const MAKE_NUMBER = "; a cell is text: convert it with int(…) or double(…)";

/** Translates a type error of the CEL library into a message. */
export function typeErrorMessage(summary: string): string {
  const between = /^no such overload: (\S+) (\S+) (\S+)$/.exec(summary);
  if (between !== null) {
    const [, left = "", operator = "", right = ""] = between;
    const numbers = [left, right].includes("string") && (left + right).replace("string", "").match(/int|double/) !== null;
    return `\`${operator}\` doesn't work between ${typeName(left)} and ${typeName(right)}${numbers ? MAKE_NUMBER : ""}`;
  }
  const before = /^no such overload: ([!-])(\S+)$/.exec(summary);
  if (before !== null) return `\`${before[1] ?? ""}\` doesn't work before ${typeName(before[2] ?? "")}`;
  const call = /^found no matching overload for '(?:(\S+?)\.)?(\w+)\((.*)\)'$/.exec(summary);
  if (call !== null) {
    const [, receiver, name = "", given = ""] = call;
    const list = given === "" ? "nothing" : given.split(", ").map(typeName).join(" and ");
    return `\`${name}\` doesn't accept ${list}${receiver === undefined ? "" : ` after ${typeName(receiver)}`}`;
  }
  const logical = /^Logical operator requires bool operands, got '(.*)'$/.exec(summary);
  if (logical !== null) return `\`&&\` and \`||\` need conditions on both sides, but one of these is ${typeName(logical[1] ?? "")}`;
  const mixed = /^List elements must have the same type, expected type '(.*)' but found '(.*)'$/.exec(summary);
  if (mixed !== null)
    return `all items of a list must have the same type; this one has ${typeName(mixed[1] ?? "")} and ${typeName(mixed[2] ?? "")}`;
  const choice = /^Ternary condition must be bool, got '(.*)'$/.exec(summary);
  if (choice !== null) return `\`?\` needs a condition before it, but this is ${typeName(choice[1] ?? "")}`;
  return "the types in this expression don't match";
}

const OPERATORS = new Map([
  ["and", "&&"],
  ["or", "||"],
  ["not", "!"],
  ["AND", "&&"],
  ["OR", "||"],
  ["NOT", "!"],
]);

/** Translates a syntax error of the CEL library into a message. */
export function syntaxErrorMessage(error: ParseError, text: string): string {
  const start = error.range?.start ?? 0;
  const word = /^\w+/.exec(text.slice(start))?.[0] ?? "";
  const operator = OPERATORS.get(word);
  if (operator !== undefined) return `write \`${operator}\` instead of \`${word}\``;
  const character = String.fromCodePoint(text.codePointAt(start) ?? 32);
  if (/[“”„«»‘’‚]/.test(character)) return `\`${character}\` isn't a quotation mark in expressions; write " or '`;
  if (error.code === "unexpected_character" && character === "=") return "write `==` to compare";
  if (error.code === "unexpected_character" && character === "&") return "write `&&` for and";
  if (error.code === "unexpected_character" && character === "|") return "write `||` for or";
  if (/[^\x20-\x7E]/.test(character)) return `\`${character}\` is allowed only in quotes; write such a column name as row["…"]`;
  if (character === ")") return "a ) without a (";
  if (error.code === "reserved_identifier") return `\`${word}\` is a reserved word in expressions; write the column as row["${word}"]`;
  if (error.code === "unterminated_string") return "a quotation mark isn't closed";
  if (error.code === "limit_exceeded") return "the expression is too large; split it into several rules";
  if (error.summary.includes("EOF")) return error.summary.includes("RPAREN") ? "a ( isn't closed" : "the expression ends too early";
  if (error.code === "unexpected_character" && word !== "")
    return `\`${word}\` isn't expected here; write a column name with spaces as row["…"]`;
  return "not a valid CEL expression; check the syntax from here on";
}
