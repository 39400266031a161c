import { data, html, type Html } from "../../../reporting/html/html.ts";
import { possibleActorsText, type ShownApproval } from "../../../reporting/removals/evidence.ts";
import { capitalised, causeLabel, removalStatusLabel, viaLabel } from "../../../reporting/labels.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { RemovalImpact } from "../../../reporting/removals/removal-impact.ts";
import type { ShownRemoval, WholeRemoval } from "./removal-data.ts";
import { decideForm, undoForm } from "./decide-form.ts";
import {
  change,
  command,
  done,
  facts,
  groupPath,
  jobLink,
  lines,
  emptyState,
  personLink,
  place,
  prose,
  rule,
  runLink,
  table,
  time,
} from "../parts.ts";

export interface RemovalData {
  removal: WholeRemoval;
  /** `null`: not asked for. */
  stakes: { said: RemovalImpact | null; why: string | null } | null;
  reviewers: string[];
}

const DONE_TEXTS: Readonly<Record<string, string>> = {
  comment: "The comment is written down.",
  "hand-over": "It is handed over.",
};

/** One removal: everything that a decision rests on. */
export function removalView({ removal, stakes: impact, reviewers }: RemovalData, request: ActorsRequest): Html {
  const { id, job, person, evidence, status } = removal;
  const deciding = may(request.actor, "decide");
  const after = String(Reflect.get(Object(request.query), "done"));
  return html`${Object.hasOwn(DONE_TEXTS, after) && done(DONE_TEXTS[after] ?? "")}
    <p><strong>${capitalised(removalStatusLabel(status))}.</strong> ${prose(removal.why)}</p>
    ${evidence.lastGroup && html`<p class="warn">It is the person’s last group, and the learning service cannot express a person without groups.</p>`}
    ${decision(removal)}
    <h2>Evidence</h2>
    ${facts([
      ["Person", personLink({ job, ...person })],
      ["Username", data(person.username)],
      ["Group", groupPath(removal.group.path)],
      ["Why", causeLabel(evidence.kind)],
      ["Where", place(evidence)],
      ["Cells", lines(evidence.cells.map(change))],
      ["Rule that gave it", lines((evidence.formerly ?? []).map(rule))],
      ["Rule now", evidence.rules.length === 0 ? "no rule gives this group to anyone" : lines(evidence.rules.map(rule))],
      ["Gains instead", lines(evidence.gains.map(groupPath))],
      ["Other groups", lines(removal.other_groups.map(groupPath))],
      ["Pending since", time(removal.since)],
      ["Last seen by", runLink(removal.run)],
      ["Handed over to", data(removal.assigned_to)],
      ["Cause", html`<a href="/review/causes/${removal.cause}">${removal.cause}</a> ${prose(removal.cause_text)}`],
      ["Job", jobLink(job)],
      ["Removal", command(id)],
      ["Evidence digest", html`<code>${removal.evidence_digest.slice(0, 16)}</code>`],
    ])}
    ${impactPart(id, impact)} ${talk(removal)} ${earlier(removal.earlier)}
    ${
      deciding && status === "pending"
        ? decideForm({
            request,
            subject: html`<input type="hidden" name="removals" value="${id}@${removal.evidence_digest}" />`,
            whole: null,
            reviewers,
          })
        : null
    }
    ${
      deciding &&
      canUndo(removal) &&
      html`<h2>Take it back</h2>
        ${undoForm(request, html`<input type="hidden" name="removals" value="${id}" />`, "Undo the approval")}`
    }
    ${!deciding && html`<p class="soft">Deciding needs the role reviewer.</p>`}`;
}

/** Whether an approval, also the first of two, can still be taken back. */
export function canUndo({ status, sent, approved_by: by }: ShownRemoval): boolean {
  return !sent && (status === "approved" || (status === "pending" && by.length > 0));
}

function decision(removal: WholeRemoval): Html | null {
  const { decided_by: by, decided_at: at, decided_how: how, decision_reason: reason, outcome, due_at: due, keep_until: until } = removal;
  const { approvals } = removal;
  if (by === null && outcome === null && approvals.length === 0) return null;
  return html`<h2>Decision</h2>
    ${facts([
      ["By", by !== null && html`${data(by)}, ${viaLabel(how ?? "")}`],
      ["On", at !== null && time(at)],
      ["Reason", data(reason)],
      ["Not sent before", removal.status === "approved" && due !== null && time(due)],
      ["Kept until", removal.status === "rejected" && (until === null ? "the evidence changes" : time(until))],
      ["Outcome", prose(outcome)],
      ["Approved so far", removal.status === "pending" && lines(approvals.map(approval))],
    ])}`;
}

function approval(one: ShownApproval): Html {
  const others = possibleActorsText(one);
  return html`${data(one.by)}${others !== null && html` <span class="soft">(${data(others)})</span>`}, ${time(one.at)}: ${data(one.reason)}`;
}

function impactPart(id: string, impact: RemovalData["stakes"]): Html {
  if (impact === null) {
    return html`<h2 id="stakes">What hangs on it</h2>
      <p>
        <a class="button quiet" href="/review/removals/${id}?stakes=yes#stakes">Ask the learning service what the person would lose</a>
      </p>`;
  }
  const { said, why } = impact;
  return html`<h2 id="stakes">What hangs on it</h2>
    ${
      said === null
        ? html`<p class="warn">${prose(why ?? "The learning service does not say.")}</p>`
        : html`${
              said.items.length === 0
                ? emptyState(
                    said.unknown.length === 0 ? "The group gives no courses and no learning paths." : "Nothing that could be read.",
                  )
                : table<RemovalImpact["items"][number]>(
                    "Assignments of the group",
                    [
                      { head: "What", rowHeader: true, cell: ({ name }) => data(name) },
                      { head: "Kind", cell: ({ kind }) => kind },
                      { head: "Required", cell: ({ required }) => required !== null && (required ? "yes" : "no") },
                      { head: "Due", cell: ({ due }) => data(due) },
                      { head: "The person’s progress", cell: ({ progress }) => data(progress ?? "the service does not say") },
                    ],
                    said.items,
                  )
            }
            ${said.unknown.map((sentence) => html`<p class="warn">${prose(sentence)}</p>`)}
            <p class="soft">As read ${time(said.readAt)}.</p>`
    }`;
}

const COMMENT_LABELS: Readonly<Record<string, string>> = {
  comment: "said",
  handed_over: "handed it over",
  undone: "took the approval back",
  exception_ended: "ended the exception",
};

function talk({ remarks: comments }: WholeRemoval): Html | null {
  if (comments.length === 0) return null;
  return html`<h2>What was said</h2>
    <ul class="list">
      ${comments.map(({ by, at, kind, text, to }) => html`<li><strong>${data(by)}</strong> ${COMMENT_LABELS[kind] ?? kind}${to !== null && html` to ${data(to)}`}, ${time(at)}: ${data(text)}</li>`)}
    </ul>`;
}

function earlier(removals: readonly ShownRemoval[]): Html | null {
  if (removals.length === 0) return null;
  return html`<h2>Earlier, about the same person and group</h2>
    ${table<ShownRemoval>(
      "Earlier removals",
      [
        { head: "Removal", rowHeader: true, cell: ({ id }) => html`<a href="/review/removals/${id}">${id}</a>` },
        { head: "Since", cell: ({ since }) => time(since) },
        { head: "What became of it", cell: ({ status }) => removalStatusLabel(status) },
        { head: "By", cell: ({ decided_by: by }) => data(by) },
        { head: "Reason", wide: true, cell: ({ decision_reason: reason }) => data(reason) },
        { head: "Outcome", wide: true, cell: ({ outcome }) => prose(outcome) },
      ],
      removals,
    )}`;
}
