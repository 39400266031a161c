import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { capitalised, counted, removalStatusLabel } from "../../../reporting/labels.ts";
import type { Outcome } from "./outcomes.ts";
import type { ShownRemoval } from "./removal-data.ts";
import { cutNote } from "../../../reporting/html/parts.ts";
import { undoForm } from "./decide-form.ts";
import { done, groupPath, personLink, prose, table } from "../parts.ts";
import { canUndo } from "./removal-view.ts";

/** So many are listed; whatever was decided stands in the trail. */
const mostListed = 100;

const words: Readonly<Record<Outcome["what"], readonly [one: string, many: string]>> = {
  approved: ["removal was approved", "removals were approved"],
  rejected: ["removal was rejected: the membership stays", "removals were rejected: the memberships stay"],
  undone: ["approval was taken back: it waits for a decision again", "approvals were taken back: they wait for a decision again"],
  handed_over: ["removal was handed over", "removals were handed over"],
  commented: ["removal has the comment beside it", "removals have the comment beside them"],
};

/** Exactly what was done, what was not and why, with the way back while there is one. */
export function outcomeView(
  { id: page, outcome, now }: { id: string; outcome: Outcome; now: ShownRemoval[] },
  request: FastifyRequest,
): Html {
  const { what, waiting, refused, remarks } = outcome;
  const of = new Map(now.map((removal) => [removal.id, removal]));
  const [one, many] = words[what];
  const names = outcome.done.flatMap(({ id }) => of.get(id) ?? []);
  const undoable = now.filter(canUndo).filter(({ id }) => [...outcome.done, ...waiting].some((settled) => settled.id === id));
  return html`${outcome.done.length > 0 ? done(`${counted(outcome.done.length, one, many)}.`) : html`<p class="problem" role="status">Nothing was ${what === "undone" ? "taken back" : "done"}.</p>`}
    ${remarks.map((sentence) => html`<p class="warn">${prose(sentence)}</p>`)}
    ${names.length > 0 && list(capitalised(counted(names.length, one, many)), names.slice(0, mostListed))}${cutNote(Math.min(mostListed, names.length), names.length, "removals; the audit trail has all of them")}
    ${
      waiting.length > 0 &&
      html`<h2>Waits for another reviewer</h2>
        ${reasons("Approved by you, and by one more person before it counts", waiting.slice(0, mostListed), of)}${cutNote(Math.min(mostListed, waiting.length), waiting.length, "removals")}`
    }
    ${
      refused.length > 0 &&
      html`<h2>Not done</h2>
        ${reasons("What was not done, and why", refused.slice(0, mostListed), of)}${cutNote(Math.min(mostListed, refused.length), refused.length, "removals")}`
    }
    ${
      what === "approved" &&
      undoable.length > 0 &&
      html`<h2>Take it back</h2>
        <p>${counted(undoable.length, "approval has", "approvals have")} not been sent yet and can be taken back.</p>
        ${undoForm(
          request,
          html`<input type="hidden" name="outcome" value="${page}" />`,
          undoable.length === 1 ? "Undo the approval" : `Undo ${undoable.length} approvals`,
        )}`
    }
    <p><a class="button quiet" href="/review">Go on with the review</a></p>`;
}

function list(caption: string, removals: readonly ShownRemoval[]): Html {
  return table<ShownRemoval>(
    caption,
    [
      { head: "Person", rowHeader: true, cell: ({ job, person }) => personLink({ job, ...person }) },
      { head: "Group", cell: ({ group }) => groupPath(group.path) },
      { head: "At this moment", cell: ({ status }) => removalStatusLabel(status) },
      { head: "Outcome", wide: true, cell: ({ outcome }) => prose(outcome) },
      { head: "Removal", cell: ({ id }) => html`<a href="/review/removals/${id}">${id}</a>` },
    ],
    removals,
  );
}

function reasons(caption: string, entries: Outcome["refused"], of: ReadonlyMap<string, ShownRemoval>): Html {
  return table<Outcome["refused"][number]>(
    caption,
    [
      {
        head: "What",
        rowHeader: true,
        cell: ({ id }) => {
          const removal = of.get(id);
          return removal === undefined
            ? html`<a href="/review/causes/${id}">${data(id)}</a>`
            : html`<a href="/review/removals/${id}">${data(removal.person.name)}</a><small>${groupPath(removal.group.path)}</small>`;
        },
      },
      { head: "Why", wide: true, cell: ({ why }) => prose(why) },
    ],
    entries,
  );
}
