import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { DecidedImpact } from "../../../domain/explanation.ts";
import { date } from "../../../reporting/locales/formats.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { impactSentence } from "../../../reporting/removals/advice-labels.ts";
import { decidedImpactText, decidedItems } from "../../../reporting/removals/decided-impact.ts";
import type { StoredImpact } from "../../../reporting/removals/stored-impact.ts";
import type { CheckedImpact, WholeRemoval } from "./removal-data.ts";
import { icon } from "../../icon.ts";
import { prose, time } from "../parts.ts";

/** Draws what is stored, also if the reviewer has just looked it up, and what could not be read. */
export function impactCard({ id, impact }: WholeRemoval, checked: CheckedImpact | null, deciding: boolean): Html {
  // The service answered, and this is not in its answer.
  const still = checked?.said != null && impact !== null && impact.items.some(({ state }) => state === "unknown");
  const missing = checked === null ? [] : (checked.said?.unknown ?? [checked.why ?? t("Impact not known.")]);
  return html`<section class="card" id="impact" aria-labelledby="lost">
    <h2 id="lost">${heading(impact === null ? t("impact not known") : impactSentence(impact))}</h2>
    ${impact !== null && impact.items.length > 0 && storedItems(impact)}
    ${checked !== null && checked.said !== null && html`<p role="status">${icon("check", "good")} ${resultOf(checked.before, impact)}</p>`}
    ${missing.map((sentence) => html`<p class="warn">${prose(sentence)}</p>`)}
    ${still && html`<p>${t("The learning service does not report how far this person is, so checking again will not help. Ask the person, or keep the membership until a date.")}</p>`}
    ${impact !== null && reported(impact.as_of)}
    <p class="buttons">
      ${still && deciding && html`<button class="btn rec" type="button" popovertarget="more-actions">${t("Keep until a date")}</button>`}
      <a class="btn" href="/review/removals/${id}?stakes=yes#impact">${t("Check what the person would lose now")}</a>
    </p>
  </section>`;
}

/** Names the impact once, also if it is not known. */
function heading(impact: string): string {
  return impact === t("impact not known") ? t("Impact not known") : t("Impact: {impact}", { impact });
}

/** Says whether the check found anything new. */
function resultOf(before: StoredImpact | null, now: StoredImpact | null): string {
  if (before === null || !before.known) return t("Checked just now. This is what the learning service reports.");
  const facts = (impact: StoredImpact | null): string => JSON.stringify([impact?.known, impact?.items]);
  return facts(before) === facts(now)
    ? t("Checked just now: nothing has changed.")
    : t("Checked just now: the impact has changed since the last check.");
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
  return at === null ? null : html`<p class="soft small">${tHtml("As the learning service reported, {time}", { time: time(at) })}</p>`;
}

const ITEM_STATES = {
  not_started: "Not started",
  started: "Started|course",
  completed: "Completed|course",
  unknown: "Progress not known",
} as const;

function storedItems({ items }: StoredImpact): Html {
  return html`<ul class="stack">
    ${items.map(
      ({ kind, name, due, state, percent }) =>
        html`<li>
          <b>${data(name)}</b> <span class="soft">${kind === "course" ? t("course") : t("learning path")}</span
          ><br />${due !== null && html`${tHtml("Due {date}.", { date: data(date(due)) })} `}<span
            class="${state === "started" ? "warn" : "soft"}"
            >${t(ITEM_STATES[state])}${state === "started" && percent !== null && `, ${percent} %`}</span
          >
        </li>`,
    )}
  </ul>`;
}
