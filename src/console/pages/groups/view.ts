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
        ? t("No job manages this group, so Rollcall removes nobody from it.")
        : tHtml("Managed by {jobs}", { jobs: html`${jobs.map((job, i) => html`${i > 0 && ", "}${jobLink(job)}`)}` })
    }`,
    action: html`<div class="row">
      ${pending > 0 && html`<a class="btn primary" href="/review?group=${encodeURIComponent(group.path)}">${t("Review removals")}</a>`}<a
        class="btn"
        href="/audit?group=${encodeURIComponent(group.path)}"
        >${t("Audit entries")}</a
      >
    </div>`,
    content: html`${removals.length > 0 && removalsTable(removals)}
      <section class="section" aria-labelledby="members">
        <h2 id="members">${t("Who is in this group")}</h2>
        ${members(given)} ${pages(request, given)}
        ${unknown > 0 && html`<p class="soft">${t("{n, plural, one {# more account in the group belongs} other {# more accounts in the group belong}} to no one in the HR data.", { n: unknown })}</p>`}
        ${at !== null && html`<p class="soft small">${tHtml("Memberships as of {at}.", { at: time(at) })}</p>`}
      </section>`,
  };
}

function members({ group, people, accounts }: GroupData): Html {
  if (group.members === null && accounts === 0)
    return html`<p class="warn">
      ${t("The learning service does not list the members of this group, so Rollcall cannot tell who is in it.")}
    </p>`;
  if (people.length === 0) return emptyState(t("No one in the HR data is in this group."));
  return table<ShownPerson>(
    "",
    [
      { head: t("Person"), rowHeader: true, cell: personLink },
      { head: t("Username"), cell: ({ username }) => data(username) },
      { head: t("Job"), cell: ({ job }) => jobLink(job) },
    ],
    people,
  );
}

function removalsTable(removals: readonly ShownRemoval[]): Html {
  return html`<section class="section" aria-labelledby="removals">
    <h2 id="removals">${t("Removals from this group")}</h2>
    ${table<ShownRemoval>(
      "",
      [
        { head: t("Person"), rowHeader: true, cell: ({ job, person }) => personLink({ job, ...person }) },
        { head: t("Status"), cell: (removal) => capitalised(removalStateText(removal)) },
        {
          head: t("Decided by"),
          cell: ({ decided_by: by, decided_at: decided }) => html`${data(by)}${decided !== null && html`<small>${time(decided)}</small>`}`,
        },
        { head: t("Reason"), wide: true, cell: ({ decision_reason: reason }) => data(reason) },
        {
          head: t("Evidence"),
          cell: ({ id, person }) =>
            html`<a href="/review/removals/${id}">${t("Evidence")}<span class="sr">: ${data(person.name)}</span></a>`,
        },
      ],
      removals,
    )}
  </section>`;
}
