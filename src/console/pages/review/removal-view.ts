import { data, html, type Html } from "../../../reporting/html/html.ts";
import { possibleActorsText, type ShownApproval } from "../../../reporting/removals/evidence.ts";
import { change } from "../../../reporting/removals/evidence-html.ts";
import { capitalised, causeLabel, removalStateText, removalStatusLabel, viaLabel } from "../../../reporting/labels.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { impactSentence } from "../../../reporting/removals/advice-labels.ts";
import type { RemovalImpact } from "../../../reporting/removals/removal-impact.ts";
import type { StoredImpact } from "../../../reporting/removals/stored-impact.ts";
import { removalAdviceLine } from "./advice-view.ts";
import type { ShownRemoval, WholeRemoval } from "./removal-data.ts";
import { assigneeLabel, decideForm, undoForm } from "./decide-form.ts";
import { icon } from "../../icon.ts";
import type { DrawnPage } from "../page-route.ts";
import { banner, command, done, facts, groupPath, jobLink, lines, more, pill, place, prose, rule, runLink, table, time } from "../parts.ts";

export interface RemovalData {
  removal: WholeRemoval;
  /** `null`: not requested. */
  stakes: { said: RemovalImpact | null; why: string | null } | null;
  reviewers: string[];
  recent_reasons: string[];
}

const DONE_TEXTS: Readonly<Record<string, string>> = {
  comment: "Comment saved.",
  "hand-over": "The removal is reassigned.",
};

/** Draws one removal: everything that a decision rests on. */
export function removalPage(
  { removal, stakes: impact, reviewers, recent_reasons: recentReasons }: RemovalData,
  request: ActorsRequest,
): DrawnPage {
  const { id, job, person, evidence, status } = removal;
  const deciding = may(request.actor, "decide");
  const after = String(Reflect.get(Object(request.query), "done"));
  const group = removal.group.name;
  const pending = status === "pending";
  const kept = status === "rejected";
  const body = html`${removalAdviceLine(removal)}${groupsCard(removal)}
    <div class="split section">
      <section class="card" aria-labelledby="why">
        <h2 id="why">Why they had it</h2>
        ${facts([
          ["Reason", causeLabel(evidence.kind)],
          ["Changed", lines(evidence.cells.map(change))],
          ["Rule before", lines((evidence.formerly ?? []).map(rule))],
          ["Rule now", evidence.rules.length === 0 ? "No rule gives this group to anyone" : lines(evidence.rules.map(rule))],
          ["Row", place(evidence)],
        ])}
      </section>
      ${impactCard(removal, impact)}
    </div>
    ${decision(removal)} ${talk(removal)} ${earlier(removal.earlier)}
    <section class="section card">
      ${more(
        "Technical details",
        facts([
          ["Removal", command(id)],
          ["Employee key", command(person.key)],
          ["Username", data(person.username)],
          ["Group", groupPath(removal.group.path)],
          ["Cause", html`<a href="/review/causes/${removal.cause}">${removal.cause}</a> ${prose(removal.cause_text)}`],
          ["Job", jobLink(job)],
          ["Last seen by run", runLink(removal.run)],
          ["Evidence digest", command(removal.evidence_digest.slice(0, 16))],
        ]),
      )}
    </section>`;
  return {
    title: pending ? `Remove ${person.name} from ${group}?` : `${person.name}: ${group}`,
    lead: prose(removal.why),
    crumbs: [
      ["/review", "Pending removals"],
      [`/review/causes/${removal.cause}`, "Cause"],
    ],
    action: statusPill(removal),
    content: html`${Object.hasOwn(DONE_TEXTS, after) && done(DONE_TEXTS[after] ?? "")}
    ${evidence.lastGroup && banner("warn", "alert", html`<p>This is the person’s last group, and the learning service cannot express a person without groups.</p>`)}
    ${
      deciding && pending
        ? decideForm({
            request,
            subject: html`<input type="hidden" name="removals" value="${id}@${removal.evidence_digest}" />${body}`,
            selecting: false,
            reviewers,
            recentReasons,
          })
        : body
    }
    ${
      deciding &&
      canUndo(removal) &&
      html`<section class="section">
        <h2>${kept ? "Undo keeping" : "Undo the approval"}</h2>
        <p>
          ${
            kept
              ? "The exception ends, and the removal needs a decision again. The person stays in the group until then."
              : "The approval is cancelled before it is applied. The person stays in the group."
          }
        </p>
        ${undoForm(request, html`<input type="hidden" name="removals" value="${id}" />`, kept ? "Undo keeping" : "Undo the approval")}
      </section>`
    }
    ${deciding && status === "applied" && html`<p>To add the membership back, undo its run: ${runLink(removal.run)}.</p>`}
    ${!deciding && html`<p class="soft">You need the role “reviewer” to decide.</p>`}`,
  };
}

function statusPill({ status, restored, since, assigned_to: to }: WholeRemoval): Html {
  const label = restored === null ? capitalised(removalStatusLabel(status)) : "Removed, restored later";
  if (status !== "pending") return pill(label, status === "applied" ? "" : status === "rejected" ? "good" : "info");
  return html`<p class="row">
    ${pill("Needs a decision", "info", "review")}<span class="soft small"
      >Since ${time(since)}${to !== null && html` · assigned to ${data(assigneeLabel(to))}`}</span
    >
  </p>`;
}

function groupsCard({ group, other_groups: others, evidence }: WholeRemoval): Html {
  const gained = new Set(evidence.gains);
  const kept = others.filter((path) => !gained.has(path));
  const list = (last: Html): Html =>
    html`<ul class="groups">
      ${kept.map((path) => html`<li>${icon("group")}${groupPath(path)}</li>`)}${evidence.gains.map((path) => html`<li class="add"><span>${groupPath(path)}</span></li>`)}${last}
    </ul>`;
  return html`<section class="card" aria-labelledby="groups">
    <h2 id="groups">Groups before and after</h2>
    <div class="ba">
      <div>
        <h3 class="soft">Today</h3>
        ${list(html`<li>${icon("group")}${groupPath(group.path)}</li>`)}
      </div>
      ${icon("arrow")}
      <div>
        <h3 class="soft">After the removal</h3>
        ${list(html`<li class="del"><s>${groupPath(group.path)}</s></li>`)}
      </div>
    </div>
  </section>`;
}

/** Returns whether a decision can still be undone: an approval before it is sent, also the first of two, or keeping. */
export function canUndo({ status, sent, approved_by: by }: ShownRemoval): boolean {
  return status === "rejected" || (!sent && (status === "approved" || (status === "pending" && by.length > 0)));
}

function decision(removal: WholeRemoval): Html | null {
  const { decided_by: by, decided_at: at, decided_how: how, decision_reason: reason, outcome, due_at: due, keep_until: until } = removal;
  const { approvals, restored } = removal;
  if (by === null && outcome === null && approvals.length === 0) return null;
  return html`<h2>Decision</h2>
    ${facts([
      ["By", by !== null && html`${data(by)}, ${viaLabel(how ?? "")}`],
      ["On", at !== null && time(at)],
      ["Reason", data(reason)],
      ["Not sent before", removal.status === "approved" && due !== null && time(due)],
      ["Kept until", removal.status === "rejected" && (until === null ? "the evidence changes" : time(until))],
      ["Outcome", prose(outcome)],
      [
        "Restored",
        restored !== null && html`${time(restored.at)} by ${data(restored.by)}, ${runLink(restored.run)}: “${data(restored.reason)}”`,
      ],
      ["Approved so far", removal.status === "pending" && lines(approvals.map(approval))],
    ])}`;
}

function approval(one: ShownApproval): Html {
  const behind = possibleActorsText(one);
  return html`${data(one.by)}${behind !== null && html` <span class="soft">(${data(behind)})</span>`}, ${time(one.at)}: ${data(one.reason)}`;
}

/** Draws what is stored, or what the service has just reported, if the reviewer asked for it. */
function impactCard({ id, impact: stored }: WholeRemoval, impact: RemovalData["stakes"]): Html {
  if (impact === null) {
    return html`<section class="card" id="impact" aria-labelledby="lost">
      <h2 id="lost">Impact: ${stored === null ? "impact not known" : impactSentence(stored)}</h2>
      ${stored !== null && stored.items.length > 0 && storedItems(stored)}
      ${stored !== null && stored.as_of !== null && html`<p class="soft small">As the learning service reported, ${time(stored.as_of)}</p>`}
      <p class="buttons"><a class="btn" href="/review/removals/${id}?stakes=yes#impact">Check what the person would lose now</a></p>
    </section>`;
  }
  const { said, why } = impact;
  return html`<section class="card" id="impact" aria-labelledby="lost">
    <h2 id="lost">Impact</h2>
    ${
      said === null
        ? html`<p class="warn">${prose(why ?? "Impact not known: the learning service does not report it.")}</p>`
        : html`${
              said.items.length === 0
                ? html`<p>${said.unknown.length === 0 ? "The group gives no courses and no learning paths." : "Impact not known."}</p>`
                : html`<ul class="stack">
                    ${said.items.map(
                      ({ name, kind, required, due, progress }) =>
                        html`<li>
                          <b>${data(name)}</b> <span class="soft">${kind}</span><br />${required === true && pill("Required", "warn")}
                          ${due !== null && html`Due ${data(due)}. `}${
                            progress === null ? html`<span class="soft">Progress not known</span>` : html`Progress: ${data(progress)}`
                          }
                        </li>`,
                    )}
                  </ul>`
            }
            ${said.unknown.map((sentence) => html`<p class="warn">${prose(sentence)}</p>`)}
            <p class="soft small">As the learning service reported, ${time(said.readAt)}</p>`
    }
  </section>`;
}

const ITEM_STATES = { not_started: "Not started", started: "Started", completed: "Completed", unknown: "Progress not known" } as const;

function storedItems({ items }: StoredImpact): Html {
  return html`<ul class="stack">
    ${items.map(
      ({ kind, name, due, state, percent }) =>
        html`<li>
          <b>${data(name)}</b> <span class="soft">${kind}</span><br />${due !== null && html`Due ${data(due)}. `}<span
            class="${state === "started" ? "warn" : "soft"}"
            >${ITEM_STATES[state]}${state === "started" && percent !== null && `, ${percent} %`}</span
          >
        </li>`,
    )}
  </ul>`;
}

const COMMENT_LABELS: Readonly<Record<string, string>> = {
  comment: "commented",
  handed_over: "reassigned this",
  undone: "undid the approval",
  exception_ended: "ended the exception",
};

function talk({ remarks }: WholeRemoval): Html | null {
  if (remarks.length === 0) return null;
  return html`<section class="section" aria-labelledby="history">
    <h2 id="history">Comments</h2>
    <ol class="timeline">
      ${remarks.map(
        ({ by, at, kind, text, to }) =>
          html`<li>
            ${icon("chat")}
            <p><b>${data(by)}</b> ${COMMENT_LABELS[kind] ?? kind}${to !== null && html` to ${data(assigneeLabel(to))}`}. ${time(at)}</p>
            <blockquote>${data(text)}</blockquote>
          </li>`,
      )}
    </ol>
  </section>`;
}

function earlier(removals: readonly ShownRemoval[]): Html | null {
  if (removals.length === 0) return null;
  return html`<h2>Earlier removals of this person and group</h2>
    ${table<ShownRemoval>(
      "Earlier removals",
      [
        { head: "Removal", rowHeader: true, cell: ({ id }) => html`<a href="/review/removals/${id}">${id}</a>` },
        { head: "Since", cell: ({ since }) => time(since) },
        { head: "Status", cell: removalStateText },
        { head: "By", cell: ({ decided_by: by }) => data(by) },
        { head: "Reason", wide: true, cell: ({ decision_reason: reason }) => data(reason) },
        { head: "Outcome", wide: true, cell: ({ outcome }) => prose(outcome) },
      ],
      removals,
    )}`;
}
