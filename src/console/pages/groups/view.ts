import { html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { GroupLine } from "../../../store/directory/group-pages.ts";
import type { GroupLists } from "../../../reporting/sheets/group.ts";
import type { DrawnPage } from "../page-route.ts";
import { groupPath, jobLink } from "../parts.ts";
import type { ShownPerson } from "../people/shown-person.ts";
import type { ShownRemoval } from "../review/removal-data.ts";

export interface GroupData extends GroupLists {
  group: GroupLine;
  /** The jobs that manage it. */
  jobs: string[];
  people: ShownPerson[];
  removals: ShownRemoval[];
  page: number;
  limit: number;
}

/** Links to the page of a group. */
export function groupLink({ account, id, path }: Omit<GroupLine, "members">, shown: HtmlValue = groupPath(path)): Html {
  return html`<a href="/groups/${encodeURIComponent(account)}/${encodeURIComponent(id)}">${shown}</a>`;
}

/** Draws the title of a group, and the jobs that manage it. */
export function groupHead({ group, jobs, removals }: GroupData): Omit<DrawnPage, "content"> {
  const pending = removals.filter(({ status }) => status === "pending").length;
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
  };
}
