import type { ASTNode } from "@marcbachmann/cel-js";
import { RE2JS } from "re2js";
import { shownText } from "../../domain/names.ts";
import { nearest } from "../../domain/nearest.ts";

/** An error in an expression; `at` counts from 0. */
export interface ExpressionFault {
  at: number;
  message: string;
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
const NOT_RE2 = "not a valid RE2 regular expression; check its brackets and repetitions, and use no lookaround or backreferences";
/** Limits the list, because the condition runs for each item of each row. */
const MAX_ITERATED = 100;

interface Uses {
  faults: ExpressionFault[];
  columns: NamedColumn[];
  isTaken: (name: string) => boolean;
  /** The name of the item in `exists` and `all`. */
  item: string | undefined;
}

/**
 * Collects the columns of an expression, and an error for each feature that isn't allowed. Allowed features run in
 * bounded time and keep an unknown cell unknown; `has`, which treats it as absent, is not allowed.
 */
export function walk(tree: ASTNode, isTaken: (name: string) => boolean): { faults: ExpressionFault[]; columns: NamedColumn[] } {
  const found: Uses = { faults: [], columns: [], isTaken, item: undefined };
  visit(tree, found);
  return found;
}

function visit(node: ASTNode, uses: Uses): void {
  switch (node.op) {
    case "value":
      if (!["string", "bigint", "number", "boolean"].includes(typeof node.args)) {
        const hint = node.args === null ? "; use blank(…) to test for a blank cell" : "";
        fault(uses, node.start, `\`${node.input.slice(node.start, node.end)}\` cannot be used here${hint}`);
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
      if (node.args[1].op !== "list") return fault(uses, node.args[1].start, '`in` needs a list, such as ["ES", "PT"]');
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
      return fault(uses, node.start, "a list is allowed only after `in`, and before `.exists` and `.all`");
    default:
      if (!isBinary(node)) return fault(uses, node.start, `\`${node.input.slice(node.start, node.end)}\` cannot be used here`);
      for (const each of node.args) visit(each, uses);
  }
}

/** Returns whether a node is an operator with two operands. */
export function isBinary(node: ASTNode): node is Extract<ASTNode, { op: "==" }> {
  return OPERATORS.has(node.op);
}

function identifier(name: string, at: number, uses: Uses): void {
  if (name === uses.item) return;
  if (name === ROW) return fault(uses, at, 'write row["…"] with the name of a column in quotes');
  if (uses.isTaken(name)) return fault(uses, at, `\`${name}\` is a reserved word in expressions; write the column as row["${name}"]`);
  if (/^(true|false)$/i.test(name)) return fault(uses, at, `write \`${name.toLowerCase()}\`, or "${name}" for the text in a cell`);
  uses.columns.push({ name, plain: true, at });
}

function access(left: ASTNode, right: ASTNode, node: ASTNode, uses: Uses): void {
  if (left.op !== "id" || left.args !== ROW) return fault(uses, node.start, 'only row["…"] can have brackets after it');
  if (right.op !== "value" || typeof right.args !== "string" || right.args.trim() === "")
    return fault(uses, right.start, 'row["…"] needs the name of a column, in quotes');
  uses.columns.push({ name: right.args, plain: false, at: node.start });
}

/** `contracts.Cost` parses as a member access, but the column of a joined file must be one name. */
function member(left: ASTNode, name: string, node: ASTNode, uses: Uses): void {
  const whole = left.op !== "id" ? undefined : left.args === ROW ? name : `${left.args}.${name}`;
  const hint = whole === undefined ? 'write a column as row["…"]' : `write row["${whole}"]`;
  fault(uses, node.start, `\`${shownText(node.input.slice(node.start, node.end))}\` isn't allowed; ${hint}`);
}

function call(name: string, args: readonly ASTNode[], node: ASTNode, uses: Uses): void {
  if (!FUNCTIONS.includes(name)) {
    if (METHODS.includes(name)) return fault(uses, node.start, `write \`${name}\` after the column: Column.${name}(…)`);
    return fault(uses, node.start, unknownFunction(name, FUNCTIONS));
  }
  const [only] = args;
  if (name === "blank" && (args.length !== 1 || only === undefined || !isColumn(only, uses)))
    return fault(uses, node.start, '`blank` needs one column: blank(Column), or blank(row["…"])');
  for (const each of args) visit(each, uses);
}

const isColumn = (node: ASTNode, { item }: Uses): boolean => node.op === "[]" || (node.op === "id" && node.args !== item);

function method(name: string, receiver: ASTNode, args: readonly ASTNode[], node: ASTNode, uses: Uses): void {
  const at = Math.max(node.start, node.input.indexOf(name, receiver.end));
  if (!METHODS.includes(name)) {
    if (FUNCTIONS.includes(name)) return fault(uses, at, `write \`${name}\` before the column: ${name}(Column)`);
    return fault(uses, at, unknownFunction(name, METHODS));
  }
  if (name === "exists" || name === "all") return iteration(name, receiver, args, at, uses);
  visit(receiver, uses);
  if (name === "matches" && args.length === 1) return pattern(args[0], at, uses);
  for (const each of args) visit(each, uses);
}

function iteration(name: string, receiver: ASTNode, [variable, predicate]: readonly ASTNode[], at: number, uses: Uses): void {
  if (uses.item !== undefined) return fault(uses, at, "`exists` and `all` can't be nested");
  if (receiver.op !== "list") return fault(uses, receiver.start, `\`${name}\` needs a list before it: ["a", "b"].${name}(x, …)`);
  if (receiver.args.length > MAX_ITERATED)
    return fault(uses, receiver.start, `\`${name}\` accepts up to ${MAX_ITERATED} items, but this list has ${receiver.args.length}`);
  if (variable?.op !== "id" || predicate === undefined)
    return fault(uses, at, `\`${name}\` needs a name and a condition: ["a", "b"].${name}(x, Column.startsWith(x))`);
  for (const each of receiver.args) visit(each, uses);
  uses.item = variable.args;
  visit(predicate, uses);
  uses.item = undefined;
}

/** The pattern must be a literal: one from a cell would let the file change what the rule means. */
function pattern(node: ASTNode | undefined, at: number, uses: Uses): void {
  if (node?.op !== "value" || typeof node.args !== "string")
    return fault(uses, node?.start ?? at, "`matches` needs a regular expression in quotes, not a cell or a combined text");
  const compiled = compilePattern(node.args);
  if (typeof compiled === "string") fault(uses, node.start, compiled);
}

/** Compiles a regular expression. Every one takes linear time. @returns an error message if that is impossible */
export function compilePattern(text: string): RE2JS | string {
  if (text.length > MAX_PATTERN) return `the regular expression has ${text.length} characters, but the limit is ${MAX_PATTERN}`;
  try {
    return RE2JS.compile(text.normalize("NFC"));
  } catch {
    return NOT_RE2;
  }
}

function unknownFunction(name: string, known: readonly string[]): string {
  if (name === "has") return "unknown function `has`; use blank(…) to test for a blank cell";
  const near = nearest(name, [...FUNCTIONS, ...METHODS]);
  return `unknown function \`${name}\`; ${near === undefined ? `allowed here: ${known.join(", ")}` : `did you mean \`${near}\`?`}`;
}

function fault(uses: Uses, at: number, message: string): void {
  uses.faults.push({ at, message });
}
