import { data, html, type Html } from "../../../reporting/html/html.ts";
import { date } from "../../../reporting/locales/formats.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { impactSentence } from "../../../reporting/removals/advice-labels.ts";
import type { RemovalImpact } from "../../../reporting/removals/removal-impact.ts";
import type { StoredImpact } from "../../../reporting/removals/stored-impact.ts";
import type { WholeRemoval } from "./removal-data.ts";
import { pill, prose, time } from "../parts.ts";

/** The service’s current report; `said` is `null` if there is none, and `why` is the reason. */
export interface CheckedImpact {
  said: RemovalImpact | null;
  why: string | null;
}

/** Draws what is stored, or what the service has just reported, if the reviewer asked for it. */
export function impactCard({ id, impact: stored }: WholeRemoval, impact: CheckedImpact | null): Html {
  if (impact === null) {
    return html`<section class="card" id="impact" aria-labelledby="lost">
      <h2 id="lost">${t("Impact: {impact}", { impact: stored === null ? t("impact not known") : impactSentence(stored) })}</h2>
      ${stored !== null && stored.items.length > 0 && storedItems(stored)}
      ${stored !== null && stored.as_of !== null && html`<p class="soft small">${tHtml("As the learning service reported, {time}", { time: time(stored.as_of) })}</p>`}
      <p class="buttons"><a class="btn" href="/review/removals/${id}?stakes=yes#impact">${t("Check what the person would lose now")}</a></p>
    </section>`;
  }
  const { said, why } = impact;
  return html`<section class="card" id="impact" aria-labelledby="lost">
    <h2 id="lost">${t("Impact")}</h2>
    ${
      said === null
        ? html`<p class="warn">${prose(why ?? t("Impact not known: the learning service does not report it."))}</p>`
        : html`${
              said.items.length === 0
                ? html`<p>
                    ${said.unknown.length === 0 ? t("The group gives no courses and no learning paths.") : t("Impact not known.")}
                  </p>`
                : html`<ul class="stack">
                    ${said.items.map(
                      ({ name, kind, required, due, progress }) =>
                        html`<li>
                          <b>${data(name)}</b> <span class="soft">${itemKind(kind)}</span
                          ><br />${required === true && pill(t("Required"), "warn")}
                          ${due !== null && html`${tHtml("Due {date}.", { date: data(date(due)) })} `}${
                            progress === null
                              ? html`<span class="soft">${t("Progress not known")}</span>`
                              : tHtml("Progress: {progress}", { progress: data(progress) })
                          }
                        </li>`,
                    )}
                  </ul>`
            }
            ${said.unknown.map((sentence) => html`<p class="warn">${prose(sentence)}</p>`)}
            <p class="soft small">${tHtml("As the learning service reported, {time}", { time: time(said.readAt) })}</p>`
    }
  </section>`;
}

const ITEM_STATES = {
  not_started: "Not started",
  started: "Started|course",
  completed: "Completed|course",
  unknown: "Progress not known",
} as const;

function itemKind(kind: "course" | "learning path"): string {
  return kind === "course" ? t("course") : t("learning path");
}
function storedItems({ items }: StoredImpact): Html {
  return html`<ul class="stack">
    ${items.map(
      ({ kind, name, due, state, percent }) =>
        html`<li>
          <b>${data(name)}</b> <span class="soft">${itemKind(kind)}</span
          ><br />${due !== null && html`${tHtml("Due {date}.", { date: data(date(due)) })} `}<span
            class="${state === "started" ? "warn" : "soft"}"
            >${t(ITEM_STATES[state])}${state === "started" && percent !== null && `, ${percent} %`}</span
          >
        </li>`,
    )}
  </ul>`;
}
