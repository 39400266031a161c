import { z } from "zod";
import { fact, type Code, type Fact, type ValuesOf } from "../domain/facts/fact.ts";
import type { Limit } from "../domain/settings.ts";

type Others<C extends Code> = Omit<ValuesOf<C>, "setting">;
/** The codes about a setting. */
type CodeAbout = { [C in Code]: ValuesOf<C> extends { setting: string } ? C : never }[Code];
/** The codes whose only value is the setting. */
export type CodeOfSetting = { [C in CodeAbout]: keyof Others<C> extends never ? C : never }[CodeAbout];

/**
 * Sets what an issue of a schema says about its setting. Of a schema, an issue keeps only the message, so that one carries
 * the fact.
 */
export function says<C extends CodeAbout>(code: C, ...[values]: keyof Others<C> extends never ? [] : [Others<C>]): { error: string } {
  return { error: JSON.stringify({ code, values: values ?? {} }) };
}

/** Returns what the schema set with `says`; `undefined` for an issue in the words of the library. */
export function saidBy({ message }: z.core.$ZodIssue): Fact | undefined {
  return message.startsWith("{") ? (JSON.parse(message) as Fact) : undefined;
}

const UNITS = new Map([
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);
const DURATION = says("config.not_duration");

/** Parses a duration such as `10m` to ms. */
export const duration = z.string(DURATION).transform((text, context) => {
  const parts = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s|m|h|d)$/.exec(text.trim());
  const unit = UNITS.get(parts?.[2] ?? "");
  if (parts === null || unit === undefined) {
    context.issues.push({ code: "custom", message: DURATION.error, input: text });
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

const SIZE = says("config.not_size");

/** Parses a size such as `4GB` to bytes. */
export const size = z.string(SIZE).transform((text, context) => {
  const parts = /^(\d{1,6}(?:\.\d{1,3})?)\s*(MB|GB)$/i.exec(text.trim());
  const bytes = Number(parts?.[1] ?? 0) * (parts?.[2]?.toUpperCase() === "GB" ? 1e9 : 1e6);
  if (bytes >= 1) return Math.round(bytes);
  context.issues.push({ code: "custom", message: SIZE.error, input: text });
  return z.NEVER;
});

const AGE = says("config.not_age");
const AGES = new Map([
  ["d", 1],
  ["w", 7],
  ["y", 365],
]);

/** Parses a retention time to ms, `null` for forever. At least a day, because each run needs data of the previous one. */
export const age = z.string(AGE).transform((text, context): number | null => {
  if (text.trim() === "forever") return null;
  const parts = /^(\d{1,5})\s*([dwy])$/.exec(text.trim());
  const days = Number(parts?.[1] ?? 0) * (AGES.get(parts?.[2] ?? "") ?? 0);
  if (days >= 1) return days * 86_400_000;
  context.issues.push({ code: "custom", message: AGE.error, input: text });
  return z.NEVER;
});

/** Returns a retention time as a job file has it: `2y`, or `forever` for `null`. */
export const ageText = (ms: number | null): string => (ms === null ? "forever" : textIn(AGES, ms / 86_400_000));

export const wholeNumber = (least: number, most: number) => {
  const wrong = says("config.not_whole_number", { least: String(least), most: String(most) });
  return z.int(wrong).min(least, wrong).max(most, wrong);
};

export const filledText = z.string().trim().min(1, says("config.empty"));

const LIMIT = says("config.not_share");
const percent = z.union([z.number(LIMIT), z.string(LIMIT)], LIMIT).transform((share, context) => {
  const text = typeof share === "string" ? /^(\d{1,3}(?:\.\d{1,3})?)\s*%?$/.exec(share.trim())?.[1] : share;
  const value = Number(text ?? Number.NaN);
  if (value >= 0 && value <= 100) return value;
  context.issues.push({ code: "custom", message: LIMIT.error, input: share });
  return z.NEVER;
});

/** Parses a limit in a job: explicit, and without a floor unless it has `at_least`. */
export const limit = z
  .union([percent, z.strictObject({ percent, at_least: wholeNumber(0, 1_000_000_000).optional() })], LIMIT)
  .transform((form): Limit => {
    if (typeof form === "number") return { percent: form, atLeast: 0, explicit: true };
    return { percent: form.percent, atLeast: form.at_least ?? 0, explicit: true };
  });

const TYPES: Readonly<Record<string, CodeOfSetting>> = {
  string: "config.not_text",
  number: "config.not_number",
  boolean: "config.not_true_or_false",
  array: "config.not_list",
  object: "config.not_map",
  record: "config.not_map",
};

/** Returns the error of a value. */
export function issueFact(issue: z.core.$ZodIssue, setting: string): Fact {
  const said = saidBy(issue);
  if (said !== undefined) return { code: said.code, values: { ...said.values, setting } };
  switch (issue.code) {
    case "invalid_type":
      return fact(TYPES[issue.expected] ?? "config.not_allowed", { setting });
    case "invalid_value":
      if (issue.values.length === 1) return fact("config.not_value", { setting, value: String(issue.values[0]) });
      return fact("config.not_one_of", { setting, allowed: issue.values.map(String) });
    case "too_small":
      return fact("config.too_small", { setting, least: String(issue.minimum) });
    case "too_big":
      return fact("config.too_large", { setting, most: String(issue.maximum) });
    default:
      return fact("config.not_allowed", { setting });
  }
}
