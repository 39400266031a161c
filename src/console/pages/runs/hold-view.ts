import { data, html, type Html } from "../../../reporting/html/html.ts";
import { limitLabel, limitText, roleLabel, settingText } from "../../../reporting/labels.ts";
import type { PlainMessage } from "../../../reporting/locales/messages.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { changesIn, countOf } from "../../../reporting/run-counts.ts";
import { may } from "../../access/rights.ts";
import { icon } from "../../icon.ts";
import { prose } from "../parts.ts";
import { reasonField, runForm, type FormContext } from "./action-forms.ts";
import type { ShownRun } from "./run-data.ts";

type BrokenLimit = ShownRun["held"][number];

const SENTENCES = {
  known_missing: "{found, plural, one {# known person is} other {# known people are}} missing from the file",
  unknown_statuses: "{found, plural, one {# person has} other {# people have}} an unknown status",
  older_file: "This file is older than the last one that was used",
  rejected: "{found, plural, one {# rejected row exceeds} other {# rejected rows exceed}} the limit of {allowed}",
  creates: "{found, plural, one {# new account exceeds} other {# new accounts exceed}} the limit of {allowed}",
  updates: "{found, plural, one {# change exceeds} other {# changes exceed}} the limit of {allowed}",
  deactivations: "{found, plural, one {# leaver exceeds} other {# leavers exceed}} the limit of {allowed}",
  removals: "{found, plural, one {# pending removal exceeds} other {# pending removals exceed}} the limit of {allowed}",
  shrink: "{found, plural, one {# missing row exceeds} other {# missing rows exceed}} the limit of {allowed}",
  renamed: "{found, plural, one {# person with another name exceeds} other {# people with other names exceed}} the limit of {allowed}",
  out_of_scope:
    "{found, plural, one {# person who leaves the scope exceeds} other {# people who leave the scope exceed}} the limit of {allowed}",
  groups_created: "{found, plural, one {# new group exceeds} other {# new groups exceed}} the limit of {allowed}",
  rekeyed: "{found, plural, one {# person with another key exceeds} other {# people with other keys exceed}} the limit of {allowed}",
  licences:
    "{found, plural, one {# person needs a licence} other {# people need a licence}}, and {allowed, plural, one {# is} other {# are}} free",
} as const;

/** What to check before the plan is applied, by cause; the sentences of some limits say it themselves. The other causes often come from an incomplete export. */
const OWN_ADVICE: ReadonlySet<string> = new Set(["renamed", "rekeyed", "rejected"]);

const ADVICE = {
  unknown_accounts: "Link these accounts to their people first. Otherwise, each of these people may get a second account.",
  licences: "Get more licences in the learning service, or check whether all of these people should have an account.",
  creates: "Check with HR whether all of these people are new. If only their key has changed, each may get a second account.",
  updates: "Look at some of the changes below: new groups change many people at once, and so does a column that HR fills differently.",
  groups_created: "Check the names of the new groups: a typing error in the file creates a group of its own.",
  out_of_scope: "Check the scope in the mapping, and with HR whether these people should lose their account.",
} as const satisfies Readonly<Record<string, PlainMessage>>;

function adviceOf(cause: string): string {
  return Object.hasOwn(ADVICE, cause)
    ? t(ADVICE[cause as keyof typeof ADVICE])
    : t("An incomplete export often looks like this: check with HR before you apply the plan.");
}

/** Draws why a run is on hold, and both ways out of it. */
export function heldView({ held: limits, status, counts }: ShownRun, context: FormContext): Html | null {
  if (limits.length === 0) return null;
  if (status !== "held")
    return html`<section class="section card">
      <h2>${t("Limits that put it on hold")}</h2>
      ${limits.map((limit) => limitView(limit, "h3"))}
    </section>`;
  const linksFirst = limits.some(({ limit, of }) => limit === "unknown_accounts" && of === undefined);
  return html`<section class="banner warn" aria-labelledby="limit-1">
      ${icon("pause")}
      <div class="stack">
        ${limits.map((limit, i) => limitView(limit, "h2", `limit-${i + 1}`))}
        <p>${t("Nothing was sent.")}</p>
        ${[...new Set(limits.flatMap(({ limit }) => (OWN_ADVICE.has(limit) ? [] : Object.hasOwn(ADVICE, limit) ? [limit] : ["other"])))].map((cause) => html`<p>${adviceOf(cause)}</p>`)}
        ${
          linksFirst &&
          html`<p class="row"><a class="btn primary" href="/runs/${encodeURIComponent(context.id)}/accounts">${t("Link accounts")}</a></p>`
        }
      </div>
    </section>
    ${
      may(context.request.actor, "run")
        ? html`<div class="split">${release(counts, context, !linksFirst)}${cancel(context)}</div>`
        : html`<p class="soft">${t("You need the role “{role}” to decide about this run.", { role: roleLabel("operator") })}</p>`
    }`;
}

function limitView({ limit, of, found, allowed, message, setting }: BrokenLimit, heading: "h2" | "h3", id?: string): Html {
  const sentence = Object.hasOwn(SENTENCES, limit) ? t(SENTENCES[limit as keyof typeof SENTENCES], { found, allowed }) : limitLabel(limit);
  const words = of === undefined ? sentence : tHtml("{part}: {sentence}", { part: data(of), sentence });
  return html`<div>
    ${heading === "h2" ? html`<h2 id="${id}">${words}</h2>` : html`<h3>${words}</h3>`}
    <p>${prose(limitText(message, setting))}</p>
    ${setting !== undefined && html`<p class="small soft">${prose(settingText(setting))}</p>`}
  </div>`;
}

/** @param advised whether nothing else is to be done first */
function release(counts: ShownRun["counts"], context: FormContext, advised: boolean): Html {
  const changes = changesIn(counts);
  const leavers = countOf(counts, "deactivations") + countOf(counts, "absent_deactivated");
  return runForm(
    context,
    "approve",
    html`<h2>${t("Let this run continue")}</h2>
      <p class="soft">
        ${t("It is planned again with current memberships, and then applied. If it exceeds the limit further than shown here, it is put on hold again.")}
        ${leavers > 0 && t("{n, plural, one {# person} other {# people}} can no longer sign in.", { n: leavers })}
        ${t("Removals stay pending until someone decides.")}
      </p>
      ${reasonField(context, "approve", t("For example: HR confirmed the leavers"))}
      <p>
        <button class="btn${advised && " primary"}">${t("Apply {n, plural, one {# change} other {# changes}}", { n: changes })}</button>
      </p>`,
  );
}

function cancel(context: FormContext): Html {
  return runForm(
    context,
    "cancel",
    html`<h2>${t("Cancel this run")}</h2>
      <p class="soft">
        ${t("Nothing changes. The next run reads the export again. If HR corrects the file earlier, start the job by hand.")}
      </p>
      ${reasonField(context, "cancel", t("For example: The export is incomplete"))}
      <p><button class="btn">${t("Cancel run")}</button></p>`,
  );
}
