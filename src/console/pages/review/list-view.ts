import type { FastifyRequest } from "fastify";
import { findForm } from "../find.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { causeLabel, number } from "../../../reporting/labels.ts";
import { list } from "../../../reporting/locales/formats.ts";
import { t } from "../../../reporting/locales/t.ts";
import { pendingText } from "../../../reporting/removals/pending-report.ts";
import { bundleCauses } from "../../../reporting/removals/bundles.ts";
import { notInPilotText } from "../../../review/pilot.ts";
import { may } from "../../../actions/access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { PendingCounts } from "../../../store/review/pending-counts.ts";
import type { AppliedProgress, RecentReason, ReviewProgress } from "../../../store/review/review-progress.ts";
import type { CauseLine } from "./cause-book.ts";
import type { ShownRemoval } from "./removal-data.ts";
import { icon } from "../../../reporting/html/icon.ts";
import type { DrawnPage } from "../page-route.ts";
import { applyingCard, lastFailure } from "./applying.ts";
import { reviewCard } from "./cards-view.ts";
import { keyHelp } from "./decide-form.ts";
import type { ApprovalPolicy } from "./reasons.ts";
import { banner, emptyState, filterSelect, groupPath, more, pages, personLink, prose, table, time } from "../parts.ts";
import { workbookForms } from "../workbook/view.ts";

export interface ReviewData {
  /** How many of the removals that the current runs found are decided. */
  progress: ReviewProgress;
  /** The latest reasons of the signed-in reviewer. */
  recent_reasons: RecentReason[];
  /** Of the jobs on the page, as far as forms go by it. */
  policies: Record<string, ApprovalPolicy>;
  /** Pending removals that cannot be decided because their job is a pilot without these people. */
  not_in_pilot: { job: string; removals: number }[];
  pending: number;
  /** Of all pending removals, without the filter. */
  counts: Pick<PendingCounts, "people" | "causes" | "questions">;
  approved: number;
  /** Of the approved ones, those that are being removed at this moment. */
  removing: number;
  assigned_to_me: number;
  /** Pending removals that match the filter. */
  fitting: number;
  jobs: string[];
  filter: {
    job: string | null;
    group: string | null;
    kind: string | null;
    for: "me" | "nobody" | null;
    age: number | null;
    person: string | null;
  };
  causes: CauseLine[];
  page: number;
  limit: number;
  /** The number of questions: causes, or several causes of one person. */
  all: number;
}

/** Draws the pending removals, one question for each cause or person. */
export function reviewPage(review: ReviewData, request: ActorsRequest, now: Date): DrawnPage {
  const { pending, approved, fitting, causes, filter, progress } = review;
  const filtered = Object.values(filter).some((value) => value !== null);
  const deciding = may(request.actor, "decide");
  return {
    title: t("labels.pending_removals"),
    lead:
      (pending > 0 || filtered) &&
      html`${t("review.hr_data_no_longer_puts_people_groups_no")}
      ${pending > 0 && pendingText({ removals: pending, ...review.counts })}${filtered && html` ${t("review.filter_shows_all", { n: fitting, all: pending })}`}`,
    action: html`<div class="meter">
      ${
        progress.all > 0 &&
        html`<label for="progress"
            ><b>${t("review.all_decided", { n: progress.decided, all: progress.all })}</b>
            <span class="soft">· ${t("review.left_review", { n: pending })}</span></label
          ><progress id="progress" max="${progress.all}" value="${progress.decided}"></progress>`
      }${approved > 0 && html` <a href="/review/approved">${review.removing > 0 ? t("review.being_removed_now", { n: review.removing }) : t("review.approved_not_applied", { n: approved })}</a>`}
    </div>`,
    content: html`<p id="status" role="status" class="sr"></p>
      ${review.not_in_pilot.map(({ job, removals }) => banner("info", "info", html`<p>${prose(notInPilotText(job, removals))}</p>`))}
      ${filters(review)}
      <h2 class="sr">${t("workbook.causes")}</h2>
      ${
        causes.length === 0
          ? filtered
            ? emptyState(t("review.no_pending_removal"))
            : emptyState(html`${t("review.nothing_needs_decision")}${progress.decided > 0 && html` <br />${summary(progress)}`}`)
          : html`<ul class="stack">
              ${bundleCauses(causes, ({ person_id: id }) => id).map((card) => reviewCard(card, { request, now, policies: review.policies, recent: review.recent_reasons }))}
            </ul> `
      }
      ${pages(request, review)}
      <section class="section card stack">
        ${more(t("review.find_person_pending"), findForm(request, "/review/search", t("review.name_username_key")))}
        ${more(t("review.decide_spreadsheet"), workbookForms(request, deciding))}
      </section>
      <div class="row section">
        <a class="btn quiet" href="/review/decided">${icon("undo")}${t("review.recent_decisions")}</a>${keyHelp()}
      </div>`,
  };
}

/** Says how the review ended. */
function summary({ decided, all, removed, approved, kept }: ReviewProgress): string {
  const parts = [
    ...(removed > 0 ? [t("review.removed_2", { n: removed })] : []),
    ...(kept > 0 ? [t("review.kept", { n: kept })] : []),
    ...(approved > 0 ? [t("review.removed", { n: approved })] : []),
  ];
  return t("review.all_decided_parts", { n: decided, all, parts: list(parts) });
}

function filters({ filter, jobs }: ReviewData): Html {
  const kinds = ["renamed", "split", "moved", "changed_back", "leaver", "mapping_changed", "added_by_hand"];
  const allJobs = [...new Set([...jobs, ...(filter.job === null ? [] : [filter.job])])];
  const findGroup = t("review.find_group");
  const ages = [["", t("review.any_time")], ...[1, 7, 30].map((n) => [String(n), t("review.days_longer", { n })] as const)] as const;
  const assigned = [
    ["", t("review.any_assignee")],
    ["me", t("review.assigned_me")],
    ["nobody", t("review.not_assigned")],
  ] as const;
  return html`<form class="filters" method="get" action="/review" aria-label="${t("review.filter_pending_removals")}">
    <div class="search">
      ${icon("search")}<label class="sr" for="f-group">${findGroup}</label
      ><input id="f-group" name="group" type="search" placeholder="${findGroup}" value="${filter.group ?? ""}" autocomplete="off" />
    </div>
    ${filterSelect("kind", t("review.kind_cause"), [["", t("review.any_cause")], ...kinds.map((kind) => [kind, causeLabel(kind)] as const)], filter.kind)}
    ${filterSelect("for", t("report.assigned"), assigned, filter.for)}
    ${filterSelect("age", t("review.pending"), ages, filter.age === null ? null : String(filter.age))}
    ${allJobs.length > 1 && filterSelect("job", t("labels.job"), [["", t("review.all_jobs")], ...allJobs.map((job) => [job, job] as const)], filter.job)}
    ${filter.person !== null && html`<input type="hidden" name="person" value="${filter.person}" />`}
    <button class="btn">${t("runs.apply_filter")}</button>
    ${Object.values(filter).some((value) => value !== null) && html`<a class="btn quiet" href="/review">${t("review.clear_filter")}</a>`}
  </form>`;
}

/** Draws the people whom a search found. */
export function searchResultsView(
  people: readonly { id: string; job: string; key: string; name: string; removals: number }[],
  request: FastifyRequest,
): Html {
  if (people.length === 0)
    return html`${emptyState(t("review.no_one_pending"))}${findForm(request, "/review/search", t("review.name_username_key"))}`;
  return html`${findForm(request, "/review/search", t("review.name_username_key"))}${table(
    t("labels.people", { n: people.length }),
    [
      {
        head: t("labels.person"),
        rowHeader: true,
        cell: ({ id, name, key }) => html`<a href="/review?person=${id}">${data(name)}</a> <span class="soft">${data(key)}</span>`,
      },
      { head: t("labels.job"), cell: ({ job }) => data(job) },
      { head: t("labels.pending_removals"), numeric: true, cell: ({ removals }) => number(removals) },
    ],
    people,
  )}`;
}

interface ApprovedData {
  removals: ShownRemoval[];
  page: number;
  limit: number;
  all: number;
  applying: AppliedProgress | null;
}

/** Draws approved removals that are not applied yet. */
export function approvedView(given: ApprovedData, request: FastifyRequest): Html {
  if (given.all === 0)
    return html`<div data-part="approved">
      ${emptyState(t("review.everything_approved_applied"), html`<a class="btn" href="/review">${t("labels.pending_removals")}</a>`)}
    </div>`;
  return html`${applyingCard(given.applying, "/review/approved")}
    <div class="section stack" data-part="approved">${approvedTable(given, request)}</div>`;
}

function approvedTable(given: ApprovedData, request: FastifyRequest): Html {
  return html`<p>${t("review.you_can_undo_approval")}</p>
    ${table<ShownRemoval>(
      t("review.removals", { n: given.all }),
      [
        { head: t("labels.person"), rowHeader: true, cell: ({ job, person }) => personLink({ job, ...person }) },
        { head: t("labels.group"), cell: ({ group }) => groupPath(group.path) },
        {
          head: t("common.approved"),
          cell: ({ decided_by: by, decided_at: at }) => html`${data(by)}${at !== null && html`<small>${time(at)}</small>`}`,
        },
        { head: t("labels.reason"), wide: true, cell: ({ decision_reason: reason }) => data(reason) },
        { head: t("review.not_before"), cell: ({ due_at: due }) => due !== null && time(due) },
        { head: t("review.last_attempt"), wide: true, cell: lastFailure },
        {
          head: t("review.evidence"),
          cell: ({ id, person }) =>
            html`<a href="/review/removals/${id}">${t("review.evidence")}<span class="sr">: ${data(person.name)}</span></a>`,
        },
      ],
      given.removals,
    )}${pages(request, given)}`;
}
