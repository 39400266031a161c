import { data, html, type Html } from "../../../reporting/html/html.ts";
import { viaLabel } from "../../../reporting/labels.ts";
import type { DrawnEvent, DrawnTimeline } from "../../../reporting/history/timeline.ts";
import { decidedImpactText } from "../../../reporting/removals/decided-impact.ts";
import type { LostGroup } from "../../../domain/explanation.ts";
import { dateTime } from "../../../reporting/locales/formats.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { icon } from "../../../reporting/html/icon.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { may } from "../../../actions/access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { addBackForm } from "../review/undo.ts";
import { addingBackCard } from "../review/applying.ts";
import { lostItems } from "../review/impact-view.ts";
import { banner, facts, filterSelect, lines, more, prose, runLink, time, withoutPlace } from "../parts.ts";
import { eventSymbol, sentenceHtml } from "../sentence.ts";

/** Answers "Why did X lose Y, and who approved it?" for one of the lost groups. */
export function answerCard(
  name: string,
  lost: readonly LostGroup[],
  chosen: string | null,
  displays: Readonly<Record<string, string>> = {},
  request: ActorsRequest | null = null,
  addingBack: readonly string[] = [],
): Html | null {
  const shown = lost.find(({ removal }) => removal === chosen) ?? lost[0];
  if (shown === undefined) return null;
  const options = lost.map(({ removal, group, applied_at: at }) => [removal, at === null ? group : `${group} (${dateTime(at)})`] as const);
  const { restored } = shown;
  const returning = addingBack.includes(shown.removal);
  return html`${addingBackCard(Number(returning), `/review/removals/${shown.removal}`)}
    <section class="card stack" aria-labelledby="answer" data-part="answer">
      <form class="filters noprint" method="get">
        <b>${tHtml("history.why_name_lose", { name: data(name) })}</b> ${filterSelect("removal", t("labels.group"), options, shown.removal)}
        <button class="btn">${t("common.show")}</button>
      </form>
      <h2 id="answer">${answer(name, shown)}</h2>
      <p class="lead">${prose(factText(shown))}</p>
      ${
        restored !== null &&
        banner(
          "info",
          "undo",
          html`<p>
            ${tHtml("history.removed_added_back", {
              b: (inside) => html`<b>${inside}</b>`,
              at: time(restored.at),
              name: data(restored.by),
              run: runLink(restored.run, t("labels.run")),
              reason: data(restored.reason),
            })}
          </p>`,
        )
      }
      ${facts([
        [
          shown.approvals.length > 1 ? t("history.approvals") : t("common.approved"),
          shown.approvals.length === 0
            ? t("history.nobody_recorded_approver")
            : lines(
                shown.approvals.map(
                  ({ by, at, via, reason }) =>
                    html`${approver(by, displays)}, ${viaLabel(via)}, ${time(at)}${reason !== "" && html`<br />${data(reason)}`}`,
                ),
              ),
        ],
        [
          t("history.applied_removal"),
          shown.applied_at !== null && tHtml("history.confirmed_learning_service", { at: time(shown.applied_at) }),
        ],
        [
          t("workbook.impact"),
          html`${decidedImpactText(shown.impact)}${shown.impact !== null && html` <small>${tHtml("review.time", { time: time(shown.impact.as_of) })}</small>${lostItems(shown.impact)}`}`,
        ],
        [t("workbook.removal"), html`<a href="/review/removals/${shown.removal}">${t("history.evidence_impact")}</a>`],
      ])}
      ${
        // The latest removal from a group counts: an earlier one ended when the membership came back.
        restored === null &&
        !returning &&
        lost.find(({ group }) => group === shown.group) === shown &&
        request !== null &&
        may(request.actor, "decide") &&
        html`<div class="noprint">
          ${more(t("review.undo_removal"), addBackForm(request, shown.removal, { name, group: shown.group }))}
        </div>`
      }
    </section>`;
}

function answer(name: string, { group, applied_at: at }: LostGroup): Html {
  const lost = { name: data(name), group: quotedGroup(group) };
  return at === null ? tHtml("history.name_removed_group_2", lost) : tHtml("history.name_removed_group", { ...lost, at: dateTime(at) });
}

/** Names a user as people know them, with the name of the account. */
function approver(by: string, displays: Readonly<Record<string, string>>): Html {
  const display = displays[by];
  return display === undefined ? html`<b>${data(by)}</b>` : html`<b>${data(display)}</b> <span class="soft">(${data(by)})</span>`;
}

const quotedGroup = (group: string): Html => tHtml("history.text", { text: data(group) });

/** Draws everything that happened to a person, latest first. */
export function timelineView({ events, more: older }: DrawnTimeline): Html {
  const [first] = events;
  return html`<section aria-labelledby="timeline" data-part="timeline">
    <h2 id="timeline">${t("history.timeline")}</h2>
    ${events.length === 0 && html`<p class="soft">${t("history.nothing_happened_yet")}</p>`}
    <ol class="timeline">
      ${events.toReversed().map(eventItem)}
    </ol>
    ${
      first !== undefined &&
      html`<p class="soft small">${older ? t("history.older_events_left") : tHtml("history.begins_older_runs", { at: time(first.at) })}</p>`
    }
  </section>`;
}

function eventItem({ at, kind, sentence, reason, because, run, audit }: DrawnEvent): Html {
  const [symbol, tone] = eventSymbol(kind);
  return html`<li>
    ${icon(symbol, tone)}
    <p>
      ${sentenceHtml(sentence)}${audit === null && run !== null && html` <a class="soft" href="/runs/${encodeURIComponent(run)}">${t("labels.run")}</a>`}
      ${time(at)}
    </p>
    ${reason !== null && html`<blockquote>${because === undefined ? data(reason) : withoutPlace(because)}</blockquote>`}
  </li>`;
}
