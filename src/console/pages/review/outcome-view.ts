import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { capitalised, counted, removalStateText } from "../../../reporting/labels.ts";
import type { Outcome } from "./outcomes.ts";
import type { ShownRemoval } from "./removal-data.ts";
import { cutNote } from "../../../reporting/html/parts.ts";
import { undoForm } from "./decide-form.ts";
import { banner, done, groupPath, personLink, prose, table } from "../parts.ts";
import { canUndo } from "./removal-view.ts";

/** The audit trail has all of them. */
const mostListed = 100;

const words: Readonly<Record<Outcome["what"], readonly [one: string, many: string]>> = {
  approved: ["removal was approved", "removals were approved"],
  rejected: ["membership is kept", "memberships are kept"],
  undone: ["approval was undone: the removal is pending again", "approvals were undone: the removals are pending again"],
  keep_undone: [
    "decision to keep was undone: the removal is pending again",
    "decisions to keep were undone: the removals are pending again",
  ],
  handed_over: ["removal was reassigned", "removals were reassigned"],
  commented: ["removal has the comment", "removals have the comment"],
};

/** Draws what was decided, what was not and why, and how to undo it. */
export function outcomeView(
  { id: page, outcome, now }: { id: string; outcome: Outcome; now: ShownRemoval[] },
  request: FastifyRequest,
): Html {
  const { what, waiting, refused, remarks } = outcome;
  const of = new Map(now.map((removal) => [removal.id, removal]));
  const [one, many] = words[what];
  const names = outcome.done.flatMap(({ id }) => of.get(id) ?? []);
  const undoable = now.filter(canUndo).filter(({ id }) => [...outcome.done, ...waiting].some((settled) => settled.id === id));
  return html`${outcome.done.length > 0 ? done(`${counted(outcome.done.length, one, many)}.`) : banner("warn", "alert", html`<p>Nothing was ${what.endsWith("undone") ? "undone" : "changed"}.</p>`)}
    ${remarks.map((remark) => html`<p class="warn">${prose(remark)}</p>`)}
    ${names.length > 0 && list(capitalised(counted(names.length, one, many)), names.slice(0, mostListed))}${cutNote(Math.min(mostListed, names.length), names.length, "removals; the audit trail has all of them")}
    ${
      waiting.length > 0 &&
      html`<h2>Another reviewer is needed</h2>
        ${reasons("Approved by you; one more person must approve", waiting.slice(0, mostListed), of)}${cutNote(Math.min(mostListed, waiting.length), waiting.length, "removals")}`
    }
    ${
      refused.length > 0 &&
      html`<h2>Not changed</h2>
        ${reasons("Not changed, and why", refused.slice(0, mostListed), of)}${cutNote(Math.min(mostListed, refused.length), refused.length, "removals")}`
    }
    ${
      (what === "approved" || what === "rejected") &&
      undoable.length > 0 &&
      html`<h2>Undo</h2>
        <p>
          ${
            what === "approved"
              ? html`${counted(undoable.length, "approval has", "approvals have")} not been sent yet and can be undone.`
              : "The exceptions end, and the removals need a decision again. Nobody loses a group by this."
          }
        </p>
        ${undoForm(request, html`<input type="hidden" name="outcome" value="${page}" />`, undoLabel(what, undoable.length))}`
    }
    <p><a class="btn" href="/review">Back to review</a></p>`;
}

function undoLabel(what: "approved" | "rejected", n: number): string {
  if (what === "rejected") return n === 1 ? "Undo keeping" : `Undo keeping ${n} people`;
  return n === 1 ? "Undo the approval" : `Undo ${n} approvals`;
}

function list(caption: string, removals: readonly ShownRemoval[]): Html {
  return table<ShownRemoval>(
    caption,
    [
      { head: "Person", rowHeader: true, cell: ({ job, person }) => personLink({ job, ...person }) },
      { head: "Group", cell: ({ group }) => groupPath(group.path) },
      { head: "Status", cell: removalStateText },
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
        head: "Removal",
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
