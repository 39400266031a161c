import { data, html, type Html } from "../../../reporting/html/html.ts";
import {
  adviceLabel,
  causeAdvice,
  impactSentence,
  itemsText,
  reasonSentence,
  shortReason,
} from "../../../reporting/removals/advice-labels.ts";
import type { ListedRemoval } from "../../../reporting/removals/pending-removals.ts";
import { counted, number } from "../../../reporting/labels.ts";
import { icon } from "../../icon.ts";
import { pill, time } from "../parts.ts";
import type { CauseImpact } from "../../../reporting/removals/cause-advice.ts";
import type { CauseLine } from "./cause-book.ts";

/** Draws what a cause's people lose, as a line of facts. Unknown is never "no courses". */
export function impactLine({ impact, people }: Pick<CauseLine, "impact" | "people">, now: Date): Html {
  const { items, items_known: known, as_of: at } = impact;
  const asOf = at !== null && html` <span class="soft">as of ${time(at)}</span>`;
  if (items.length === 0) return html`<li>${icon("course")} ${known ? "No courses" : "Impact not known"}${asOf}</li>`;
  const careful = impact.started > 0 || impact.unknown > 0 || items.some(({ due }) => due !== null);
  return html`<li${careful && html` class="warn"`}>
    ${icon("course")} ${people === 1 ? "loses" : "lose"} access to <b>${itemsText(items)}</b>${data(impactDetails(impact, people, now))}${asOf}
  </li>`;
}

function impactDetails({ items, started, unknown }: CauseImpact, people: number, now: Date): string {
  const month = now.toISOString().slice(0, 7);
  const due = items.filter((item) => item.due?.startsWith(month)).length;
  const later = items.filter((item) => item.due !== null).length - due;
  const one = people === 1;
  return [
    due > 0 && `, ${number(due)} with a deadline this month`,
    later > 0 && `, ${number(later)} with ${due > 0 ? "another" : "a"} deadline`,
    started > 0 && `, ${one ? "one of them started" : `${counted(started, "person has", "people have")} started one`}`,
    unknown > 0 && `, progress ${one ? "not known" : `of ${counted(unknown, "person", "people")} not known`}`,
  ]
    .filter((part) => part !== false)
    .join("");
}

/** Draws the recommendation of a cause with its reason. */
export function causeAdviceLine({ recommendation }: Pick<CauseLine, "recommendation">, boxed = false): Html {
  const { advice, why } = causeAdvice(recommendation);
  return html`<p class="${boxed ? "advice box" : "advice"}">
    ${icon("idea")}<span><b>${boxed ? `Recommended: ${advice.toLowerCase()}` : advice}.</b> ${why}</span>
  </p>`;
}

/** Draws the recommendation of one removal with its reason. */
export function removalAdviceLine({ recommendation }: Pick<ListedRemoval, "recommendation">): Html | null {
  if (recommendation === null) return null;
  const { advice } = recommendation;
  return html`<p class="advice box">
    ${icon("idea")}<span
      ><b>${advice === "none" ? "No recommendation" : `Recommended: ${adviceLabel(advice).toLowerCase()}`}.</b>
      ${reasonSentence(recommendation)}</span
    >
  </p>`;
}

/** Draws advice and impact of one person in a list. */
export function personAdvice({ recommendation, impact }: Pick<ListedRemoval, "recommendation" | "impact">): Html | null {
  if (recommendation === null || impact === null) return null;
  const { advice, reason } = recommendation;
  const tone = advice === "look_closer" ? "warn" : advice === "keep" ? "good" : "";
  // Said once is enough.
  const loses = reason !== "impact_unknown" && impact.items.length > 0 && html` <small>Loses ${impactSentence(impact)}.</small>`;
  return html`${pill(adviceLabel(advice), tone)}<small>${shortReason(recommendation)}</small>${loses}`;
}
