import { z } from "zod";
import type { Limit } from "../domain/settings.ts";

const UNITS = new Map([
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);
const DURATION = "must be a duration: a number and ms, s, m, h or d, such as 30s, 10m or 14d";

/** Parses a duration such as `10m` to ms. */
export const duration = z.string({ error: DURATION }).transform((text, context) => {
  const parts = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s|m|h|d)$/.exec(text.trim());
  const unit = UNITS.get(parts?.[2] ?? "");
  if (parts === null || unit === undefined) {
    context.issues.push({ code: "custom", message: DURATION, input: text });
    return z.NEVER;
  }
  return Math.round(Number(parts[1]) * unit);
});

/** Returns a duration as a job file has it: `10m`. */
export const durationText = (ms: number): string => textIn(UNITS, ms);

function textIn(units: ReadonlyMap<string, number>, value: number): string {
  const [unit, size] = [...units].findLast(([, each]) => value % each === 0) ?? ["", 1];
  return `${value / size}${unit}`;
}

const SIZE = "must be a size: a number and MB or GB, such as 500MB or 4GB";

/** Parses a size such as `4GB` to bytes. */
export const size = z.string({ error: SIZE }).transform((text, context) => {
  const parts = /^(\d{1,6}(?:\.\d{1,3})?)\s*(MB|GB)$/i.exec(text.trim());
  const bytes = Number(parts?.[1] ?? 0) * (parts?.[2]?.toUpperCase() === "GB" ? 1e9 : 1e6);
  if (bytes >= 1) return Math.round(bytes);
  context.issues.push({ code: "custom", message: SIZE, input: text });
  return z.NEVER;
});

const AGE_MESSAGE = "must be forever, or a number and d, w or y, such as 90d, 12w or 2y";
const AGES = new Map([
  ["d", 1],
  ["w", 7],
  ["y", 365],
]);

/** Parses a retention time to ms, `null` for forever. At least a day, because each run needs data of the previous one. */
export const age = z.string({ error: AGE_MESSAGE }).transform((text, context): number | null => {
  if (text.trim() === "forever") return null;
  const parts = /^(\d{1,5})\s*([dwy])$/.exec(text.trim());
  const days = Number(parts?.[1] ?? 0) * (AGES.get(parts?.[2] ?? "") ?? 0);
  if (days >= 1) return days * 86_400_000;
  context.issues.push({ code: "custom", message: AGE_MESSAGE, input: text });
  return z.NEVER;
});

/** Returns a retention time as a job file has it: `2y`, or `forever` for `null`. */
export const ageText = (ms: number | null): string => (ms === null ? "forever" : textIn(AGES, ms / 86_400_000));

export const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
};

export const filledText = z.string().trim().min(1, { error: "must not be empty" });

const LIMIT = "must be a share such as 20%, a number from 0 to 100, or { percent, at_least }";
const percent = z.union([z.number({ error: LIMIT }), z.string({ error: LIMIT })], { error: LIMIT }).transform((share, context) => {
  const text = typeof share === "string" ? /^(\d{1,3}(?:\.\d{1,3})?)\s*%?$/.exec(share.trim())?.[1] : share;
  const value = Number(text ?? Number.NaN);
  if (value >= 0 && value <= 100) return value;
  context.issues.push({ code: "custom", message: LIMIT, input: share });
  return z.NEVER;
});

/** Parses a limit in a job: explicit, and without a floor unless it has `at_least`. */
export const limit = z
  .union([percent, z.strictObject({ percent, at_least: wholeNumber(0, 1_000_000_000).optional() })], { error: LIMIT })
  .transform((form): Limit => {
    if (typeof form === "number") return { percent: form, atLeast: 0, explicit: true };
    return { percent: form.percent, atLeast: form.at_least ?? 0, explicit: true };
  });

const TYPES: Record<string, string> = {
  string: "must be text; put quotes around numbers, true, false and null",
  number: "must be a number",
  boolean: "must be true or false",
  array: "must be a list",
  object: "must be a map of keys and values",
  record: "must be a map of keys and values",
};

/** Returns what is wrong with a value, as the end of a sentence. */
export function issueText(issue: z.core.$ZodIssue): string {
  if (!issue.message.startsWith("Invalid") && !issue.message.startsWith("Too ")) return issue.message;
  if (issue.code === "invalid_type") return TYPES[issue.expected] ?? `must be of type ${issue.expected}`;
  if (issue.code === "invalid_value") return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`;
  if (issue.code === "too_small") return `must be at least ${issue.minimum}`;
  if (issue.code === "too_big") return `must be at most ${issue.maximum}`;
  return "has a value that is not allowed here";
}
