import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { capitalised, removalStateText } from "../../../reporting/labels.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { GroupLine } from "../../../store/directory/group-pages.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { DrawnPage } from "../page-route.ts";
import { emptyState, groupPath, jobLink, pages, personLink, table, time } from "../parts.ts";
import type { ShownPerson } from "../people/shown-person.ts";
import type { ShownRemoval } from "../review/removal-data.ts";

export interface GroupData {
  group: GroupLine;
  /** The jobs that manage it. */
  jobs: string[];
  /** When the memberships were read. */
  read_at: string | null;
  people: ShownPerson[];
  /** All accounts in the group, with those of people whom no file names. */
  accounts: number;
  removals: ShownRemoval[];
  page: number;
  limit: number;
  all: number;
}

/** Links to the page of a group. */
export function groupLink({ account, id, path }: Omit<GroupLine, "members">, shown: HtmlValue = groupPath(path)): Html {
  return html`<a href="/groups/${encodeURIComponent(account)}/${encodeURIComponent(id)}">${shown}</a>`;
}

/** Draws one group: who is in it, who is to leave it, and who left it. */
export function groupPage(given: GroupData, request: ActorsRequest): DrawnPage {
  const { group, jobs, read_at: at, removals, all, accounts } = given;
  const pending = removals.filter(({ status }) => status === "pending").length;
  const unknown = accounts - all;
  return {
    title: group.path.split("/").at(-1) ?? group.path,
    lead: html`${groupPath(group.path)} ·
    ${
      jobs.length === 0
        ? t("groups.no_job_manages")
        : tHtml("groups.managed_jobs", { jobs: html`${jobs.map((job, i) => html`${i > 0 && ", "}${jobLink(job)}`)}` })
    }`,
    action: html`<div class="row">
      ${pending > 0 && html`<a class="btn primary" href="/review?group=${encodeURIComponent(group.path)}">${t("overview.review_removals")}</a>`}<a
        class="btn"
        href="/audit?group=${encodeURIComponent(group.path)}"
        >${t("history.audit_entries")}</a
      >
    </div>`,
    content: html`${removals.length > 0 && removalsTable(removals)}
      <section class="section" aria-labelledby="members">
        <h2 id="members">${t("groups.who_group")}</h2>
        ${members(given)} ${pages(request, given)}
        ${unknown > 0 && html`<p class="soft">${t("groups.more_accounts_group", { n: unknown })}</p>`}
        ${at !== null && html`<p class="soft small">${tHtml("history.memberships", { at: time(at) })}</p>`}
      </section>`,
  };
}

function members({ group, people, accounts }: GroupData): Html {
  if (group.members === null && accounts === 0) return html`<p class="warn">${t("groups.learning_service_not")}</p>`;
  if (people.length === 0) return emptyState(t("groups.no_one_hr"));
  return table<ShownPerson>(
    "",
    [
      { head: t("labels.person"), rowHeader: true, cell: personLink },
      { head: t("labels.username"), cell: ({ username }) => data(username) },
      { head: t("labels.job"), cell: ({ job }) => jobLink(job) },
    ],
    people,
  );
}

function removalsTable(removals: readonly ShownRemoval[]): Html {
  return html`<section class="section" aria-labelledby="removals">
    <h2 id="removals">${t("groups.removals_group")}</h2>
    ${table<ShownRemoval>(
      "",
      [
        { head: t("labels.person"), rowHeader: true, cell: ({ job, person }) => personLink({ job, ...person }) },
        { head: t("labels.status"), cell: (removal) => capitalised(removalStateText(removal)) },
        {
          head: t("exceptions.decided"),
          cell: ({ decided_by: by, decided_at: decided }) => html`${data(by)}${decided !== null && html`<small>${time(decided)}</small>`}`,
        },
        { head: t("labels.reason"), wide: true, cell: ({ decision_reason: reason }) => data(reason) },
        {
          head: t("review.evidence"),
          cell: ({ id, person }) =>
            html`<a href="/review/removals/${id}">${t("review.evidence")}<span class="sr">: ${data(person.name)}</span></a>`,
        },
      ],
      removals,
    )}
  </section>`;
}
