import { Environment, ParseError } from "@marcbachmann/cel-js";
import type { ASTNode } from "@marcbachmann/cel-js";
import { syntaxErrorMessage, typeErrorMessage, typeName } from "./messages.ts";
import { ROW, walk } from "./walk.ts";
import type { ExpressionFault, NamedColumn } from "./walk.ts";

/** A checked expression: its syntax tree, and its columns in order. */
export interface Expression {
  tree: ASTNode;
  columns: readonly NamedColumn[];
}

/** An expression runs for each row, so a longer one must be split into several rules. */
const MAX_LENGTH = 4000;
const LIMITS = { maxAstNodes: 1000, maxDepth: 40, maxListElements: 500, maxMapEntries: 10, maxCallArguments: 4 };

const language = new Environment({ limits: LIMITS })
  .registerVariable(ROW, "map<string, string>")
  .registerFunction("blank(string): bool", (text: string) => text === "");

/** The use of an expression, in messages. */
const USES = {
  bool: { must: "be true or false", instead: "leave `when` out" },
  string: { must: "give a text", instead: "use `value` for a constant" },
} as const;

/**
 * Parses a CEL expression, and checks its syntax, the features it uses, and its types.
 * @param wanted the type of its value: `bool` for a condition
 */
export function readExpression(text: string, wanted: keyof typeof USES = "bool"): Expression | { faults: ExpressionFault[] } {
  const { must, instead } = USES[wanted];
  if (text.trim() === "") return { faults: [{ at: 0, message: `the expression is empty; ${instead}, or name a column` }] };
  if (text.length > MAX_LENGTH) {
    const message = `the expression has ${text.length} characters, but the limit is ${MAX_LENGTH}; split it into several rules`;
    return { faults: [{ at: 0, message }] };
  }
  let tree: ASTNode;
  try {
    tree = language.parse(text).ast;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { faults: [{ at: error.range?.start ?? 0, message: syntaxErrorMessage(error, text) }] };
  }
  const { faults, columns } = walk(tree, (name) => language.hasVariable(name));
  if (faults.length > 0) return { faults };
  const typed = language.clone();
  for (const name of new Set(columns.filter((column) => column.plain).map((column) => column.name))) typed.registerVariable(name, "string");
  const { valid, type, error } = typed.check(text);
  if (!valid) return { faults: [{ at: error?.range?.start ?? 0, message: typeErrorMessage(error?.summary ?? "") }] };
  if (type !== wanted) return { faults: [{ at: 0, message: `the expression must ${must}, but this is ${typeName(type ?? "")}` }] };
  if (columns.length === 0) return { faults: [{ at: 0, message: `the expression names no column; ${instead}` }] };
  return { tree, columns };
}
