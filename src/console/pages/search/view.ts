import { data, html, type Html } from "../../../reporting/html/html.ts";
import { counted } from "../../../reporting/labels.ts";
import { emptyState, groupPath, jobLink, personLink, table } from "../parts.ts";
import type { ShownPerson } from "../people/shown-person.ts";
import type { CauseLine } from "../review/cause-book.ts";
import type { ShownRun } from "../runs/run-data.ts";
import { runsTable } from "../runs/list-view.ts";

interface Results {
  people: ShownPerson[];
  /** More people match than are shown. */
  more: boolean;
  causes: CauseLine[];
  runs: ShownRun[];
}

/** Draws what a search found, by kind. */
export function resultsView({ people, more, causes, runs }: Results): Html {
  if (people.length + causes.length + runs.length === 0)
    return emptyState("No person, pending removal or run matches.", html`<a class="btn" href="/people">Search people</a>`);
  return html`${
    people.length > 0 &&
    html`${table<ShownPerson>(
      more ? `The first ${people.length} people` : counted(people.length, "person", "people"),
      [
        { head: "Person", rowHeader: true, cell: personLink },
        { head: "Username", cell: ({ username }) => data(username) },
        { head: "Job", cell: ({ job }) => jobLink(job) },
      ],
      people,
    )}`
  }
  ${
    causes.length > 0 &&
    table<CauseLine>(
      "Pending removals",
      [
        { head: "Cause", rowHeader: true, cell: ({ id, question }) => html`<a href="/review/causes/${id}">${data(question)}</a>` },
        { head: "Group", cell: ({ group }) => groupPath(group) },
        { head: "People", numeric: true, cell: ({ people: n }) => n },
      ],
      causes,
    )
  }
  ${runs.length > 0 && runsTable("Runs", runs)}`;
}
