import { data, html, type Html } from "../../../reporting/html/html.ts";
import { moment, viaLabel } from "../../../reporting/labels.ts";
import type { DrawnEvent, DrawnTimeline } from "../../../reporting/history/timeline.ts";
import type { LostGroup } from "../../../domain/explanation.ts";
import { icon } from "../../icon.ts";
import { banner, facts, filterSelect, lines, prose, runLink, time } from "../parts.ts";
import { eventSymbol, sentenceHtml } from "../sentence.ts";

/** Answers "Why did X lose Y, and who approved it?" for one of the lost groups. */
export function answerCard(name: string, lost: readonly LostGroup[], chosen: string | null): Html | null {
  const shown = lost.find(({ removal }) => removal === chosen) ?? lost[0];
  if (shown === undefined) return null;
  const options = lost.map(({ removal, group, applied_at: at }) => [removal, `${group}${at === null ? "" : ` (${moment(at)})`}`] as const);
  const { restored } = shown;
  return html`<section class="card stack" aria-labelledby="answer">
    <form class="filters noprint" method="get">
      <b>Why did ${data(name)} lose…</b> ${filterSelect("removal", "Group", options, shown.removal)}
      <button class="btn">Show</button>
    </form>
    <h2 id="answer">${data(shown.answer)}</h2>
    <p class="lead">${prose(shown.cause)}</p>
    ${
      restored !== null &&
      banner(
        "info",
        "undo",
        html`<p>
          <b>Removed, restored on ${time(restored.at)} by ${data(restored.by)}.</b> ${runLink(restored.run)} added the membership back:
          “${data(restored.reason)}”
        </p>`,
      )
    }
    ${facts([
      [
        shown.approvals.length > 1 ? "Approvals" : "Approved by",
        lines(
          shown.approvals.map(
            ({ by, at, via, reason }) =>
              html`<b>${data(by)}</b>, ${viaLabel(via)}, ${time(at)}${reason !== "" && html`: “${data(reason)}”`}`,
          ),
        ),
      ],
      ["Applied", shown.applied_at !== null && html`${time(shown.applied_at)}, confirmed by the learning service`],
      ["Removal", html`<a href="/review/removals/${shown.removal}">Evidence and impact</a>`],
    ])}
  </section>`;
}

/** Draws everything that happened to a person, latest first. */
export function timelineView({ events, more }: DrawnTimeline): Html {
  const [first] = events;
  return html`<section aria-labelledby="timeline">
    <h2 id="timeline">Timeline</h2>
    ${events.length === 0 && html`<p class="soft">Nothing has happened yet.</p>`}
    <ol class="timeline">
      ${events.toReversed().map(eventItem)}
    </ol>
    ${
      first !== undefined &&
      html`<p class="soft small">
        ${more ? "Older events are left out. The audit trail has all decisions." : html`Begins on ${time(first.at)}. Retention may have deleted older runs.`}
      </p>`
    }
  </section>`;
}

function eventItem({ at, kind, sentence, reason, run, audit }: DrawnEvent): Html {
  const [symbol, tone] = eventSymbol(kind);
  return html`<li>
    ${icon(symbol, tone)}
    <p>
      ${sentenceHtml(sentence)}${audit === null && run !== null && html` <a class="soft" href="/runs/${encodeURIComponent(run)}">Run</a>`}
      ${time(at)}
    </p>
    ${reason !== null && html`<blockquote>${audit === null ? prose(reason) : html`“${data(reason)}”`}</blockquote>`}
  </li>`;
}
