/** The message about an action that the next page shows once. Its cookie has the key and the values, signed with the session's key. */
import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { data, html, type Html, type HtmlValue } from "../reporting/html/html.ts";
import { t, tHtml, type Message } from "../reporting/locales/t.ts";
import { sameText } from "./access/secrets.ts";
import { cookieName, cookieOptions } from "./access/sessions.ts";
import { icon } from "../reporting/html/icon.ts";
import { outcomeField, undoAnyText, undoSheet, undoText } from "./pages/review/undo.ts";
import type { ConsoleParts } from "./parts.ts";

/** The texts by the key that the cookie holds. They are translated when they are shown. */
export const FLASHES = {
  run_started: "runs.run_started_continues",
  plan_started: "runs.plan_being_made",
  run_resumed: "runs.run_continues_background",
  run_released: "runs.run_released_continues",
  run_cancelled: "runs.run_cancelled",
  run_reverted: "runs.run_adds_memberships",
  membership_added_back: "runs.run_adds_membership_back_continues",
  account_deactivated: "history.run_deactivates_account",
  account_reactivated: "history.run_reactivates_account",
  exception_ended: "exceptions.exception_ended_next",
  missing_group_approved: "missing_groups.decision_saved_next",
  missing_group_dismissed: "missing_groups.decision_saved_group",
  missing_group_reopened: "missing_groups.group_needs_decision",
  missing_group_alias: "missing_groups.decision_saved_nothing",
  identity_linked: "identities.linked_next_run",
  identity_linked_run_continues: "runs.linked_run_sends",
  accounts_linked: "runs.people_linked_release",
  account_unlinked: "runs.link_key_undone",
  identity_retried: "identities.next_run_creates_account",
  identity_distinct: "identities.marked_different_people_next_run",
  identity_moved: "identities.account_belongs_other",
  removals_approved: "review.memberships_will_removed",
  memberships_kept: "review.memberships_kept",
  removals_decided: "review.memberships_will_removed_decided",
  keeping_decided: "review.memberships_kept_decided",
  approvals_undone: "review.decisions_remove_undone",
  keeping_undone: "review.decisions_keep_undone",
  decision_undone: "review.memberships_being_added_back_cancelled",
  decision_undone_kept: "review.memberships_being_added_back_stay",
  decision_undone_asking: "review.memberships_being_added_back_after",
  membership_added_back_kept: "runs.run_adds_membership_back_stays",
  membership_added_back_asking: "runs.run_adds_membership_back_after",
  removal_commented: "runs.comment_saved",
  removal_reassigned: "runs.removal_reassigned",
  user_added: "runs.name_can_sign_now",
  user_role_changed: "runs.role_name_changed",
  user_disabled: "runs.name_disabled_all",
  user_enabled: "runs.name_can_sign_again",
  user_password_set: "runs.password_name_changed",
  session_ended: "runs.session_name_ended",
  token_revoked: "runs.token_name_revoked",
  password_changed: "access.password_changed_your",
  reader_saved: "runs.language_time_zone",
  emergency_stopped: "runs.emergency_stop_nothing",
  emergency_lifted: "runs.emergency_stop_lifted",
  audit_intact: "runs.audit_trail_intact",
  schedule_added: "setup.schedule_added_job",
  schedule_added_early: "setup.schedule_added_but",
  setup_discarded: "runs.setup_discarded_sample",
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
export function doneAt(to: string, key: FlashKey, values: FlashValues = {}): Redirect {
  return { to, flash: { key, values } };
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
  const sentence = tHtml(FLASHES[key], Object.fromEntries(drawn) as Record<string, HtmlValue>);
  const sheet = undo === undefined ? null : undoSheet(request, { id: "undo-last", subject: outcomeField(undo), ...undoing(key, values) });
  // It was added, and will not work yet.
  const warns = key === "schedule_added_early";
  return html`<div class="banner ${warns ? "warn" : "good"}${sheet !== null && " decided"}" role="status">
      ${icon(warns ? "alert" : "check")}
      <p class="grow">${sentence}</p>
      ${(details !== undefined || sheet !== null) && html`<p class="row">${sheet?.button}${details !== undefined && html`<a href="${details}">${t("review.details_page")}</a>`}</p>`}
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
