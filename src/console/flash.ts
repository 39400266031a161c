/** The message about an action that the next page shows once. Its cookie has the key and the values, signed with the session’s key. */
import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { data, html, type Html, type HtmlValue } from "../reporting/html/html.ts";
import type { Message } from "../reporting/locales/messages.ts";
import { t, tHtml, type MessageValues } from "../reporting/locales/t.ts";
import { sameText } from "./access/secrets.ts";
import { cookieName, cookieOptions } from "./access/sessions.ts";
import { icon } from "./icon.ts";
import { outcomeField, undoAnyText, undoSheet, undoText } from "./pages/review/undo.ts";
import type { ConsoleParts } from "./parts.ts";

/** The texts by the key that the cookie holds. They are translated when they are shown. */
const FLASHES = {
  run_started: "Run started. It continues in the background.",
  plan_started: "The plan is being made. Nothing is sent.",
  run_resumed: "The run continues in the background.",
  run_released: "Run released. It continues in the background.",
  run_cancelled: "Run cancelled.",
  run_reverted: "This run adds the memberships back. It continues in the background.",
  membership_added_back: "This run adds the membership back. It continues in the background.",
  account_deactivated: "This run deactivates the account. It continues in the background.",
  account_reactivated: "This run reactivates the account. It continues in the background.",
  exception_ended: "Exception ended. The next run checks the person again.",
  missing_group_approved: "Decision saved. The next run creates the group.",
  missing_group_dismissed: "Decision saved. The group is proposed again when more people wait for it.",
  missing_group_reopened: "The group needs a decision again.",
  missing_group_alias: "Decision saved. Nothing changes until the line that it shows is in the mapping.",
  identity_linked: "Linked. The next run checks this person again.",
  identity_linked_run_continues: "Linked. The run sends the rest in the background.",
  accounts_linked: "{n, plural, one {# person is linked.} other {# people are linked.}} Release the run on hold to plan it again.",
  account_unlinked: "The link of {key} is undone.",
  identity_retried: "The next run creates the account.",
  identity_distinct: "Marked as different people. The next run creates the account.",
  identity_moved: "The account belongs to the other key now. The next run checks both.",
  removals_approved: "{n, plural, one {# membership will be removed.} other {# memberships will be removed.}}",
  memberships_kept: "{n, plural, one {# membership is kept.} other {# memberships are kept.}}",
  removals_decided:
    "{n, plural, one {# membership will be removed.} other {# memberships will be removed.}} {decided} of {all} decided, {left} left.",
  keeping_decided: "{n, plural, one {# membership is kept.} other {# memberships are kept.}} {decided} of {all} decided, {left} left.",
  approvals_undone:
    "{n, plural, one {# decision to remove was undone: the removal is pending again.} other {# decisions to remove were undone: the removals are pending again.}}",
  keeping_undone:
    "{n, plural, one {# decision to keep was undone: the removal is pending again.} other {# decisions to keep were undone: the removals are pending again.}}",
  decision_undone:
    "{n, plural, one {# membership is being added back.} other {# memberships are being added back.}} {cancelled, plural, =0 {} one {# removal is pending again.} other {# removals are pending again.}}",
  decision_undone_kept:
    "{n, plural, one {# membership is being added back and stays without an end date.} other {# memberships are being added back and stay without an end date.}} {cancelled, plural, =0 {} one {# removal is pending again.} other {# removals are pending again.}}",
  decision_undone_asking:
    "{n, plural, one {# membership is being added back. After a run, Rollcall asks for a decision again.} other {# memberships are being added back. After a run, Rollcall asks for a decision again.}} {cancelled, plural, =0 {} one {# removal is pending again.} other {# removals are pending again.}}",
  membership_added_back_kept: "This run adds the membership back. It stays without an end date.",
  membership_added_back_asking: "This run adds the membership back. After a later run, Rollcall asks for a decision again.",
  removal_commented: "Comment saved.",
  removal_reassigned: "The removal is reassigned.",
  user_added: "{name} can sign in now.",
  user_role_changed: "Role of {name} changed.",
  user_disabled: "{name} is disabled. All sessions and tokens of this name have ended.",
  user_enabled: "{name} can sign in again.",
  user_password_set: "Password of {name} changed. Other sessions of this user have ended.",
  session_ended: "Session of {name} ended.",
  token_revoked: "Token {name} revoked.",
  password_changed: "Password changed. Your other sessions have ended.",
  reader_saved: "Language and time zone saved.",
  emergency_stopped: "Emergency stop is on: nothing is sent for {account}.",
  emergency_lifted: "Emergency stop lifted for {account}.",
  audit_intact: "The audit trail is intact: {n, plural, one {# entry} other {# entries}} checked.",
  schedule_added: "Schedule added. The job runs by itself from now on.",
  schedule_added_early: "The schedule is added, but the job is not ready for it. The page lists what is missing.",
  setup_discarded: "Setup discarded. Its sample is deleted.",
} as const satisfies Readonly<Record<string, Message>>;

type FlashKey = keyof typeof FLASHES;
type FlashValues = Readonly<Record<string, string | number>>;

interface Flash {
  key: FlashKey;
  values: FlashValues;
  /** The page with the details of what was done. */
  details?: string;
  /** The outcome of a decision, which the message offers to undo. */
  undo?: string;
}

/** Where a form leads, and what the page there says. */
export interface Redirect {
  to: string;
  flash: Flash;
}

declare module "fastify" {
  interface FastifyRequest {
    flash: {
      /** Leaves a message for the page that this session opens next. */
      leave(flash: Flash): void;
      /** Draws the message that was left, once. */
      take(): Html | null;
    };
  }
}

/** Browsers drop cookies of more than 4 KB. */
const MAX_VALUE_LENGTH = 200;
const LIFETIME_S = 300;

/** Returns a redirect to a page that says what was done. */
export function doneAt<K extends FlashKey>(
  to: string,
  key: K,
  ...[values]: MessageValues<(typeof FLASHES)[K], string | number, never>
): Redirect {
  return { to, flash: { key, values: values ?? {} } };
}

/** Returns the redirect with a link to the details of what was done, and the outcome of a decision to undo. */
export function withDetails({ to, flash }: Redirect, details: string, undo?: string): Redirect {
  return { to, flash: { ...flash, details, ...(undo === undefined ? {} : { undo }) } };
}

/** Lets actions leave a message, and pages show it. */
export function addFlash(app: FastifyInstance, { url }: ConsoleParts): void {
  const cookie = cookieName(url, "flash");
  app.decorateRequest("flash");
  app.addHook("onRequest", async (request, reply) => {
    request.flash = {
      leave: (flash) => {
        const key = request.session?.csrfKey;
        if (key !== undefined) reply.setCookie(cookie, signed(key, flash), { ...cookieOptions(url), maxAge: LIFETIME_S });
      },
      take: () => {
        const sent = request.cookies[cookie];
        if (sent === undefined) return null;
        reply.clearCookie(cookie, cookieOptions(url));
        const flash = read(request.session?.csrfKey, sent);
        return flash === null ? null : draw(flash, request);
      },
    };
  });
}

function signed(sessionKey: string, { key, values, details, undo }: Flash): string {
  const short = Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value.slice(0, MAX_VALUE_LENGTH) : value]);
  const text = Buffer.from(JSON.stringify([key, Object.fromEntries(short), details ?? null, undo ?? null])).toString("base64url");
  return `${text}.${sign(sessionKey, text)}`;
}

function read(sessionKey: string | undefined, sent: string): Flash | null {
  const [text = "", signature = ""] = sent.split(".");
  if (sessionKey === undefined || !sameText(signature, sign(sessionKey, text))) return null;
  const [key, values, details, undo] = JSON.parse(Buffer.from(text, "base64url").toString()) as [
    string,
    FlashValues,
    string | null,
    string?,
  ];
  // Another version of Rollcall may have signed it.
  if (!Object.hasOwn(FLASHES, key)) return null;
  return { key: key as FlashKey, values, ...(details ? { details } : {}), ...(undo ? { undo } : {}) };
}

function sign(key: string, text: string): string {
  return createHmac("sha256", key).update(`flash ${text}`).digest("base64url");
}

function draw({ key, values, details, undo }: Flash, request: FastifyRequest): Html {
  const drawn = Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? data(value) : value]);
  // The values were checked against the message when the action left them.
  const sentence = tHtml(FLASHES[key] as Message, ...([Object.fromEntries(drawn)] as unknown as MessageValues<Message, HtmlValue, never>));
  const sheet = undo === undefined ? null : undoSheet(request, { id: "undo-last", subject: outcomeField(undo), ...undoing(key, values) });
  // It was added, and will not work yet.
  const warns = key === "schedule_added_early";
  return html`<div class="banner ${warns ? "warn" : "good"}${sheet !== null && " decided"}" role="status">
      ${icon(warns ? "alert" : "check")}
      <p class="grow">${sentence}</p>
      ${(details !== undefined || sheet !== null) && html`<p class="row">${sheet?.button}${details !== undefined && html`<a href="${details}">${t("Details|page")}</a>`}</p>`}
    </div>
    ${sheet?.sheet}`;
}

/** Says what undoing a decision does. Whether a removal is applied meanwhile is not known. */
function undoing(key: FlashKey, { n }: FlashValues): { explanation: string; adding: boolean } {
  const kept = key === "keeping_decided" || key === "memberships_kept";
  return kept
    ? { explanation: undoText({ verdict: "rejected", open: Number(n), applied: 0 }), adding: false }
    : { explanation: undoAnyText(), adding: true };
}
