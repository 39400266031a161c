import { data, html, type Html } from "../../../reporting/html/html.ts";
import { hasChanged } from "../../../domain/facts/changed-cells.ts";
import { possibleActorsText, type ShownApproval } from "../../../reporting/removals/evidence.ts";
import { ruleFacts } from "../../../reporting/removals/evidence-facts.ts";
import { code, group, link } from "../../../reporting/sheet/sheet.ts";
import { assigneeLabel, causeLabel, roleLabel } from "../../../reporting/labels.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { notInPilotText } from "../../../review/pilot.ts";
import { may } from "../../../actions/access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { AppliedProgress, RecentReason } from "../../../store/review/review-progress.ts";
import type { DrawnPage } from "../page-route.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { gainsLine, peopleLine } from "./cards-view.ts";
import { factsOf, questionOf, type CauseLine } from "./cause-book.ts";
import type { ShownRemoval } from "./removal-data.ts";
import { causeAdviceLine, firstApproval, impactLine, personAdvice, sharedApproval } from "./advice-view.ts";
import { applyingCard } from "./applying.ts";
import { decideForm, keyHelp } from "./decide-form.ts";
import { fittingReasons, suggestions } from "./reasons.ts";
import { banner, change, command, days, lines, more, pages, pill, prose, sheetFacts } from "../parts.ts";

export interface CauseData {
  cause: CauseLine;
  removals: ShownRemoval[];
  page: number;
  limit: number;
  all: number;
  reviewers: string[];
  recent_reasons: RecentReason[];
  /** How many of its people are not in the pilot of the job, so that nothing can be decided for them. */
  not_in_pilot: number;
  /** How far the approved removals of this cause are; `null`: there is none. */
  applying: AppliedProgress | null;
}

/** Draws one cause with its people: decided at once, some of them, or one by one. */
export function causePage(given: CauseData, request: ActorsRequest, now: Date): DrawnPage {
  const { cause, removals, reviewers, recent_reasons: recentReasons } = given;
  const deciding = mayDecide(given, request);
  const { last_groups: last } = cause;
  const approval = sharedApproval(removals);
  return {
    title: questionOf(cause),
    lead: prose(factText(cause)),
    crumbs: [["/review", t("labels.pending_removals")]],
    content: html`${applyingCard(given.applying, `/review/causes/${cause.id}`)}${causeAdviceLine(cause, true)}
      <ul class="facts section">
        ${peopleLine(cause.people)} ${gainsLine(cause.gains, cause.people)} ${impactLine(cause, now)}
      </ul>
      ${cause.alias !== null && html`<div class="section">${keepOldGroup(cause.alias)}</div>`}
      ${approval !== null && firstApproval(approval, cause.seconded, cause.people)}
      ${given.not_in_pilot > 0 && banner("info", "info", html`<p>${prose(notInPilotText(cause.job, given.not_in_pilot))}</p>`)}
      ${last > 0 && banner("warn", "alert", html`<p>${t("review.people_would_left", { n: last })}</p>`)}
      ${deciding ? decideForm({ request, subject: peopleCard(given, request, now), selecting: cause.people > 1, people: cause.people, selected: removals.filter(isReady).length, reviewers, suggested: suggestions(factsOf(cause)), recent: fittingReasons(recentReasons, cause.kind, null), now }) : peopleCard(given, request, now)}
      <section class="section card stack">${more(t("common.technical_details"), details(cause))}</section>
      <div class="section">${keyHelp()}</div>`,
  };
}

function mayDecide({ cause, not_in_pilot: outside }: CauseData, { actor }: ActorsRequest): boolean {
  return may(actor, "decide") && outside < cause.people;
}

function details(cause: CauseLine): Html {
  const { formerly, rules } = cause;
  return sheetFacts([
    [t("labels.cause"), [code(cause.id), " ", { as: "pill", tone: "", words: causeLabel(cause.kind) }]],
    [t("labels.group"), group(cause.group)],
    ...ruleFacts({ formerly, rules: rules.map(({ rule, at }) => ({ rule, at })) }),
    [t("labels.job"), link(`/jobs/${encodeURIComponent(cause.job)}`, cause.job)],
    [t("review.evidence_digest"), code(cause.evidence.slice(0, 16))],
  ]);
}

/** Says what to do if a renamed value is no reason for a removal. The rule is for those who maintain the mapping. */
function keepOldGroup({ file, yaml }: NonNullable<CauseLine["alias"]>): Html {
  const text = html`<p>
      ${tHtml("review.add_lines_end", {
        place: command("groups.rules"),
        file: data(file),
      })}
    </p>
    <pre id="alias" tabindex="0" aria-label="${t("review.lines_mapping")}">${yaml}</pre>
    <button
      type="button"
      class="btn"
      data-copy="alias"
      data-copied="${t("review.copied")}"
      data-failed="${t("review.select_text_copy")}"
      data-js
    >
      ${t("review.copy")}
    </button>`;
  return more(
    t("review.if_only_name"),
    html`<p>${t("review.ask_your_administrator")}</p>
      ${more(t("review.text_your_administrator"), text)}`,
  );
}

function peopleCard(given: CauseData, request: ActorsRequest, now: Date): Html {
  const { cause, removals, all } = given;
  const common = commonChange(removals);
  // The banner of the page names the reviewer.
  const named = sharedApproval(removals) !== null && removals.every(({ approvals }) => approvals.length > 0);
  // The lead of the page says what HR changed.
  const said = cause.code === "removal.value_changed" || cause.code === "removal.changed_back";
  const deciding = mayDecide(given, request);
  const [only] = cause.people === 1 ? removals : [];
  const selecting = deciding && only === undefined;
  // On one page, the script selects all of them.
  const one = all === removals.length;
  return html`${deciding && only !== undefined && html`<input type="hidden" name="removals" value="${only.id}@${only.evidence_digest.slice(0, 16)}" />`}
    ${!may(request.actor, "decide") && html`<p class="soft">${t("review.you_need_role", { role: roleLabel("reviewer") })}</p>`}
    ${common !== null && !said && html`<p class="soft common">${common}</p>`}
    <div class="card flush">
      ${
        selecting &&
        html`<div class="pager">
          <label class="pick"
            ><input type="checkbox" data-all data-js /><span data-js
              >${one ? t("review.select_all_people", { n: cause.people }) : t("review.select_all_page")}</span
            ></label
          >
          ${
            all > 1 &&
            html`<label class="pick" ${one && html` data-nojs`}
              ><input type="checkbox" name="scope" value="all" data-everyone="${cause.people}" /><span
                >${t("review.all_people_cause", { n: cause.people })}</span
              ></label
            >`
          }
          ${
            all > removals.length &&
            cause.recommended !== null &&
            cause.recommended.length > 0 &&
            html`<label class="pick"
                ><input type="checkbox" name="scope" value="recommended" data-everyone="${cause.recommended.length}" /><span
                  >${t("review.all_people_recommended", { n: cause.recommended.length })}</span
                ></label
              ><input type="hidden" name="all_recommended" value="${cause.recommended.join(",")}" />`
          }
          <input type="hidden" name="cause" value="${cause.id}@${cause.evidence}" /><input
            type="hidden"
            name="recommended"
            value="${removals
              .filter(isReady)
              .map(({ id }) => id)
              .join(",")}"
          />
        </div>`
      }
      <table class="tbl" role="table">
        <caption class="sr">
          ${t("review.people_cause")}
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            ${selecting && html`<td role="cell" class="check"><span class="sr">${t("review.selected")}</span></td>`}
            <th role="columnheader" scope="col">${t("labels.person")}</th>
            <th role="columnheader" scope="col">${t("workbook.recommendation")}</th>
            ${common === null && html`<th role="columnheader" scope="col">${t("review.what_changed")}</th>`}
            <th role="columnheader" scope="col">${t("review.pending_since")}</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${removals.map((removal) => personRow(removal, { selecting, withChange: common === null, withApproval: !named }, now))}
        </tbody>
      </table>
      ${pages(request, given)}
    </div>`;
}

/** Preselected are only people who are recommended for removal. */
function isReady({ recommendation }: ShownRemoval): boolean {
  return recommendation?.advice === "remove";
}

function changes({ evidence }: ShownRemoval): Html {
  const changed = evidence.cells.filter(hasChanged);
  return html`${lines((changed.length > 0 ? changed : evidence.cells).map(change))}`;
}

/** Returns what changed, if it is the same for all people of a page; then it is shown once. */
function commonChange(removals: readonly ShownRemoval[]): Html | null {
  const [first, ...others] = removals.map(changes);
  return first !== undefined && first.text !== "" && others.length > 0 && others.every((other) => other.text === first.text) ? first : null;
}

function personRow(
  removal: ShownRemoval,
  { selecting, withChange, withApproval }: Record<"selecting" | "withChange" | "withApproval", boolean>,
  now: Date,
): Html {
  const { id, person, evidence, since, assigned_to: to, approvals } = removal;
  return html`<tr role="row" data-row>
    ${
      selecting &&
      html`<td role="cell" class="check">
        <label
          ><input
            type="checkbox"
            name="removals"
            value="${id}@${removal.evidence_digest.slice(0, 16)}"
            data-pick
            ${isReady(removal) && html` checked`}
            aria-label="${t("review.select_name", { name: person.name })}"
        /></label>
      </td>`
    }
    <th role="rowheader" scope="row">
      <a href="/people/${removal.person_id}">${data(person.name)}</a
      >${person.name !== person.key && html` <span class="key">${data(person.key)}</span>`}
    </th>
    <td role="cell" data-label="${t("workbook.recommendation")}">
      <div>
        ${personAdvice(removal, evidence.gains)}${evidence.lastGroup && removal.recommendation?.reason !== "last_group" && pill(t("review.last_group"), "warn")}${withApproval && approvals.length > 0 && html`<small>${tHtml("review.approved_names_another", { names: data(approvals.map(approvedBy).join("; ")) })}</small>`}
      </div>
    </td>
    ${withChange && html`<td role="cell" data-label="${t("review.what_changed")}"><div>${changes(removal)}</div></td>`}
    <td role="cell" data-label="${t("review.pending_since")}">
      <div>
        ${days(since, now)}${to !== null && html`<small>${tHtml("review.assigned_name", { name: data(assigneeLabel(to)) })}</small>`}
        <a href="/review/removals/${id}">${t("review.evidence")}<span class="sr">: ${person.name}</span></a>
      </div>
    </td>
  </tr>`;
}

function approvedBy(approval: ShownApproval): string {
  const behind = possibleActorsText(approval);
  return behind === null ? approval.by : `${approval.by} (${behind})`;
}
