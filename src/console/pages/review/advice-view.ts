import { data, html, type Html } from "../../../reporting/html/html.ts";
import { date, list } from "../../../reporting/locales/formats.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import {
  adviceLabel,
  causeAdvice,
  impactSentence,
  itemsText,
  reasonSentence,
  shortReason,
} from "../../../reporting/removals/advice-labels.ts";
import { possibleActorsText, type ShownApproval } from "../../../reporting/removals/evidence.ts";
import type { ListedRemoval } from "../../../reporting/removals/pending-removals.ts";
import type { CauseImpact } from "../../../reporting/removals/cause-advice.ts";
import type { Advice, Recommendation } from "../../../reporting/removals/recommend.ts";
import { icon } from "../../../reporting/html/icon.ts";
import { banner, pill, prose, time, type Tone } from "../parts.ts";
import type { CauseLine } from "./cause-book.ts";

/** More courses and learning paths are only counted. */
const MAX_NAMED_ITEMS = 3;

/** An impact that is older is shown with its time. */
const FRESH_MS = 86_400_000;

/** Draws what a cause's people lose, as a line of facts. Unknown is never "no courses". */
export function impactLine({ impact, people }: Pick<CauseLine, "impact" | "people">, now: Date): Html {
  const { items, items_known: known, as_of: at } = impact;
  const asOf =
    at !== null &&
    now.getTime() - new Date(at).getTime() > FRESH_MS &&
    html` <span class="soft">${tHtml("review.time", { time: time(at) })}</span>`;
  if (items.length === 0)
    return html`<li>${icon("course")} ${known ? t("review.would_lose_no", { people }) : t("review.impact_not_known_2")}${asOf}</li>`;
  const names = items.length > MAX_NAMED_ITEMS ? null : list(items.map(({ name }) => name));
  const careful = impact.started > 0 || impact.unknown > 0 || items.some(({ due }) => due !== null);
  const lost = tHtml("review.would_lose_access", {
    people,
    items: html`<b>${itemsText(items)}</b>`,
  });
  return html`<li${careful && html` class="warn"`}>${icon("course")} ${names === null ? lost : tHtml("history.name_value", { name: lost, value: data(names) })}${data(careful ? impactDetails(impact, people, now) : `, ${t("review.not_progress_no")}`)}${asOf}</li>`;
}

function impactDetails({ items, started, unknown }: CauseImpact, people: number, now: Date): string {
  const month = now.toISOString().slice(0, 7);
  const dates = items.flatMap((item) => (item.due === null ? [] : [item.due.slice(0, 10)]));
  const soon = dates.filter((day) => day.startsWith(month));
  const rest = dates.filter((day) => !day.startsWith(month));
  const due = soon.length;
  const later = rest.length;
  const named = (all: readonly string[]): string => {
    const days = [...new Set(all)].sort().map(date);
    return days.length > MAX_NAMED_ITEMS ? "" : ` (${list(days)})`;
  };
  const one = people === 1;
  return [
    due > 0 && t("review.deadline_month", { n: due }) + named(soon),
    later > 0 && (due > 0 ? t("review.another_deadline", { n: later }) : t("review.deadline_2", { n: later })) + named(rest),
    started > 0 && (one ? t("review.one_started") : t("review.people_started_one", { n: started })),
    unknown > 0 && (one ? t("review.progress_not_known") : t("review.progress_people_not", { n: unknown })),
  ]
    .filter((part) => part !== false)
    .map((part) => `, ${part}`)
    .join("");
}

/** Draws the recommendation of a cause with its reason. */
export function causeAdviceLine({ recommendation }: Pick<CauseLine, "recommendation">, boxed = false): Html {
  const { advice, why } = causeAdvice(recommendation);
  const none = recommendation.reasons.every((reason) => reason.advice === "none");
  return html`<p class="${boxed ? "advice box" : "advice"}">
    ${icon("idea")}<span><b>${none ? `${advice}.` : recommendedText(advice)}</b> ${prose(why)}</span>
  </p>`;
}

/** Draws the recommendation of one removal with its reason. */
export function removalAdviceLine({ recommendation }: Pick<ListedRemoval, "recommendation">): Html | null {
  if (recommendation === null) return null;
  const { advice } = recommendation;
  const words = advice === "none" ? `${t("review.no_recommendation")}.` : recommendedText(adviceLabel(advice));
  return html`<p class="advice box">
    ${icon("idea")}<span><b>${words}</b> ${prose(reasonSentence(recommendation))}</span>
  </p>`;
}

/** Introduces advice, which begins with a verb or a number in every language, so that nobody takes it for a button. */
export function recommendedText(advice: string): string {
  return t("review.recommended_advice", { advice: advice.charAt(0).toLowerCase() + advice.slice(1) });
}

const TONES: Readonly<Record<Advice, Tone>> = { remove: "", look_closer: "warn", keep: "good", none: "" };

/** Draws the advice on one person in a few words. */
export function oneAdvice(recommendation: Recommendation, gains: readonly string[] = []): Html {
  const { advice } = recommendation;
  return html`${pill(adviceLabel(advice), TONES[advice])}<small>${shortReason(recommendation, gains)}</small>`;
}

/** Draws advice and impact of one person in a list. */
export function personAdvice(
  { recommendation, impact }: Pick<ListedRemoval, "recommendation" | "impact">,
  gains: readonly string[],
): Html | null {
  if (recommendation === null || impact === null) return null;
  // Said once is enough.
  const loses =
    recommendation.reason !== "impact_unknown" &&
    impact.items.length > 0 &&
    html` <small>${t("review.would_lose_items_2", { items: impactSentence(impact) })}</small>`;
  return html`<span class="oneline">${oneAdvice(recommendation, gains)}</span>${loses}`;
}

/** Returns the approval that all removals share which one reviewer has approved; `null`: none has, or they differ. */
export function sharedApproval(removals: readonly { approvals: readonly ShownApproval[] }[]): ShownApproval | null {
  const [first, ...others] = removals.flatMap(({ approvals }) => approvals);
  return first !== undefined && others.every(({ by, reason }) => by === first.by && reason === first.reason) ? first : null;
}

/** Draws who has approved so far, with the reason, while another reviewer is needed. */
export function firstApproval(approval: ShownApproval, n: number, total: number): Html {
  const { by, at, reason } = approval;
  const values = { name: html`<b>${data(by)}</b>`, time: time(at) };
  const behind = possibleActorsText(approval);
  return banner(
    "info",
    "user",
    html`<p>
        <b>${t("review.another_reviewer_needed")}.</b>
        ${total === 1 ? tHtml("review.name_approved_removal", values) : tHtml("review.name_approved_total", { ...values, n, total })}
        ${behind !== null && html` <span class="soft">(${data(behind)})</span>`}
      </p>
      <p class="soft">${data(reason)}</p>`,
  );
}
