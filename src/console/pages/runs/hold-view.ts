import { data, html, type Html } from "../../../reporting/html/html.ts";
import { limitLabel, limitText, roleLabel, settingText } from "../../../reporting/labels.ts";
import { t, tHtml, type Message } from "../../../reporting/locales/t.ts";
import { changesIn, countOf } from "../../../reporting/run-counts.ts";
import { may } from "../../../actions/access/rights.ts";
import { icon } from "../../icon.ts";
import { prose } from "../parts.ts";
import { reasonField, runForm, type FormContext } from "./action-forms.ts";
import type { ShownRun } from "./run-data.ts";

type BrokenLimit = ShownRun["held"][number];

const SENTENCES = {
  known_missing: "runs.found_known_people",
  unknown_statuses: "runs.found_people_unknown",
  older_file: "runs.file_older_than",
  rejected: "runs.found_rejected_rows",
  creates: "runs.found_new_accounts",
  updates: "runs.found_changes_exceed",
  deactivations: "runs.found_leavers_exceed",
  removals: "runs.found_pending_removals",
  shrink: "runs.found_missing_rows",
  renamed: "runs.found_people_other_names",
  out_of_scope: "runs.found_people_who",
  groups_created: "missing_groups.found_new_groups",
  rekeyed: "runs.found_people_other_keys",
  licences: "runs.found_people_need",
} as const;

/** What to check before the plan is applied, by cause; the sentences of some limits say it themselves. The other causes often come from an incomplete export. */
const OWN_ADVICE: ReadonlySet<string> = new Set(["renamed", "rekeyed", "rejected"]);

const ADVICE = {
  unknown_accounts: "runs.link_accounts_people",
  licences: "runs.get_more_licences",
  creates: "runs.check_hr_whether",
  updates: "runs.look_some_changes",
  groups_created: "runs.check_names_new",
  out_of_scope: "runs.check_scope_mapping",
} as const satisfies Readonly<Record<string, Message>>;

function adviceOf(cause: string): string {
  return Object.hasOwn(ADVICE, cause) ? t(ADVICE[cause as keyof typeof ADVICE]) : t("runs.incomplete_export_often");
}

/** Draws why a run is on hold, and both ways out of it. */
export function heldView({ held: limits, status, counts }: ShownRun, context: FormContext): Html | null {
  if (limits.length === 0) return null;
  if (status !== "held")
    return html`<section class="section card">
      <h2>${t("runs.limits_put_hold")}</h2>
      ${limits.map((limit) => limitView(limit, "h3"))}
    </section>`;
  const linksFirst = limits.some(({ limit, of }) => limit === "unknown_accounts" && of === undefined);
  return html`<section class="banner warn" aria-labelledby="limit-1">
      ${icon("pause")}
      <div class="stack">
        ${limits.map((limit, i) => limitView(limit, "h2", `limit-${i + 1}`))}
        <p>${t("runs.nothing_sent")}</p>
        ${[...new Set(limits.flatMap(({ limit }) => (OWN_ADVICE.has(limit) ? [] : Object.hasOwn(ADVICE, limit) ? [limit] : ["other"])))].map((cause) => html`<p>${adviceOf(cause)}</p>`)}
        ${
          linksFirst &&
          html`<p class="row">
            <a class="btn primary" href="/runs/${encodeURIComponent(context.id)}/accounts">${t("runs.link_accounts")}</a>
          </p>`
        }
      </div>
    </section>
    ${
      may(context.request.actor, "run")
        ? html`<div class="split">${release(counts, context, !linksFirst)}${cancel(context)}</div>`
        : html`<p class="soft">${t("runs.you_need_role", { role: roleLabel("operator") })}</p>`
    }`;
}

function limitView(broken: BrokenLimit, heading: "h2" | "h3", id?: string): Html {
  const { limit, of, found, allowed, setting } = broken;
  const sentence = Object.hasOwn(SENTENCES, limit) ? t(SENTENCES[limit as keyof typeof SENTENCES], { found, allowed }) : limitLabel(limit);
  const words = of === undefined || limit === "unknown_accounts" ? sentence : tHtml("runs.part_sentence", { part: data(of), sentence });
  return html`<div>
    ${heading === "h2" ? html`<h2 id="${id}">${words}</h2>` : html`<h3>${words}</h3>`}
    <p>${prose(limitText(broken, setting))}</p>
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
    html`<h2>${t("runs.let_run_continue")}</h2>
      <p class="soft">
        ${t("runs.planned_again_current")} ${leavers > 0 && t("runs.people_can_no", { n: leavers })} ${t("runs.removals_stay_pending")}
      </p>
      ${reasonField(context, "approve", t("runs.example_hr_confirmed"))}
      <p>
        <button class="btn${advised && " primary"}">${t("runs.apply_changes", { n: changes })}</button>
      </p>`,
  );
}

function cancel(context: FormContext): Html {
  return runForm(
    context,
    "cancel",
    html`<h2>${t("runs.cancel_run")}</h2>
      <p class="soft">${t("runs.nothing_changes_next")}</p>
      ${reasonField(context, "cancel", t("runs.example_export_incomplete"))}
      <p><button class="btn">${t("runs.cancel_run_2")}</button></p>`,
  );
}
