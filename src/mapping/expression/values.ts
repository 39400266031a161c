import type { Fact } from "../../domain/facts/fact.ts";
import type { Undecided } from "../../domain/person.ts";

/** An unknown cell that keeps a rule from being decided. */
export interface Unknown {
  place: number;
  reason: Undecided["reason"];
  /** Why the value is unusable. */
  of?: (cell: { column: string; value: Fact }) => Fact;
}

/** A value in an expression: text, 64-bit integer, number, boolean, or unknown. */
export type Value = string | bigint | number | boolean | Unknown;

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);
/** Limits the length of concatenated text. */
const MAX_TEXT = 100_000;

/** Converts text, or a number without its fraction, to a 64-bit integer; `undefined` if that is impossible. */
export function toInt(value: Value): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return Number.isFinite(value) ? whole(BigInt(Math.trunc(value))) : undefined;
  return typeof value === "string" && /^[+-]?\d{1,19}$/.test(value) ? whole(BigInt(value.replace(/^\+/, ""))) : undefined;
}

const whole = (value: bigint): bigint | undefined => (value <= MAX_INT && value >= MIN_INT ? value : undefined);

/** Converts a number in programming notation; `1.234,50` and `1,234.50` are ambiguous and give `undefined`. */
export function toDouble(value: Value): number | undefined {
  if (typeof value !== "string") return Number(value);
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Returns the comparison for an operator. Text compares letter by letter, which orders dates such as 2026-01-31. */
export function comparison(operator: string): ((a: Value, b: Value) => boolean) | undefined {
  switch (operator) {
    case "<":
      return (a, b) => a < b;
    case "<=":
      return (a, b) => a <= b;
    case ">":
      return (a, b) => a > b;
    case ">=":
      return (a, b) => a >= b;
    default:
      return undefined;
  }
}

/** Returns the function for `+ - * / %`; a division by zero or an overflow gives `unusable`. */
export function arithmetic(operator: string, unusable: Unknown): (a: Value, b: Value) => Value {
  return (a, b) => {
    if (typeof a === "string" && typeof b === "string") return a.length + b.length > MAX_TEXT ? unusable : a + b;
    if (typeof a === "bigint" && typeof b === "bigint") return wholeNumbers(operator, a, b) ?? unusable;
    const result = fraction(operator, Number(a), Number(b));
    return Number.isFinite(result) ? result : unusable;
  };
}

function wholeNumbers(operator: string, a: bigint, b: bigint): bigint | undefined {
  if ((operator === "/" || operator === "%") && b === 0n) return undefined;
  const result = operator === "+" ? a + b : operator === "-" ? a - b : operator === "*" ? a * b : operator === "/" ? a / b : a % b;
  return whole(result);
}

function fraction(operator: string, a: number, b: number): number {
  return operator === "+" ? a + b : operator === "-" ? a - b : operator === "*" ? a * b : a / b;
}

/** Returns a part of a text; `undefined` if the text is too short. */
export function substring(text: string, from: number, to = text.length): string | undefined {
  return from < 0 || to < from || to > text.length ? undefined : text.substring(from, to);
}
