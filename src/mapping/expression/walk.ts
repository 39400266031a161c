import type { ASTNode } from "@marcbachmann/cel-js";
import { RE2JS } from "re2js";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import { shownText } from "../../domain/names.ts";
import { nearest } from "../../domain/nearest.ts";

/** An error in an expression; `at` counts from 0. */
export interface ExpressionFault {
  at: number;
  fact: Fact;
}

/** A column in an expression, by its plain name or as `row["…"]`. */
export interface NamedColumn {
  name: string;
  plain: boolean;
  at: number;
}

/** The variable through which an expression can use any column. */
export const ROW = "row";

const FUNCTIONS = ["int", "double", "string", "size", "blank"];
const METHODS = ["startsWith", "endsWith", "contains", "matches", "lowerAscii", "upperAscii", "substring", "size", "exists", "all"];
const OPERATORS = new Set(["==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "&&", "||"]);
const MAX_PATTERN = 500;
/** Limits the list, because the condition runs for each item of each row. */
const MAX_ITERATED = 100;

interface Uses {
  faults: ExpressionFault[];
  columns: NamedColumn[];
  isTaken: (name: string) => boolean;
  /** The name of the item in `exists` and `all`. */
  item: string | undefined;
  /** The lists of `exists` and `all`, by the names of their items. */
  items: Map<string, ASTNode>;
}

/**
 * Collects the columns of an expression, and an error for each feature that isn't allowed. Allowed features run in
 * bounded time and keep an unknown cell unknown; `has`, which treats it as absent, is not allowed.
 */
export function walk(tree: ASTNode, isTaken: (name: string) => boolean): Pick<Uses, "faults" | "columns" | "items"> {
  const found: Uses = { faults: [], columns: [], isTaken, item: undefined, items: new Map() };
  visit(tree, found);
  return found;
}

function visit(node: ASTNode, uses: Uses): void {
  switch (node.op) {
    case "value":
      if (!["string", "bigint", "number", "boolean"].includes(typeof node.args)) {
        if (node.args === null) fault(uses, node.start, fact("expression.null_not_usable", {}));
        else fault(uses, node.start, fact("expression.not_usable", { text: node.input.slice(node.start, node.end) }));
      }
      return;
    case "id":
      return identifier(node.args, node.start, uses);
    case "[]":
      return access(node.args[0], node.args[1], node, uses);
    case ".":
      return member(node.args[0], node.args[1], node, uses);
    case "in":
      visit(node.args[0], uses);
      if (node.args[1].op !== "list") return fault(uses, node.args[1].start, fact("expression.in_without_list", {}));
      for (const each of node.args[1].args) visit(each, uses);
      return;
    case "call":
      return call(node.args[0], node.args[1], node, uses);
    case "rcall":
      return method(node.args[0], node.args[1], node.args[2], node, uses);
    case "!_":
    case "-_":
      return visit(node.args, uses);
    case "?:":
      for (const each of node.args) visit(each, uses);
      return;
    case "list":
      return fault(uses, node.start, fact("expression.list_misplaced", {}));
    default:
      if (!isBinary(node)) return fault(uses, node.start, fact("expression.not_usable", { text: node.input.slice(node.start, node.end) }));
      for (const each of node.args) visit(each, uses);
  }
}

/** Returns whether a node is an operator with two operands. */
export function isBinary(node: ASTNode): node is Extract<ASTNode, { op: "==" }> {
  return OPERATORS.has(node.op);
}

function identifier(name: string, at: number, uses: Uses): void {
  if (name === uses.item) return;
  if (name === ROW) return fault(uses, at, fact("expression.row_without_name", {}));
  if (uses.isTaken(name)) return fault(uses, at, fact("expression.reserved", { name }));
  if (/^(true|false)$/i.test(name)) return fault(uses, at, fact("expression.boolean_in_case", { write: name.toLowerCase(), text: name }));
  uses.columns.push({ name, plain: true, at });
}

function access(left: ASTNode, right: ASTNode, node: ASTNode, uses: Uses): void {
  if (left.op !== "id" || left.args !== ROW) return fault(uses, node.start, fact("expression.brackets", {}));
  if (right.op !== "value" || typeof right.args !== "string" || right.args.trim() === "")
    return fault(uses, right.start, fact("expression.row_without_name", {}));
  uses.columns.push({ name: right.args, plain: false, at: node.start });
}

/** `contracts.Cost` parses as a member access, but the column of a joined file must be one name. */
function member(left: ASTNode, name: string, node: ASTNode, uses: Uses): void {
  const whole = left.op !== "id" ? undefined : left.args === ROW ? name : `${left.args}.${name}`;
  fault(uses, node.start, fact("expression.member", { text: shownText(node.input.slice(node.start, node.end)), column: whole ?? "…" }));
}

function call(name: string, args: readonly ASTNode[], node: ASTNode, uses: Uses): void {
  if (!FUNCTIONS.includes(name)) {
    if (METHODS.includes(name)) return fault(uses, node.start, fact("expression.write_after", { function: name }));
    return fault(uses, node.start, unknownFunction(name, FUNCTIONS));
  }
  const [only] = args;
  if (name === "blank" && (args.length !== 1 || only === undefined || !isColumn(only, uses)))
    return fault(uses, node.start, fact("expression.blank_without_column", {}));
  for (const each of args) visit(each, uses);
}

const isColumn = (node: ASTNode, { item }: Uses): boolean => node.op === "[]" || (node.op === "id" && node.args !== item);

function method(name: string, receiver: ASTNode, args: readonly ASTNode[], node: ASTNode, uses: Uses): void {
  const at = Math.max(node.start, node.input.indexOf(name, receiver.end));
  if (!METHODS.includes(name)) {
    if (FUNCTIONS.includes(name)) return fault(uses, at, fact("expression.write_before", { function: name }));
    return fault(uses, at, unknownFunction(name, METHODS));
  }
  if (name === "exists" || name === "all") return iteration(name, receiver, args, at, uses);
  visit(receiver, uses);
  if (name === "matches" && args.length === 1) return pattern(args[0], at, uses);
  for (const each of args) visit(each, uses);
}

function iteration(name: string, receiver: ASTNode, [variable, predicate]: readonly ASTNode[], at: number, uses: Uses): void {
  if (uses.item !== undefined) return fault(uses, at, fact("expression.nested", {}));
  if (receiver.op !== "list") return fault(uses, receiver.start, fact("expression.needs_list_before", { function: name }));
  if (receiver.args.length > MAX_ITERATED)
    return fault(
      uses,
      receiver.start,
      fact("expression.too_many_items", { function: name, most: MAX_ITERATED, items: receiver.args.length }),
    );
  if (variable?.op !== "id" || predicate === undefined) return fault(uses, at, fact("expression.needs_condition", { function: name }));
  for (const each of receiver.args) visit(each, uses);
  uses.item = variable.args;
  uses.items.set(variable.args, receiver);
  visit(predicate, uses);
  uses.item = undefined;
}

/** The pattern must be a literal: one from a cell would let the file change what the rule means. */
function pattern(node: ASTNode | undefined, at: number, uses: Uses): void {
  if (node?.op !== "value" || typeof node.args !== "string")
    return fault(uses, node?.start ?? at, fact("expression.matches_without_literal", {}));
  const compiled = compilePattern(node.args);
  if ("code" in compiled) fault(uses, node.start, compiled);
}

/** Compiles a regular expression. Every one takes linear time. @returns its error, if that is impossible */
export function compilePattern(text: string): RE2JS | Fact {
  if (text.length > MAX_PATTERN) return fact("expression.pattern_too_long", { length: text.length, most: MAX_PATTERN });
  try {
    return RE2JS.compile(text.normalize("NFC"));
  } catch {
    return fact("expression.pattern_invalid", {});
  }
}

function unknownFunction(name: string, known: readonly string[]): Fact {
  if (name === "has") return fact("expression.has_unknown", {});
  const near = nearest(name, [...FUNCTIONS, ...METHODS]);
  if (near !== undefined) return fact("expression.unknown_function_near", { function: name, near });
  return fact("expression.unknown_function", { function: name, allowed: [...known] });
}

function fault(uses: Uses, at: number, said: Fact): void {
  uses.faults.push({ at, fact: said });
}
