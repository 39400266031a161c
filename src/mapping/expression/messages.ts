import type { ParseError } from "@marcbachmann/cel-js";
import { fact, type Fact } from "../../domain/facts/fact.ts";

/** Returns a CEL type. */
export function typeFact(type: string): Fact {
  return fact("expression.type", { type: type.startsWith("list") ? "list" : type });
}

/** Returns what a type error of the CEL library says. */
export function typeError(summary: string): Fact {
  const between = /^no such overload: (\S+) (\S+) (\S+)$/.exec(summary);
  if (between !== null) {
    const [, left = "", operator = "", right = ""] = between;
    const numbers = [left, right].includes("string") && (left + right).replace("string", "").match(/int|double/) !== null;
    const values = { operator, left: typeFact(left), right: typeFact(right) };
    return fact(numbers ? "expression.operator_text" : "expression.operator_types", values);
  }
  const before = /^no such overload: ([!-])(\S+)$/.exec(summary);
  if (before !== null) return fact("expression.prefix_type", { operator: before[1] ?? "", type: typeFact(before[2] ?? "") });
  const call = /^found no matching overload for '(?:(\S+?)\.)?(\w+)\((.*)\)'$/.exec(summary);
  if (call !== null) {
    const [, receiver, name = "", args = ""] = call;
    const given = args === "" ? [typeFact("nothing")] : args.split(", ").map(typeFact);
    if (receiver === undefined) return fact("expression.arguments_refused", { function: name, given });
    return fact("expression.arguments_refused_after", { function: name, given, receiver: typeFact(receiver) });
  }
  const logical = /^Logical operator requires bool operands, got '(.*)'$/.exec(summary);
  if (logical !== null) return fact("expression.side_no_condition", { type: typeFact(logical[1] ?? "") });
  const mixed = /^List elements must have the same type, expected type '(.*)' but found '(.*)'$/.exec(summary);
  if (mixed !== null) return fact("expression.list_mixed", { first: typeFact(mixed[1] ?? ""), second: typeFact(mixed[2] ?? "") });
  const choice = /^Ternary condition must be bool, got '(.*)'$/.exec(summary);
  if (choice !== null) return fact("expression.choice_no_condition", { type: typeFact(choice[1] ?? "") });
  return fact("expression.types_mismatch", {});
}

/** Common spellings of operators in other languages, with those of CEL. */
const OPERATORS = new Map([
  ["and", "&&"],
  ["or", "||"],
  ["not", "!"],
  ["AND", "&&"],
  ["OR", "||"],
  ["NOT", "!"],
  ["=", "=="],
  ["&", "&&"],
  ["|", "||"],
]);

/** Returns what a syntax error of the CEL library says. */
export function syntaxError(error: ParseError, text: string): Fact {
  const start = error.range?.start ?? 0;
  const word = /^\w+/.exec(text.slice(start))?.[0] ?? "";
  const character = String.fromCodePoint(text.codePointAt(start) ?? 32);
  const found = word === "" && error.code === "unexpected_character" ? character : word;
  const operator = OPERATORS.get(found);
  if (operator !== undefined) return fact("expression.write_instead", { write: operator, found });
  if (/[“”„«»‘’‚]/.test(character)) return fact("expression.not_quote", { character });
  if (/[^\x20-\x7E]/.test(character)) return fact("expression.not_ascii", { character });
  if (character === ")") return fact("expression.close_unopened", {});
  if (error.code === "reserved_identifier") return fact("expression.reserved", { name: word });
  if (error.code === "unterminated_string") return fact("expression.quote_unclosed", {});
  if (error.code === "limit_exceeded") return fact("expression.too_large", {});
  if (error.summary.includes("EOF"))
    return fact(error.summary.includes("RPAREN") ? "expression.open_unclosed" : "expression.ends_early", {});
  if (error.code === "unexpected_character" && word !== "") return fact("expression.word_unexpected", { word });
  return fact("expression.invalid", {});
}
