import { compareTexts } from "../../../reporting/locales/formats.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { GroupLine } from "../../../store/directory/group-pages.ts";
import { groupLink } from "../groups/view.ts";
import { emptyState, jobLink, lines, table } from "../parts.ts";
import { marked } from "./marked.ts";
import type { ShownPerson } from "../people/shown-person.ts";
import { pathOf, questionOf, type CauseLine } from "../review/cause-book.ts";
import type { ShownRun } from "../../../reporting/shown-run.ts";
import { runsTable } from "../runs/list-view.ts";

interface Results {
  people: ShownPerson[];
  /** More people match than are shown. */
  more: boolean;
  groups: (GroupLine & { jobs: string[] })[];
  causes: CauseLine[];
  runs: ShownRun[];
  /** The text of the search. */
  text: string;
}

/** Draws what a search found, by kind. */
export function resultsView({ people, more, groups, causes, runs, text }: Results): Html {
  if (people.length + groups.length + causes.length + runs.length === 0)
    return emptyState(tHtml("overview.no_person_group", { text: html`<b>${data(text)}</b>` }), undefined, "search");
  const hit = (shown: string | null): Html | null => (shown === null ? null : marked(shown, text));
  return html`${
    people.length > 0 &&
    html`${table<ShownPerson>(
      more ? t("overview.first_people", { n: people.length }) : t("labels.people", { n: people.length }),
      [
        {
          head: t("labels.person"),
          rowHeader: true,
          cell: ({ id, name, key }) =>
            html`<a href="/people/${id}">${hit(name ?? key)}</a>${name !== null && html` <span class="soft">${hit(key)}</span>`}`,
        },
        { head: t("labels.username"), cell: ({ username }) => hit(username) },
        // Only an account that was searched for: its id says nothing otherwise.
        { head: t("operation.account"), cell: ({ user_id: user }) => user === text.toLowerCase() && html`<code>${hit(user)}</code>` },
        { head: t("labels.job"), cell: ({ job }) => jobLink(job) },
      ],
      people.toSorted((a, b) => compareTexts(a.name ?? a.key, b.name ?? b.key)),
    )}`
  }
  ${
    groups.length > 0 &&
    table<Results["groups"][number]>(
      t("identities.groups"),
      [
        { head: t("labels.group"), rowHeader: true, cell: (group) => groupLink(group, hit(group.path)) },
        { head: t("shell.people"), numeric: true, cell: ({ members }) => members },
        { head: t("labels.job"), cell: ({ jobs }) => (jobs.length === 0 ? t("groups.not_managed") : lines(jobs.map(jobLink))) },
      ],
      groups,
    )
  }
  ${
    causes.length > 0 &&
    table<CauseLine>(
      t("labels.pending_removals"),
      [
        { head: t("labels.cause"), rowHeader: true, cell: (cause) => html`<a href="${pathOf(cause)}">${data(questionOf(cause))}</a>` },
        { head: t("labels.group"), cell: ({ group }) => hit(group) },
        { head: t("shell.people"), numeric: true, cell: ({ people: n }) => n },
      ],
      causes,
    )
  }
  ${runs.length > 0 && runsTable(t("shell.runs"), runs)}`;
}
