import type { ASTNode, ParseError, TypeError } from "@marcbachmann/cel-js";
import { fact, type Fact } from "../../domain/facts/fact.ts";

/** Returns a CEL type. */
export function typeFact(type: string): Fact {
  return fact("expression.type", { type: type.startsWith("list") ? "list" : type });
}

/** Returns what a type error of the CEL library says. @param typeOf the type of a part of the expression */
export function typeError({ code, node }: TypeError, typeOf: (part: ASTNode) => string): Fact {
  const typed = (part: ASTNode): Fact => typeFact(typeOf(part));
  const mismatch = fact("expression.types_mismatch", {});
  if (node === undefined) return mismatch;
  // These two are about the condition, and about the item.
  if (code === "invalid_condition_type") return fact("expression.no_condition", { type: typed(node) });
  if (code === "heterogeneous_list_element") return fact("expression.item_of_other_type", { type: typed(node) });
  switch (node.op) {
    case "!_":
    case "-_":
      return fact("expression.prefix_type", { operator: node.op.slice(0, 1), type: typed(node.args) });
    case "&&":
    case "||": {
      const side = node.args.map(typeOf).find((type) => type !== "bool");
      return side === undefined ? mismatch : fact("expression.side_no_condition", { type: typeFact(side) });
    }
    case "call":
      return fact("expression.arguments_refused", { function: node.args[0], given: listed(node.args[1].map(typed)) });
    case "rcall": {
      const [name, receiver, args] = node.args;
      return fact("expression.arguments_refused_after", { function: name, given: listed(args.map(typed)), receiver: typed(receiver) });
    }
    default:
      return code === "no_such_overload" ? operatorError(node.op, (node.args as [ASTNode, ASTNode]).map(typeOf)) : mismatch;
  }
}

function operatorError(operator: string, [left = "", right = ""]: string[]): Fact {
  const numbers = [left, right].includes("string") && [left, right].some((type) => type === "int" || type === "double");
  const values = { operator, left: typeFact(left), right: typeFact(right) };
  return fact(numbers ? "expression.operator_text" : "expression.operator_types", values);
}

function listed(types: Fact[]): Fact[] {
  return types.length === 0 ? [typeFact("nothing")] : types;
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
  if (start >= text.trimEnd().length) return fact(opens(text) ? "expression.open_unclosed" : "expression.ends_early", {});
  if (error.code === "unexpected_character" && word !== "") return fact("expression.word_unexpected", { word });
  return fact("expression.invalid", {});
}

/** Returns whether a text opens more parentheses than it closes. */
function opens(text: string): boolean {
  const bare = text.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, "");
  return bare.split("(").length > bare.split(")").length;
}
