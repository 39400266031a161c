/** Draws a cause with its removals, for the reports. */
import { data, html, type Html } from "../html/html.ts";
import { command, folded, lines, table, type Column } from "../html/parts.ts";
import { causeLabel, shellWord } from "../labels.ts";
import { number } from "../locales/formats.ts";
import { t, tHtml } from "../locales/t.ts";
import { causeSentence, type QuestionFacts } from "./cause-question.ts";
import { hasChanged } from "../../domain/facts/changed-cells.ts";
import { change } from "./evidence-html.ts";
import type { PendingRemoval } from "./pending-report.ts";

/** More changes are only in the table. */
const MAX_CHANGES = 20;

interface DrawnCause<Removal> extends Pick<QuestionFacts, "kind" | "group" | "gains"> {
  id: string;
  removals: readonly Removal[];
}

/**
 * Returns the sentence of a cause, and everything below it.
 * @param decidedAs names the cause in the commands that decide it; `null`: it cannot be decided
 */
export function causeParts<Removal extends PendingRemoval>(
  { id, kind, group, gains, removals }: DrawnCause<Removal>,
  columns: readonly Column<Removal>[],
  decidedAs: string | null,
): { sentence: Html | null; body: Html } {
  const n = removals.length;
  const [first] = removals;
  const caption = t("report.memberships_group", { n, group });
  return {
    sentence: data(causeSentence({ kind, group, gains, people: n, name: first?.person.name ?? "" })),
    body: html`<p>
        <strong>${causeLabel(first?.evidence.kind ?? kind)}</strong>
        <small class="id">${tHtml("report.cause_id", { id: command(id) })}</small>
      </p>
      <div>${lines(changedCells(removals))}</div>
      ${decidedAs !== null && decisionCommands(decidedAs)}${folded(t("report.show_what", { what: caption }), n, table(caption, columns, removals))}`,
  };
}

/** Draws the distinct changes of the deciding cells, with their number where not all people have them. */
function changedCells(removals: readonly PendingRemoval[]): Html[] {
  const cells = removals.flatMap(({ evidence }) => evidence.cells.filter(hasChanged));
  return [...Map.groupBy(cells, ({ column, before, now }) => JSON.stringify([column, before, now])).values()]
    .slice(0, MAX_CHANGES)
    .flatMap((same) =>
      same.slice(0, 1).map((cell) => html`${change(cell)}${same.length < removals.length && ` (${number(same.length)})`}`),
    );
}

/** Draws the two commands that decide a whole cause. */
function decisionCommands(cause: string): Html {
  return html`<dl class="commands">
    <dt>${t("report.remove_memberships")}</dt>
    <dd>${command(`rollcall review approve --cause ${shellWord(cause)} --reason "…"`)}</dd>
    <dt>${t("report.keep_memberships")}</dt>
    <dd>${command(`rollcall review reject --cause ${shellWord(cause)} --reason "…"`)}</dd>
  </dl> `;
}
