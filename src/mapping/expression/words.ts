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

function typeName(type: string): string {
  return TYPES[type] ?? (type.startsWith("list") ? "a list" : type);
}

const MAKE_NUMBER = "; a cell is a text: int(…) or double(…) makes a number of it";

/** What is wrong with the types of an expression, in words; of a type alone, its name. */
export function typeWords(summary: string): string {
  const between = /^no such overload: (\S+) (\S+) (\S+)$/.exec(summary);
  if (between !== null) {
    const [, left = "", operator = "", right = ""] = between;
    const numbers = [left, right].includes("string") && (left + right).replace("string", "").match(/int|double/) !== null;
    return `\`${operator}\` cannot stand between ${typeName(left)} and ${typeName(right)}${numbers ? MAKE_NUMBER : ""}`;
  }
  const before = /^no such overload: ([!-])(\S+)$/.exec(summary);
  if (before !== null) return `\`${before[1] ?? ""}\` cannot stand before ${typeName(before[2] ?? "")}`;
  const call = /^found no matching overload for '(?:(\S+?)\.)?(\w+)\((.*)\)'$/.exec(summary);
  if (call !== null) {
    const [, receiver, name = "", given = ""] = call;
    const list = given === "" ? "nothing" : given.split(", ").map(typeName).join(" and ");
    return `\`${name}\` does not take ${list}${receiver === undefined ? "" : ` after ${typeName(receiver)}`}`;
  }
  const logical = /^Logical operator requires bool operands, got '(.*)'$/.exec(summary);
  if (logical !== null) return `\`&&\` and \`||\` stand between conditions, and one of these is ${typeName(logical[1] ?? "")}`;
  const mixed = /^List elements must have the same type, expected type '(.*)' but found '(.*)'$/.exec(summary);
  if (mixed !== null) return `all of a list must be of one kind: here are ${typeName(mixed[1] ?? "")} and ${typeName(mixed[2] ?? "")}`;
  const choice = /^Ternary condition must be bool, got '(.*)'$/.exec(summary);
  if (choice !== null) return `\`?\` needs a condition before it, and this one is ${typeName(choice[1] ?? "")}`;
  return typeName(summary);
}

const WORDS = new Map([
  ["and", "&&"],
  ["or", "||"],
  ["not", "!"],
  ["AND", "&&"],
  ["OR", "||"],
  ["NOT", "!"],
]);

/** What is wrong with the syntax of an expression, in words. */
export function parseWords(error: ParseError, text: string): string {
  const start = error.range?.start ?? 0;
  const word = /^\w+/.exec(text.slice(start))?.[0] ?? "";
  const operator = WORDS.get(word);
  if (operator !== undefined) return `write \`${operator}\` for \`${word}\``;
  const character = String.fromCodePoint(text.codePointAt(start) ?? 32);
  if (/[“”„«»‘’‚]/.test(character)) return `\`${character}\` is no quotation mark of an expression; write " or '`;
  if (error.code === "unexpected_character" && character === "=") return "write `==` to compare";
  if (error.code === "unexpected_character" && character === "&") return "write `&&` for and";
  if (error.code === "unexpected_character" && character === "|") return "write `||` for or";
  if (/[^\x20-\x7E]/.test(character)) return `\`${character}\` can stand in quotes only; a column with such a name is written row["…"]`;
  if (character === ")") return "a ) without a (";
  if (error.code === "reserved_identifier") return `\`${word}\` means something else in expressions; the column is written row["${word}"]`;
  if (error.code === "unterminated_string") return "a quotation mark is opened and not closed";
  if (error.code === "limit_exceeded") return `the expression is too large (${error.summary}); make several rules of it`;
  if (error.summary.includes("EOF")) return error.summary.includes("RPAREN") ? "a ( is not closed" : "the expression ends too early";
  if (error.code === "unexpected_character" && word !== "")
    return `\`${word}\` is not expected here; the name of a column with blanks is written row["…"]`;
  return `not a CEL expression: ${error.summary}`;
}
