import { DateTime } from "luxon";
import type { HttpBody } from "../../domain/http/source-settings.ts";

/** Replaces `{today}`, `{today-90d}` and `{today+30d}` with days such as `2026-11-24`. */
export function withDates(text: string, today: string): string {
  return text.replaceAll(/\{today(?:([+-])(\d{1,4})d)?\}/g, (_, sign: string | undefined, days: string | undefined) => {
    const shift = sign === undefined ? 0 : Number(`${sign}${days ?? "0"}`);
    return DateTime.fromISO(today, { zone: "utc" }).plus({ days: shift }).toISODate() ?? today;
  });
}

/** Returns a body as it is sent. */
export function bodyText(body: HttpBody, today: string): { type: string; text: string } {
  if (body.kind === "json") {
    const text = JSON.stringify(body.value, (_, value: unknown) => (typeof value === "string" ? withDates(value, today) : value));
    return { type: "application/json", text };
  }
  const fields = body.fields.map(([name, value]): [string, string] => [name, withDates(value, today)]);
  return { type: "application/x-www-form-urlencoded", text: new URLSearchParams(fields).toString() };
}
