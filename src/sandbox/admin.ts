import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { readDateTime } from "../learning-service/contract/date-time.ts";
import { dateTime } from "../learning-service/contract/values.ts";
import { faultSchema } from "./faults/faults.ts";
import type { SandboxParts } from "./parts.ts";
import { invalid, judge } from "./faults/rules.ts";
import { sandboxSettings } from "./settings.ts";
import { changeMember, groupViews, userViews } from "./views.ts";

const memberSchema = z.strictObject({ group: z.string(), user_id: z.string(), action: z.enum(["add", "remove"]) });
const tokenSchema = z.strictObject({ action: z.enum(["issue", "kill_access", "kill_refresh"]) });
const clockSchema = z.strictObject({
  advance: z.union([z.int(), z.string()]).optional(),
  now: dateTime.refine((text) => readDateTime(text)?.zoned ?? false, "has no time zone").optional(),
});

/**
 * Registers the sandbox's own interface for other processes, outside the prefix and without a token. Bodies are JSON;
 * invalid ones get 412 or 512, as in the service.
 *
 * - `GET /_sandbox/state`: users, groups, the clock, and the memberships changed by drift.
 * - `GET /_sandbox/requests`: the last requests below the prefix, without secrets. `DELETE` clears the list.
 * - `POST /_sandbox/faults`: adds a fault with the fields of `faultSchema`. `GET` lists the active faults with their match
 *   counts, `DELETE` removes them.
 * - `POST /_sandbox/members`: `{ group, user_id, action: "add" | "remove" }`, changes a membership by hand; the group is a
 *   path or an id.
 * - `POST /_sandbox/settings`: changes any of the settings (`settings.ts`), including drift; returns all of
 *   them. `GET` returns them.
 * - `POST /_sandbox/tokens`: `{ action: "issue" }` returns an additional refresh token; `kill_access` and `kill_refresh`
 *   revoke all tokens of the kind.
 * - `POST /_sandbox/clock`: `{ advance: "3d" }`, `{ advance: 3600000 }` (milliseconds; backwards with a minus) or
 *   `{ now: "2027-01-31T08:00:00Z" }` moves the service's clock and returns its time. `GET` returns it.
 */
export function addAdmin(app: FastifyInstance, { state, tokens, faults, requests, settings, clock, drift }: SandboxParts): void {
  const time = () => ({ now: clock.now().toISOString(), offset_ms: state.clockOffset });

  app.get("/_sandbox/state", async () => ({ users: userViews(state), groups: groupViews(state), clock: time(), drift: drift.changes }));
  app.get("/_sandbox/requests", async () => requests.list());
  app.delete("/_sandbox/requests", async () => {
    requests.clear();
    return {};
  });
  app.get("/_sandbox/faults", async () => faults.list());
  app.post("/_sandbox/faults", async (request) => {
    faults.add(judge(faultSchema, request.body));
    return {};
  });
  app.delete("/_sandbox/faults", async () => {
    faults.clear();
    return {};
  });
  app.post("/_sandbox/members", async (request) => {
    const { group, user_id, action } = judge(memberSchema, request.body);
    changeMember(state, group, user_id, action);
    return {};
  });
  app.get("/_sandbox/settings", async () => settings);
  app.post("/_sandbox/settings", async (request) => Object.assign(settings, judge(sandboxSettings.partial(), request.body)));
  app.post("/_sandbox/tokens", async (request) => {
    const { action } = judge(tokenSchema, request.body);
    if (action === "issue") return { refresh_token: tokens.issue() };
    tokens.killAll(action === "kill_access" ? "access" : "refresh");
    return {};
  });
  app.get("/_sandbox/clock", async () => time());
  app.post("/_sandbox/clock", async (request) => {
    const { advance, now } = judge(clockSchema, request.body);
    if ((advance === undefined) === (now === undefined)) throw invalid("exactly one of advance and now is required");
    const by = now === undefined ? durationOf(advance ?? 0) : (readDateTime(now)?.ms ?? 0) - clock.now().getTime();
    if (!(Math.abs(clock.now().getTime() + by) < 8e15)) throw invalid("the clock cannot move that far");
    clock.advance(by);
    return time();
  });
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Returns milliseconds from a number, or from a number and a unit such as `3d`. */
function durationOf(given: number | string): number {
  if (typeof given === "number") return given;
  const [, amount, unit = ""] = /^(-?\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(given.trim()) ?? [];
  const length = UNITS[unit];
  if (length === undefined) throw invalid("advance must be milliseconds, or a number with ms, s, m, h or d, such as 3d");
  return Math.round(Number(amount) * length);
}
