import { Environment, ParseError, serialize } from "@marcbachmann/cel-js";
import type { ASTNode } from "@marcbachmann/cel-js";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import { syntaxError, typeError, typeFact } from "./messages.ts";
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

/**
 * Parses a CEL expression, and checks its syntax, the features it uses, and its types.
 * @param wanted the type of its value: `bool` for a condition
 */
export function readExpression(text: string, wanted: "bool" | "string" = "bool"): Expression | { faults: ExpressionFault[] } {
  const wrong = (said: Fact, at = 0): { faults: ExpressionFault[] } => ({ faults: [{ at, fact: said }] });
  if (text.trim() === "") return wrong(fact("expression.empty", { wanted }));
  if (text.length > MAX_LENGTH) return wrong(fact("expression.too_long", { length: text.length, most: MAX_LENGTH }));
  let tree: ASTNode;
  try {
    tree = language.parse(text).ast;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return wrong(syntaxError(error, text), error.range?.start);
  }
  const { faults, columns, items } = walk(tree, (name) => language.hasVariable(name));
  if (faults.length > 0) return { faults };
  const typed = language.clone();
  for (const name of new Set(columns.filter((column) => column.plain).map((column) => column.name))) typed.registerVariable(name, "string");
  const { type, error } = typed.check(text);
  if (error !== undefined) {
    const typeOf = (part: ASTNode): string => typed.check(serialize(part)).type ?? "dyn";
    for (const [name, list] of items) {
      const ofList = typeOf(list);
      if (!typed.hasVariable(name)) typed.registerVariable(name, ofList.startsWith("list<") ? ofList.slice("list<".length, -1) : "dyn");
    }
    return wrong(error instanceof ParseError ? syntaxError(error, text) : typeError(error, typeOf), error.range?.start);
  }
  if (type !== wanted) return wrong(fact("expression.wrong_type", { wanted, type: typeFact(type ?? "") }));
  if (columns.length === 0) return wrong(fact("expression.names_no_column", { wanted }));
  return { tree, columns };
}
