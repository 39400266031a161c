import type { Doubt } from "../doubt.ts";

/** What an expression works with: texts, whole numbers (64 bits), numbers, true and false, and what is not known. */
export type Value = string | bigint | number | boolean | Doubt;

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);
/** Texts that are put together must not outgrow the cells that they come from. */
const MAX_TEXT = 100_000;

/** A text, or a number with what is behind the point cut off; `undefined` where it is no whole number of 64 bits. */
export function toInt(value: Value): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return Number.isFinite(value) ? whole(BigInt(Math.trunc(value))) : undefined;
  return typeof value === "string" && /^[+-]?\d{1,19}$/.test(value) ? whole(BigInt(value.replace(/^\+/, ""))) : undefined;
}

const whole = (value: bigint): bigint | undefined => (value <= MAX_INT && value >= MIN_INT ? value : undefined);

/** Numbers as programs write them; `1.234,50` and `1,234.50` are none, because nobody knows which is meant. */
export function toDouble(value: Value): number | undefined {
  if (typeof value !== "string") return Number(value);
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Texts are compared letter by letter, so dates such as 2026-01-31 come in their order. */
export function inOrder(operator: string): ((a: Value, b: Value) => boolean) | undefined {
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

/** `+ - * / %`; what is divided by zero, or grows too large, is in doubt. */
export function arithmetic(operator: string, doubt: Doubt): (a: Value, b: Value) => Value {
  return (a, b) => {
    if (typeof a === "string" && typeof b === "string") return a.length + b.length > MAX_TEXT ? doubt : a + b;
    if (typeof a === "bigint" && typeof b === "bigint") return wholeNumbers(operator, a, b) ?? doubt;
    const result = fraction(operator, Number(a), Number(b));
    return Number.isFinite(result) ? result : doubt;
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

/** A part of a text; `undefined` where the text has no such part. */
export function substring(text: string, from: number, to = text.length): string | undefined {
  return from < 0 || to < from || to > text.length ? undefined : text.substring(from, to);
}
