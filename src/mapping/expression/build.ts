import type { ASTNode } from "@marcbachmann/cel-js";
import { fact } from "../../domain/facts/fact.ts";
import { RE2JS } from "re2js";
import { isNullWord, type Cells } from "../../domain/record.ts";
import { normalName } from "../columns.ts";
import { textIn } from "../values/cell.ts";
import { isBinary, ROW } from "./walk.ts";
import { arithmetic, comparison, substring, toDouble, toInt } from "./values.ts";
import type { Unknown, Value } from "./values.ts";

/**
 * Evaluates an expression for a row. `Unknown` is a value that propagates like an error in CEL: `false && unknown` is
 * false, `true || unknown` is true, everything else is unknown. Blank cells are too frequent to throw for each.
 */
type Step = (cells: Cells) => Value;
type Known = Exclude<Value, Unknown>;

interface Build {
  placeOf: (column: string) => number;
  /** Whether a cell is a word for no value, such as `NULL`: unknown, as a blank one. */
  isWord: (cell: string) => boolean;
  /** The current item of `exists` or `all`. */
  item: { name: string | undefined; value: Value };
}

/** Longer cells are unknown, so that the file cannot make an expression slow. */
const MAX_CELL = 4000;

/** Compiles a checked expression into a function that calculates its value for a row. */
export function buildValue(tree: ASTNode, placeOf: (column: string) => number): (cells: Cells) => Value {
  return build(tree, { placeOf, isWord: () => false, item: { name: undefined, value: false } });
}

/** Compiles a checked condition into a function that decides a row. A word for no value is one only where the condition names it. */
export function buildExpression(tree: ASTNode, placeOf: (column: string) => number): (cells: Cells) => boolean | Unknown {
  const named = new Set([...tree.input.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, a = "", b = ""]) => a + b));
  const isWord = (cell: string): boolean => isNullWord(cell) && !named.has(cell.trim());
  const step = build(tree, { placeOf, isWord, item: { name: undefined, value: false } });
  return (cells) => {
    const value = step(cells);
    return isUnknown(value) ? value : value === true;
  };
}

const isUnknown = (value: Value): value is Unknown => typeof value === "object";

function build(node: ASTNode, context: Build): Step {
  switch (node.op) {
    case "value": {
      const literal = typeof node.args === "string" ? node.args.normalize("NFC") : (node.args as Value);
      return () => literal;
    }
    case "id": {
      const { item } = context;
      return node.args === item.name ? () => item.value : column(node.args, context);
    }
    case "[]":
      return column(nameIn(node), context);
    case "&&":
      return logical(build(node.args[0], context), build(node.args[1], context), false);
    case "||":
      return logical(build(node.args[0], context), build(node.args[1], context), true);
    case "!_":
      return apply(build(node.args, context), (value) => value !== true);
    case "-_":
      return apply(build(node.args, context), (value) => (typeof value === "bigint" ? -value : -Number(value)));
    case "?:": {
      const [condition, yes, no] = [build(node.args[0], context), build(node.args[1], context), build(node.args[2], context)];
      return (cells) => {
        const value = condition(cells);
        return isUnknown(value) ? value : value === true ? yes(cells) : no(cells);
      };
    }
    case "in":
      return membership(build(node.args[0], context), node.args[1], context);
    case "call":
      return call(node.args[0], node.args[1], context);
    case "rcall":
      return method(node.args[0], node.args[1], node.args[2], context);
    default:
      if (isBinary(node)) return binary(node, context);
      throw new Error(`unchecked operator ${node.op} in an expression`);
  }
}

function nameIn(node: ASTNode): string {
  if (node.op === "id" && node.args !== ROW) return node.args;
  if (node.op === "[]" && node.args[1].op === "value") return String(node.args[1].args);
  throw new Error("not a column");
}

function column(name: string, { placeOf, isWord }: Build): Step {
  const place = placeOf(name);
  const missing: Unknown = { place, reason: "missing" };
  const blank: Unknown = { place, reason: "blank" };
  const long: Unknown = { place, reason: "invalid", of: (cell) => fact("cell.too_long", { ...cell, n: MAX_CELL }) };
  return (cells) => {
    const cell = textIn(cells, place);
    if (cell === undefined) return missing;
    const value = normalName(cell);
    return value === "" || isWord(cell) ? blank : value.length > MAX_CELL ? long : value;
  };
}

/** `&&` is false if one side is false, `||` is true if one side is true, even if the other is unknown. */
function logical(left: Step, right: Step, end: boolean): Step {
  return (cells) => {
    const a = left(cells);
    if (a === end) return end;
    const b = right(cells);
    return b === end ? end : isUnknown(a) ? a : b;
  };
}

function apply(step: Step, change: (value: Known) => Value): Step {
  return (cells) => {
    const value = step(cells);
    return isUnknown(value) ? value : change(value);
  };
}

function both(left: Step, right: Step, join: (a: Known, b: Known) => Value): Step {
  return (cells) => {
    const a = left(cells);
    if (isUnknown(a)) return a;
    const b = right(cells);
    return isUnknown(b) ? b : join(a, b);
  };
}

function binary(node: Extract<ASTNode, { op: "==" }>, context: Build): Step {
  const operator: string = node.op;
  const left = build(node.args[0], context);
  const right = build(node.args[1], context);
  if (operator === "==") return both(left, right, (a, b) => a === b);
  if (operator === "!=") return both(left, right, (a, b) => a !== b);
  const compare = comparison(operator);
  if (compare !== undefined) return both(left, right, compare);
  return both(
    left,
    right,
    arithmetic(
      operator,
      unknownFrom(node, context, (cell) => fact("cell.not_calculated", { ...cell, operator })),
    ),
  );
}

/** Returns the Unknown for an unusable value, attributed to the first column of the expression. */
function unknownFrom(node: ASTNode, context: Build, of: NonNullable<Unknown["of"]>): Unknown {
  return { place: firstColumn(node, context) ?? 0, reason: "invalid", of };
}

function firstColumn(node: ASTNode, context: Build): number | undefined {
  if (node.op === "[]" || (node.op === "id" && node.args !== context.item.name && node.args !== ROW)) return context.placeOf(nameIn(node));
  const inner = ([] as unknown[]).concat(node.args).flat();
  for (const each of inner) {
    const place = typeof each === "object" && each !== null && "op" in each ? firstColumn(each as ASTNode, context) : undefined;
    if (place !== undefined) return place;
  }
  return undefined;
}

function membership(value: Step, list: ASTNode, context: Build): Step {
  const items = list.op === "list" ? list.args : [];
  if (items.every((item) => item.op === "value")) {
    const known = new Set(items.map((item) => build(item, context)([])));
    return apply(value, (each) => known.has(each));
  }
  const steps = items.map((item) => build(item, context));
  return (cells) => {
    const wanted = value(cells);
    if (isUnknown(wanted)) return wanted;
    let found = false;
    for (const step of steps) {
      const each = step(cells);
      if (isUnknown(each)) return each;
      found ||= each === wanted;
    }
    return found;
  };
}

function call(name: string, args: readonly ASTNode[], context: Build): Step {
  const [only] = args;
  if (only === undefined) throw new Error(`unchecked call of ${name} without an argument`);
  if (name === "blank") {
    const place = context.placeOf(nameIn(only));
    const missing: Unknown = { place, reason: "missing" };
    return (cells) => {
      const cell = textIn(cells, place);
      return cell === undefined ? missing : cell.trim() === "";
    };
  }
  const step = build(only, context);
  if (name === "size") return apply(step, sizeOf);
  if (name === "string") return apply(step, String);
  const convert = name === "int" ? toInt : toDouble;
  const code = name === "int" ? "cell.not_whole_number" : "cell.not_number";
  const unusable = unknownFrom(only, context, (cell) => fact(code, cell));
  return apply(step, (value) => convert(value) ?? unusable);
}

function method(name: string, receiver: ASTNode, args: readonly ASTNode[], context: Build): Step {
  const [first, second] = args;
  if ((name === "exists" || name === "all") && receiver.op === "list" && first?.op === "id" && second !== undefined)
    return iteration(receiver.args, first.args, second, context, name === "exists");
  const text = build(receiver, context);
  if (name === "lowerAscii") return apply(text, (value) => String(value).toLowerCase());
  if (name === "upperAscii") return apply(text, (value) => String(value).toUpperCase());
  if (name === "size") return apply(text, sizeOf);
  if (first === undefined) throw new Error(`unchecked call of ${name} without an argument`);
  if (name === "matches") {
    const pattern = RE2JS.compile(first.op === "value" ? String(first.args).normalize("NFC") : "");
    return apply(text, (value) => pattern.test(String(value)));
  }
  const argument = build(first, context);
  if (name === "startsWith") return both(text, argument, (value, part) => String(value).startsWith(String(part)));
  if (name === "endsWith") return both(text, argument, (value, part) => String(value).endsWith(String(part)));
  if (name === "contains") return both(text, argument, (value, part) => String(value).includes(String(part)));
  const unusable = unknownFrom(receiver, context, (cell) => fact("cell.too_short_for_substring", cell));
  const end = second === undefined ? undefined : build(second, context);
  return (cells) => {
    const value = text(cells);
    const from = argument(cells);
    const to = end?.(cells);
    if (isUnknown(value)) return value;
    if (isUnknown(from)) return from;
    if (to !== undefined && isUnknown(to)) return to;
    return substring(String(value), Number(from), to === undefined ? undefined : Number(to)) ?? unusable;
  };
}

function sizeOf(value: Known): bigint {
  let count = 0n;
  for (const _ of String(value)) count++;
  return count;
}

function iteration(list: readonly ASTNode[], name: string, predicate: ASTNode, context: Build, end: boolean): Step {
  const items = list.map((item) => build(item, context));
  const { item } = context;
  item.name = name;
  const test = build(predicate, context);
  item.name = undefined;
  return (cells) => {
    const values = items.map((each) => each(cells));
    const unknown = values.find(isUnknown);
    if (unknown !== undefined) return unknown;
    let unknownOutcome: Unknown | undefined;
    for (const value of values) {
      item.value = value;
      const outcome = test(cells);
      if (outcome === end) return end;
      if (isUnknown(outcome)) unknownOutcome ??= outcome;
    }
    return unknownOutcome ?? !end;
  };
}
