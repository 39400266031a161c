import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { DecidedImpact } from "../../../domain/explanation.ts";
import { date } from "../../../reporting/locales/formats.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { impactSentence } from "../../../reporting/removals/advice-labels.ts";
import { decidedImpactText, decidedItems } from "../../../reporting/removals/decided-impact.ts";
import type { StoredImpact } from "../../../reporting/removals/stored-impact.ts";
import type { CheckedImpact, WholeRemoval } from "./removal-data.ts";
import { icon } from "../../../reporting/html/icon.ts";
import { prose, time } from "../parts.ts";

/** Draws what is stored, also if the reviewer has just looked it up, and what could not be read. */
export function impactCard({ id, impact }: WholeRemoval, checked: CheckedImpact | null, deciding: boolean): Html {
  // The service answered, and this is not in its answer.
  const still = checked?.said != null && impact !== null && impact.items.some(({ state }) => state === "unknown");
  const missing = checked === null ? [] : (checked.said?.unknown ?? [checked.why ?? t("review.impact_not_known_4")]);
  return html`<section class="card" id="impact" aria-labelledby="lost">
    <h2 id="lost">${heading(impact === null ? t("review.impact_not_known_3") : impactSentence(impact))}</h2>
    ${impact !== null && impact.items.length > 0 && storedItems(impact)}
    ${checked !== null && checked.said !== null && html`<p role="status">${icon("check", "good")} ${resultOf(checked.before, impact)}</p>`}
    ${missing.map((sentence) => html`<p class="warn">${prose(sentence)}</p>`)}
    ${still && html`<p>${t("review.learning_service_not_report_how")}</p>`} ${impact !== null && reported(impact.as_of)}
    <p class="buttons">
      ${still && deciding && html`<button class="btn rec" type="button" popovertarget="more-actions">${t("review.keep_until_date_2")}</button>`}
      <a class="btn" href="/review/removals/${id}?stakes=yes#impact">${t("review.check_what_person")}</a>
    </p>
  </section>`;
}

/** Names the impact once, also if it is not known. */
function heading(impact: string): string {
  return impact === t("review.impact_not_known_3") ? t("review.impact_not_known_2") : t("review.impact_impact", { impact });
}

/** Says whether the check found anything new. */
function resultOf(before: StoredImpact | null, now: StoredImpact | null): string {
  if (before === null || !before.known) return t("review.checked_just_now_what");
  const facts = (impact: StoredImpact | null): string => JSON.stringify([impact?.known, impact?.items]);
  return facts(before) === facts(now) ? t("review.checked_just_now_nothing") : t("review.checked_just_now_impact");
}

/** Draws the impact of a decided removal, as it was known then. */
export function decidedImpactCard(impact: DecidedImpact | null): Html {
  return html`<section class="card" id="impact" aria-labelledby="lost">
    <h2 id="lost">${heading(decidedImpactText(impact))}</h2>
    ${impact !== null && lostItems(impact)} ${reported(impact?.as_of ?? null)}
  </section>`;
}

/** Lists the courses and learning paths that a decision was about. */
export function lostItems(impact: DecidedImpact): Html | null {
  const items = decidedItems(impact);
  return items.length === 0
    ? null
    : html`<ul>
        ${items.map((item) => html`<li>${data(item)}</li>`)}
      </ul>`;
}

function reported(at: string | null): Html | null {
  return at === null ? null : html`<p class="soft small">${tHtml("review.learning_service_reported", { time: time(at) })}</p>`;
}

const ITEM_STATES = {
  not_started: "review.not_started",
  started: "review.started_course_3",
  completed: "review.completed_course",
  unknown: "review.progress_not_known_2",
} as const;

function storedItems({ items }: StoredImpact): Html {
  return html`<ul class="stack">
    ${items.map(
      ({ kind, name, due, state, percent }) =>
        html`<li>
          <b>${data(name)}</b> <span class="soft">${kind === "course" ? t("review.course") : t("review.learning_path")}</span
          ><br />${due !== null && html`${tHtml("review.due_date", { date: data(date(due)) })} `}<span
            class="${state === "started" ? "warn" : "soft"}"
            >${t(ITEM_STATES[state])}${state === "started" && percent !== null && `, ${percent} %`}</span
          >
        </li>`,
    )}
  </ul>`;
}
