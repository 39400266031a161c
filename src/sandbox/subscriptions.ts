import type { Subscription } from "../learning-service/contract/subscriptions.ts";
import { fixedUuid } from "./people.ts";

/** The account's subscriptions, which never change here. */
export const SUBSCRIPTIONS: readonly Subscription[] = [
  {
    id: fixedUuid("subscription all courses"),
    name: "All courses",
    status: "active",
    start_date: "2026-01-01",
    end_date: "2026-12-31",
    content_access_type: "full",
    number_of_licenses: 500,
    unassigned_licenses: 188,
    license_rotation_limit: 50,
    is_rotatable: true,
    duration: 31_536_000,
  },
  {
    id: fixedUuid("subscription languages"),
    name: "Languages",
    status: "active",
    start_date: "2026-09-01",
    end_date: "2027-08-31",
    content_access_type: "selected",
    number_of_licenses: 60,
    unassigned_licenses: 12,
    is_rotatable: false,
    duration: 31_536_000,
  },
  {
    id: fixedUuid("subscription 2025"),
    name: "All courses 2025",
    status: "expired",
    start_date: "2025-01-01",
    end_date: "2025-12-31",
    number_of_licenses: 400,
    unassigned_licenses: 0,
  },
  {
    id: fixedUuid("subscription 2027"),
    name: "All courses 2027",
    status: "deferred",
    start_date: "2027-01-01",
    end_date: "2027-12-31",
    number_of_licenses: 500,
    unassigned_licenses: 500,
  },
];

const ids = new Set(SUBSCRIPTIONS.map(({ id }) => id));

export function isSubscription(id: string): boolean {
  return ids.has(id.toLowerCase());
}
