import type { ASTNode } from "@marcbachmann/cel-js";
import { RE2JS } from "re2js";
import type { Cells } from "../../model/record.ts";
import { normalName } from "../columns.ts";
import type { Doubt } from "../doubt.ts";
import { isBinary, ROW } from "./walk.ts";
import { arithmetic, inOrder, substring, toDouble, toInt } from "./values.ts";
import type { Value } from "./values.ts";

/**
 * Steps that give the value of an expression for a row. What is unknown is a value too (a Doubt), and takes its
 * way through the operators as an error does in CEL: `false && unknown` is false, `true || unknown` is true, and
 * everything else with it is unknown. So nothing is thrown for a blank cell, of which there may be a million.
 */
type Step = (cells: Cells) => Value;
type Known = Exclude<Value, Doubt>;

interface Build {
  placeOf: (column: string) => number;
  /** The one that `exists` or `all` looks at. */
  item: { name: string | undefined; value: Value };
}

/** Longer cells are not looked into: how long an expression may take must not depend on the file. */
const MAX_CELL = 4000;

/** Builds what decides a row by a sound expression. */
export function buildExpression(tree: ASTNode, placeOf: (column: string) => number): (cells: Cells) => boolean | Doubt {
  const step = build(tree, { placeOf, item: { name: undefined, value: false } });
  return (cells) => {
    const value = step(cells);
    return isDoubt(value) ? value : value === true;
  };
}

const isDoubt = (value: Value): value is Doubt => typeof value === "object";

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
        return isDoubt(value) ? value : value === true ? yes(cells) : no(cells);
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
      throw new Error(`an expression with ${node.op} was let through`);
  }
}

function nameIn(node: ASTNode): string {
  if (node.op === "id" && node.args !== ROW) return node.args;
  if (node.op === "[]" && node.args[1].op === "value") return String(node.args[1].args);
  throw new Error("not a column");
}

function column(name: string, { placeOf }: Build): Step {
  const place = placeOf(name);
  const missing: Doubt = { place, reason: "missing" };
  const blank: Doubt = { place, reason: "blank" };
  const long: Doubt = { place, reason: "invalid", which: `has more than ${MAX_CELL} characters` };
  return (cells) => {
    const cell = cells[place];
    if (cell === undefined) return missing;
    const value = normalName(cell);
    return value === "" ? blank : value.length > MAX_CELL ? long : value;
  };
}

/** `&&` ends with false, `||` with true, whatever the other side is. */
function logical(left: Step, right: Step, end: boolean): Step {
  return (cells) => {
    const a = left(cells);
    if (a === end) return end;
    const b = right(cells);
    return b === end ? end : isDoubt(a) ? a : b;
  };
}

function apply(step: Step, change: (value: Known) => Value): Step {
  return (cells) => {
    const value = step(cells);
    return isDoubt(value) ? value : change(value);
  };
}

function both(left: Step, right: Step, join: (a: Known, b: Known) => Value): Step {
  return (cells) => {
    const a = left(cells);
    if (isDoubt(a)) return a;
    const b = right(cells);
    return isDoubt(b) ? b : join(a, b);
  };
}

function binary(node: Extract<ASTNode, { op: "==" }>, context: Build): Step {
  const operator: string = node.op;
  const left = build(node.args[0], context);
  const right = build(node.args[1], context);
  if (operator === "==") return both(left, right, (a, b) => a === b);
  if (operator === "!=") return both(left, right, (a, b) => a !== b);
  const compare = inOrder(operator);
  if (compare !== undefined) return both(left, right, compare);
  return both(left, right, arithmetic(operator, doubtAbout(node, context, `\`${operator}\` cannot be worked out`)));
}

/** A cell that is there and cannot be used: the first that the expression names. */
function doubtAbout(node: ASTNode, context: Build, which: string): Doubt {
  return { place: firstColumn(node, context) ?? 0, reason: "invalid", which };
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
    if (isDoubt(wanted)) return wanted;
    let found = false;
    for (const step of steps) {
      const each = step(cells);
      if (isDoubt(each)) return each;
      found ||= each === wanted;
    }
    return found;
  };
}

function call(name: string, args: readonly ASTNode[], context: Build): Step {
  const [only] = args;
  if (only === undefined) throw new Error(`${name} without an argument was let through`);
  if (name === "blank") {
    const place = context.placeOf(nameIn(only));
    const missing: Doubt = { place, reason: "missing" };
    return (cells) => (cells[place] === undefined ? missing : cells[place].trim() === "");
  }
  const step = build(only, context);
  if (name === "size") return apply(step, sizeOf);
  const convert = name === "int" ? toInt : toDouble;
  const kind = name === "int" ? "is not a whole number" : "is not a number";
  const doubt = doubtAbout(only, context, kind);
  return apply(step, (value) => convert(value) ?? doubt);
}

function method(name: string, receiver: ASTNode, args: readonly ASTNode[], context: Build): Step {
  const [first, second] = args;
  if ((name === "exists" || name === "all") && receiver.op === "list" && first?.op === "id" && second !== undefined)
    return iteration(receiver.args, first.args, second, context, name === "exists");
  const text = build(receiver, context);
  if (name === "lowerAscii") return apply(text, (value) => String(value).toLowerCase());
  if (name === "upperAscii") return apply(text, (value) => String(value).toUpperCase());
  if (name === "size") return apply(text, sizeOf);
  if (first === undefined) throw new Error(`${name} without an argument was let through`);
  if (name === "matches") {
    const pattern = RE2JS.compile(first.op === "value" ? String(first.args).normalize("NFC") : "");
    return apply(text, (value) => pattern.test(String(value)));
  }
  const argument = build(first, context);
  if (name === "startsWith") return both(text, argument, (value, part) => String(value).startsWith(String(part)));
  if (name === "endsWith") return both(text, argument, (value, part) => String(value).endsWith(String(part)));
  if (name === "contains") return both(text, argument, (value, part) => String(value).includes(String(part)));
  const doubt = doubtAbout(receiver, context, "is too short for `substring`");
  const end = second === undefined ? undefined : build(second, context);
  return (cells) => {
    const value = text(cells);
    const from = argument(cells);
    const to = end?.(cells);
    if (isDoubt(value)) return value;
    if (isDoubt(from)) return from;
    if (to !== undefined && isDoubt(to)) return to;
    return substring(String(value), Number(from), to === undefined ? undefined : Number(to)) ?? doubt;
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
    const unknown = values.find(isDoubt);
    if (unknown !== undefined) return unknown;
    let open: Doubt | undefined;
    for (const value of values) {
      item.value = value;
      const outcome = test(cells);
      if (outcome === end) return end;
      if (isDoubt(outcome)) open ??= outcome;
    }
    return open ?? !end;
  };
}
