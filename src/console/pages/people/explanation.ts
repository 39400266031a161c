import type { Cell, Explanation } from "../../../domain/explanation.ts";
import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { fileName } from "../../../reporting/labels.ts";
import { groupPath, lines, prose, rule, table, time } from "../parts.ts";

/** Draws what the row of a person says and what the mapping makes of it. */
export function explanation(of: Explanation): Html {
  return html`<h2>What the row says</h2>
    <p class="soft">${where(of)}</p>
    ${
      of.cells.length > 0 &&
      html`<details>
        <summary>Cells that the mapping reads</summary>
        ${table<Cell>(
          "Cells of the row",
          [
            { head: "Column", rowHeader: true, cell: ({ column }) => data(column) },
            { head: "Value", wide: true, cell: shown },
          ],
          of.cells,
        )}
      </details>`
    }
    ${
      of.origins.length > 0 &&
      html`<details>
        <summary>Mapped fields</summary>
        ${table<Explanation["origins"][number]>(
          "Fields",
          [
            { head: "Field", rowHeader: true, cell: ({ field }) => data(field) },
            {
              head: "Value",
              wide: true,
              cell: ({ value, why }) =>
                value === null ? html`<i>unchanged</i>${why !== null && html`<small>${prose(why)}</small>`}` : data(value),
            },
            { head: "From", cell: ({ cells }) => lines(cells.map(({ column }) => data(column))) },
            { head: "Line", cell: ({ at }) => html`<code>${data(at)}</code>` },
          ],
          of.origins,
        )}
      </details>`
    } `;
}

/** Draws the current groups with the rules that give them, and the effect of the next run. */
export function next(of: Explanation): Html {
  return html`${groups(of)}
    <section class="card" aria-labelledby="next">
      <h2 id="next">The next run</h2>
      <p>${prose(of.next)}</p>
      ${changes(of)} ${rejected(of)}
    </section>`;
}

function where({ file, row, rows, conflict, nearestKey }: Explanation): HtmlValue {
  if (rows.length === 0)
    return html`No row of ${data(fileName(file))} has this key.${nearestKey !== null && html` The closest key is ${data(nearestKey)}.`}`;
  if (conflict) return html`Rows ${rows.join(", ")} of ${data(fileName(file))} have this key and differ, so all of them are rejected.`;
  return html`Row ${row ?? rows[0]} of ${data(fileName(file))}.`;
}

function shown({ value }: Cell): HtmlValue {
  if (value === null) return html`<i>the row ends before it</i>`;
  return value === "" ? html`<i>blank</i>` : data(value);
}

function rejected({ rejects, notes, undecided }: Explanation): Html {
  return html`${rejects.map(({ message }) => html`<p class="problem">${prose(message)}</p>`)}
  ${notes.map(({ message }) => html`<p class="warn">${prose(message)}</p>`)}
  ${undecided.map((one) => html`<p class="warn">Rule ${rule(one)} cannot be decided, because ${prose(one.why)}. Its groups stay as they are.</p>`)}`;
}

function changes({ outcome }: Explanation): Html | null {
  if (outcome === null) return null;
  const all = [
    ...outcome.fields.map(
      ({ field, from, to }) => html`${data(field)}: ${from === null ? html`<i>not known</i>` : html`“${data(from)}”`} → “${data(to)}”`,
    ),
    ...outcome.gains.map((group) => html`joins ${groupPath(group)}`),
    ...outcome.losses.map((group) => html`leaves ${groupPath(group)}, after a decision`),
  ];
  return all.length === 0
    ? null
    : html`<ul>
        ${all.map((one) => html`<li>${one}</li>`)}
      </ul>`;
}

function groups({ groups: given, current, readAt }: Explanation): Html {
  const now = new Map(current.map(({ group, managed }) => [group, managed]));
  const rows = [
    ...given.map((one) => ({ ...one, is: now.has(one.group), managed: now.get(one.group) ?? true })),
    ...current
      .filter(({ group }) => !given.some((one) => one.group === group))
      .map(({ group, managed }) => ({ group, rule: null, at: "", known: true, cells: [] as Cell[], is: true, managed })),
  ];
  return html`${
    rows.length === 0
      ? html`<p class="soft">In no group, and no rule gives any.</p>`
      : table<(typeof rows)[number]>(
          "Groups now",
          [
            { head: "Group", rowHeader: true, cell: ({ group }) => groupPath(group) },
            {
              head: "In the service",
              cell: ({ is, known, managed }) =>
                is ? `Yes${managed ? "" : ", not managed"}` : known ? "No" : "The service has no such group",
            },
            {
              head: "Given by",
              wide: true,
              cell: ({ rule: name, at, cells }) =>
                name === null
                  ? "No rule"
                  : html`${rule({ rule: name, at })}<small
                        >${lines(cells.map((cell) => html`${data(cell.column)}: ${shown(cell)}`))}</small
                      >`,
            },
          ],
          rows,
        )
  }${readAt !== null && html`<p class="soft">Memberships as of ${time(readAt)}.</p>`}`;
}
