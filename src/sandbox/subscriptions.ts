import type { z } from "zod";
import type { subscriptionStatus } from "../learning-service/contract/subscriptions.ts";
import { dayOf } from "./clock.ts";
import { fixedUuid } from "./seed/people.ts";
import type { Entities } from "./entities.ts";

type Subscription = Entities["subscription"];

export const ALL_COURSES = fixedUuid("subscription all courses");

/** Returns the account's subscriptions around a day: two active, one earlier, one later. */
export function subscriptionsAround(now: Date): [string, Subscription][] {
  const year = now.getUTCFullYear();
  // The subscription that starts in autumn and is active on that day.
  const autumn = now.getUTCMonth() < 8 ? year - 1 : year;
  const whole = (n: number): Pick<Subscription, "start_date" | "end_date"> => ({ start_date: `${n}-01-01`, end_date: `${n}-12-31` });
  const full = { content_access_type: "full", rotatable: true, rotation_limit: 50 };
  return [
    [ALL_COURSES, { name: "All courses", ...whole(year), ...full, licences: 500, spent: 0 }],
    [
      fixedUuid("subscription languages"),
      {
        name: "Languages",
        start_date: `${autumn}-09-01`,
        end_date: `${autumn + 1}-08-31`,
        content_access_type: "selected",
        rotatable: false,
        licences: 60,
        spent: 48,
      },
    ],
    [fixedUuid("subscription before"), { name: `All courses ${year - 1}`, ...whole(year - 1), ...full, licences: 400, spent: 400 }],
    [fixedUuid("subscription after"), { name: `All courses ${year + 1}`, ...whole(year + 1), ...full, licences: 500, spent: 0 }],
  ];
}

/** Returns the status (interface: "States and transitions"); both days are included. */
export function statusOf({ start_date, end_date }: Subscription, now: Date): z.output<typeof subscriptionStatus> {
  const day = dayOf(now);
  if (day < start_date) return "deferred";
  return day > end_date ? "expired" : "active";
}
