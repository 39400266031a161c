import { addBackForm } from "./undo.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { possibleActorsText, type ShownApproval } from "../../../reporting/removals/evidence.ts";
import { reasonFacts, sourceFacts } from "../../../reporting/removals/evidence-facts.ts";
import type { DecidedImpact } from "../../../domain/explanation.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { assigneeLabel, capitalised, causeLabel, removalStatusLabel, roleLabel, viaLabel } from "../../../reporting/labels.ts";
import { pilotObstacle } from "../../../review/pilot.ts";
import { may } from "../../../actions/access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { AppliedProgress, RecentReason } from "../../../store/review/review-progress.ts";
import { decidedImpactCard, impactCard } from "./impact-view.ts";
import { firstApproval, removalAdviceLine, sharedApproval } from "./advice-view.ts";
import type { CheckedImpact, ShownRemoval, WholeRemoval } from "./removal-data.ts";
import { earlier, talk } from "./removal-history-view.ts";
import { addingBackCard, applyingCard, lastFailure } from "./applying.ts";
import { decideForm, keyHelp, undoForm } from "./decide-form.ts";
import { fittingReasons, suggestions } from "./reasons.ts";
import { groupLink } from "../groups/view.ts";
import { icon } from "../../../reporting/html/icon.ts";
import type { DrawnPage } from "../page-route.ts";
import { banner, command, facts, sheetFacts, groupPath, jobLink, lines, more, pill, prose, runLink, time } from "../parts.ts";

export interface RemovalData {
  removal: WholeRemoval;
  /** `null`: not requested. */
  stakes: CheckedImpact | null;
  /** The impact as it was known at the decision; `null`: not known, or not decided. */
  decided_impact: DecidedImpact | null;
  reviewers: string[];
  recent_reasons: RecentReason[];
  /** The person is not in the pilot of the job, so nothing can be decided. */
  not_in_pilot: boolean;
  /** The run that removed the membership, which may be a later one than the run that found it. */
  sent_by_run: string | null;
  /** The pending removals of its cause, with this one. */
  cause_people: number;
  /** Whether a run is adding the membership back now. */
  adding_back: boolean;
  /** Other pending removals of this person. */
  others: { id: string; group: string }[];
  /** How far it is applied, once it is approved. */
  applying: AppliedProgress | null;
}

/** Draws one removal: everything that a decision rests on. */
export function removalPage(
  {
    removal,
    stakes: checked,
    decided_impact: decidedThen,
    reviewers,
    recent_reasons: recentReasons,
    not_in_pilot: notInPilot,
    sent_by_run: sentByRun,
    cause_people: ofCause,
    adding_back: addingBack,
    others,
    applying,
  }: RemovalData,
  request: ActorsRequest,
  now: Date,
): DrawnPage {
  const { id, job, person, evidence, status } = removal;
  const deciding = may(request.actor, "decide") && !notInPilot;
  const group = removal.group.name;
  const pending = status === "pending";
  const approved = pending ? sharedApproval([removal]) : null;
  const kept = status === "rejected";
  const undoing = kept ? t("review.undo_keeping_people", { n: 1 }) : t("review.undo_removal");
  const body = html`${removalAdviceLine(removal)}${otherRemovals(others)}
    <div data-part="groups">${!addingBack && groupsCard(removal)}</div>
    <div class="split section">
      <section class="card" aria-labelledby="why">
        <h2 id="why">${t("review.reason_removal")}</h2>
        ${sheetFacts([[t("review.kind_cause"), causeLabel(evidence.kind)], ...reasonFacts(evidence)])}
        ${more(t("review.rule_row"), sheetFacts(sourceFacts(evidence)))}
      </section>
      ${pending ? impactCard(removal, checked, deciding) : decidedImpactCard(decidedThen)}
    </div>
    <div class="section" data-part="decision">${decision(removal)}</div>
    ${talk(removal)} ${earlier(removal.earlier)}
    <section class="section card stack">
      ${more(
        t("common.technical_details"),
        facts([
          [t("workbook.removal"), command(id)],
          [t("review.employee_key_hr"), command(person.key)],
          [t("labels.username"), data(person.username)],
          [t("labels.group"), groupLink({ account: removal.account, ...removal.group })],
          [t("labels.cause"), html`<a href="/review/causes/${removal.cause}">${removal.cause}</a>`],
          [t("labels.job"), jobLink(job)],
          [t("review.last_seen_run"), runLink(removal.run)],
          [t("review.removed_run"), sentByRun !== null && runLink(sentByRun)],
          [t("review.evidence_digest"), command(removal.evidence_digest.slice(0, 16))],
        ]),
      )}
    </section>`;
  return {
    title: pending
      ? t("review.remove_name_group", { name: person.name, group })
      : t("history.name_value", { name: person.name, value: group }),
    lead: prose(factText(removal)),
    crumbs: [
      ["/review", t("labels.pending_removals")],
      ...(ofCause > 1 ? [[`/review/causes/${removal.cause}`, t("labels.cause")] as const] : []),
    ],
    action: html`<div data-part="status">${addingBack ? pill(t("review.being_added_back"), "info", "undo") : statusPill(removal)}</div>`,
    content: html`${addingBackCard(Number(addingBack), `/review/removals/${id}`)}${applyingCard(applying, `/review/removals/${id}`)}
      ${approved !== null && firstApproval(approved, 1, 1)}
      ${notInPilot && banner("info", "info", html`<p>${prose(factText(pilotObstacle(job)))}</p>`)}
      ${evidence.lastGroup && removal.recommendation?.reason !== "last_group" && banner("warn", "alert", html`<p>${t("review.person_last_group_learning_service_cannot")}</p>`)}
      ${
        deciding && pending
          ? decideForm({
              request,
              subject: html`<input type="hidden" name="removals" value="${id}@${removal.evidence_digest}" />${body}`,
              selecting: false,
              recommended: removal.recommendation?.advice === "remove",
              reviewers,
              suggested: suggestions({
                kind: evidence.kind,
                group: removal.group.path,
                gains: evidence.gains,
                cells: evidence.cells,
                advice: removal.recommendation === null ? [] : [removal.recommendation.reason],
              }),
              recent: fittingReasons(recentReasons, evidence.kind, null),
              now,
            })
          : body
      }
      <div data-part="undo">
        ${
          deciding &&
          canUndo(removal) &&
          html`<section class="section">
            <h2>${undoing}</h2>
            <p>${kept ? t("review.exception_ends_removal") : t("review.approval_cancelled_before")}</p>
            ${undoForm(request, html`<input type="hidden" name="removals" value="${id}" />`, undoing)}
          </section>`
        }
        ${
          deciding &&
          !addingBack &&
          canAddBack(removal) &&
          html`<section class="section" aria-labelledby="add-back">
            <h2 id="add-back">${t("review.undo_removal")}</h2>
            ${addBackForm(request, id, { name: person.name, group })}
          </section>`
        }
      </div>
      ${deciding && pending && html`<div class="section">${keyHelp()}</div>`}
      ${!deciding && html`<p class="soft">${t("review.you_need_role", { role: roleLabel("reviewer") })}</p>`}`,
  };
}

function statusPill({ status, restored, since, assigned_to: to }: WholeRemoval): Html {
  const label = restored === null ? capitalised(removalStatusLabel(status)) : t("review.removed_restored_later");
  if (status !== "pending") return pill(label, status === "applied" ? "" : status === "rejected" ? "good" : "info");
  return html`<p class="row">
    ${pill(t("review.needs_decision"), "info", "review")}<span class="soft small"
      >${tHtml("review.since_time", { time: time(since) })}${to !== null && html` · ${tHtml("review.assigned_name", { name: data(assigneeLabel(to)) })}`}</span
    >
  </p>`;
}

/** Draws links to the other pending removals of the person: each is a decision of its own. */
function otherRemovals(others: RemovalData["others"]): Html | null {
  if (others.length === 0) return null;
  return html`<p>
    ${t("review.person_more_pending", { n: others.length })}
    ${others.map(({ id, group }, i) => html`${i > 0 && ", "}<a href="/review/removals/${id}">${groupPath(group)}</a>`)}
  </p>`;
}

/** Draws the groups while the removal can happen, or has happened. */
function groupsCard({ group, other_groups: others, evidence, status, restored }: WholeRemoval): Html | null {
  const applied = status === "applied" && restored === null;
  if (!applied && status !== "pending" && status !== "approved") return null;
  // A gained group that the person has already is one of today's groups.
  const added = evidence.gains.filter((path) => !others.includes(path));
  const list = (last: Html): Html =>
    html`<ul class="groups">
      ${others.map((path) => html`<li>${icon("group")}${groupPath(path)}</li>`)}${last}
    </ul>`;
  return html`<section class="section card" aria-labelledby="groups">
    <h2 id="groups">${t("review.groups_before_after")}</h2>
    <div class="ba">
      <div>
        <h3 class="soft">${applied ? t("review.before_groups") : t("review.today")}</h3>
        ${list(html`<li>${icon("group")}${groupPath(group.path)}</li>`)}
      </div>
      ${icon("arrow")}
      <div>
        <h3 class="soft">${t("review.after_removal")}</h3>
        ${list(
          html`${added.map((path) => html`<li class="add"><span>${groupPath(path)}</span></li>`)}
            <li class="del"><s>${groupPath(group.path)}</s></li>`,
        )}
      </div>
    </div>
  </section>`;
}

/** Returns whether a decision can still be undone: an approval before it is sent, also the first of two, or keeping. */
export function canUndo({ status, sent, approved_by: by }: ShownRemoval): boolean {
  return status === "rejected" || (!sent && (status === "approved" || (status === "pending" && by.length > 0)));
}

/** Returns whether the membership is gone: nobody added it back, and no later removal shows that it came back. */
function canAddBack({ status, restored, since, earlier: others }: WholeRemoval): boolean {
  return status === "applied" && restored === null && others.every((other) => other.since < since);
}

function decision(removal: WholeRemoval): Html | null {
  const {
    decided_by: by,
    decided_at: at,
    decided_how: how,
    decision_reason: reason,
    outcome_fact: outcome,
    due_at: due,
    keep_until: end,
  } = removal;
  const { approvals, restored } = removal;
  if (by === null && outcome === null && approvals.length === 0) return null;
  return html`<h2>${t("workbook.decision")}</h2>
    ${facts([
      [t("review.by_decision"), by !== null && html`${data(by)}, ${viaLabel(how ?? "")}`],
      [t("review.on_date"), at !== null && time(at)],
      [t("labels.reason"), data(reason)],
      [t("review.not_sent_before"), removal.status === "approved" && due !== null && time(due)],
      [t("review.kept_until"), removal.status === "rejected" && (end === null ? t("exceptions.hr_data_changes") : time(end))],
      [t("review.last_attempt"), lastFailure(removal)],
      [t("report.outcome"), prose(outcome && factText(outcome))],
      [
        t("review.restored"),
        restored !== null &&
          tHtml("review.time_name_reason", {
            time: time(restored.at),
            name: data(restored.by),
            run: runLink(restored.run, t("labels.run")),
            reason: data(restored.reason),
          }),
      ],
      [t("review.approved_so_far"), removal.status === "pending" && lines(approvals.map(approval))],
    ])}`;
}

function approval(one: ShownApproval): Html {
  const behind = possibleActorsText(one);
  const name = html`${data(one.by)}${behind !== null && html` <span class="soft">(${data(behind)})</span>`}, ${time(one.at)}`;
  return tHtml("history.name_value", { name, value: data(one.reason) });
}
