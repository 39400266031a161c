import { Environment, ParseError } from "@marcbachmann/cel-js";
import type { ASTNode } from "@marcbachmann/cel-js";
import { parseWords, typeWords } from "./words.ts";
import { ROW, walk } from "./walk.ts";
import type { ExpressionFault, NamedColumn } from "./walk.ts";

/** An expression that is sound: its tree, and the columns in the order in which it names them. */
export interface Expression {
  tree: ASTNode;
  columns: readonly NamedColumn[];
}

/** Longer ones belong into several rules; what is evaluated for each row must stay small. */
const MAX_LENGTH = 4000;
const LIMITS = { maxAstNodes: 1000, maxDepth: 40, maxListElements: 500, maxMapEntries: 10, maxCallArguments: 4 };

const language = new Environment({ limits: LIMITS })
  .registerVariable(ROW, "map<string, string>")
  .registerFunction("blank(string): bool", (text: string) => text === "");

/** Reads a CEL expression that must be true or false: its syntax, what it may use, its types. */
export function readExpression(text: string): Expression | { faults: ExpressionFault[] } {
  if (text.trim() === "") return { faults: [{ at: 0, message: "the expression is empty; leave `when` out, or name a column" }] };
  if (text.length > MAX_LENGTH) {
    const message = `the expression has ${text.length} characters; ${MAX_LENGTH} are the most: make several rules of it`;
    return { faults: [{ at: 0, message }] };
  }
  let tree: ASTNode;
  try {
    tree = language.parse(text).ast;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { faults: [{ at: error.range?.start ?? 0, message: parseWords(error, text) }] };
  }
  const { faults, columns } = walk(tree, (name) => language.hasVariable(name));
  if (faults.length > 0) return { faults };
  const words = language.clone();
  for (const name of new Set(columns.filter((column) => column.plain).map((column) => column.name))) words.registerVariable(name, "string");
  const { valid, type, error } = words.check(text);
  if (!valid) return { faults: [{ at: error?.range?.start ?? 0, message: typeWords(error?.summary ?? "") }] };
  if (type !== "bool")
    return { faults: [{ at: 0, message: `the expression must be true or false, and this one is ${typeWords(type ?? "")}` }] };
  if (columns.length === 0) return { faults: [{ at: 0, message: "the expression names no column; leave `when` out" }] };
  return { tree, columns };
}
