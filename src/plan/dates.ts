import { DateTime } from "luxon";
import { fact, type Fact } from "../domain/facts/fact.ts";
import type { EffectiveDates, Person } from "../domain/person.ts";

/** The effect of the dates of a person on a day. */
export interface DatesToday {
  /** The status that counts on that day. */
  active: Person["active"];
  /** `from`: the person has not joined yet. `until`: the person has left, but the account stays until the last day. */
  notDue: "from" | "until" | null;
  /** The next day on which this changes, as `YYYY-MM-DD`; `null` if none is known. */
  due: string | null;
  /** Why the dates cannot be used, so that nothing may be sent. */
  unknown: EffectiveDates["unknown"];
}

/** A first day further away than this is taken for a typing error. */
const MAX_AHEAD = { years: 2 };

/** Decides by the dates of a person. @param today as `YYYY-MM-DD` in the time zone of the job */
export function datesToday({ active, dates }: Pick<Person, "active" | "dates">, today: string): DatesToday {
  const plain = { active, notDue: null, due: null, unknown: null };
  if (dates === undefined) return plain;
  const { from, until, atOnce, unknown } = dates;
  if (atOnce) return { ...plain, active: false };
  if (unknown !== null) return { ...plain, unknown };
  if (from !== null && from > today) {
    if (from <= dayAfter(today, MAX_AHEAD)) return { ...plain, notDue: "from", due: from };
    const why = fact("cell.far_away", { column: dates.fromColumn ?? "" });
    return { ...plain, unknown: { column: dates.fromColumn ?? "", at: dates.fromAt, why } };
  }
  if (until === null) return plain;
  if (until < today) return { ...plain, active: false };
  // Beyond four-digit years, texts are not in the order of their days.
  const due = until > "9990-12-31" ? null : dayAfter(until, { days: 1 });
  return { ...plain, notDue: active === false ? "until" : null, due };
}

/** Returns the person with the status of a day. */
export function effectivePerson(person: Person, today: string): Person {
  return person.dates === undefined ? person : { ...person, active: datesToday(person, today).active };
}

/** Returns the status of a person on a day; unknown if the dates cannot be used. */
export function statusOn(person: Pick<Person, "active" | "dates">, today: string): Person["active"] {
  const { active, unknown } = datesToday(person, today);
  return unknown === null ? active : "unknown";
}

/** Returns why a row is not due yet. @param account whether it may be active; `null`: there is none */
export function notDueReason(
  { notDue, due }: DatesToday,
  { dates }: Pick<Person, "dates">,
  account: { active: boolean | null } | null,
): Fact {
  const day = due ?? "";
  if (notDue === "from") {
    const at = dates?.fromAt ?? "";
    return account === null ? fact("operation.joins_later", { day, at }) : fact("operation.returns_later", { day, at });
  }
  const at = dates?.untilAt ?? "";
  return account === null || account.active === false
    ? fact("operation.left_no_account", { day, at })
    : fact("operation.leaves_later", { day, at });
}

/** Returns why an account is deactivated although the status says nothing of it; `null` if it is the status. */
export function lastDayReason({ active, dates }: Pick<Person, "active" | "dates">): Fact | null {
  if (active === false || dates === undefined || dates.until === null) return null;
  return fact("operation.last_day_was", { day: dates.until, at: dates.untilAt });
}

/** Returns the last day of someone who leaves on a day to come; `null` if none is known. */
export function comingLastDay(person: Pick<Person, "active" | "dates">, today: string): Fact | null {
  const { dates } = person;
  const { notDue, due } = datesToday(person, today);
  if (dates === undefined || dates.until === null || due === null || notDue !== null) return null;
  return fact("next.last_day", { day: dates.until, at: dates.untilAt });
}

function dayAfter(day: string, by: { years?: number; days?: number }): string {
  return DateTime.fromISO(day, { zone: "utc" }).plus(by).toISODate() ?? day;
}
