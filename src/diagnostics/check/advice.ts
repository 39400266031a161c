import { counted } from "../../domain/finding.ts";
import { shownText } from "../../domain/names.ts";
import type { Cells } from "../../domain/record.ts";
import { countRejects } from "../../store/runs/staging.ts";
import type { CountedNote } from "../../pipeline/extract/notes.ts";
import type { Session } from "../../session/session.ts";
import { LOOKED_AT_ROWS, choosingColumn } from "../../source/choosing-column.ts";

/** Fewer people with shared addresses are mistakes to correct. */
const MIN_SHARED = 5;

/** The first rows of a file with their keys, which show what tells apart the rows of one key. */
export class FirstRows {
  readonly #keys = new Map<Cells, string | null>();
  #header: readonly string[] = [];

  see(cells: Cells, key: string | null, header: readonly string[]): void {
    this.#header = header;
    if (this.#keys.size < LOOKED_AT_ROWS) this.#keys.set(cells, key);
  }

  choosing(isHidden: (column: string) => boolean) {
    return choosingColumn(this.#header, [...this.#keys.keys()], (cells) => this.#keys.get(cells) ?? null, isHidden);
  }
}

/** Returns notes that name the setting for which many rows are rejected. */
export async function settingNotes({ state, job, mapping }: Session, run: string, first: FirstRows): Promise<CountedNote[]> {
  const rejected = await countRejects(state.db, run);
  const notes: CountedNote[] = [];
  const conflicting = rejected.get("conflicting_rows") ?? 0;
  const found = conflicting > 0 && job.source.keep === null ? first.choosing((column) => mapping.sensitiveColumns.has(column)) : null;
  if (found !== null) {
    const setting = `source: { rows: { keep: { column: ${JSON.stringify(found.column)}, values: [${JSON.stringify(found.value)}] } } }`;
    const scope = mapping.scope === null ? "" : " `scope` does not choose rows: it decides on people, after their rows are compared.";
    notes.push({
      code: "rows_of_one_key",
      column: found.column,
      rows: conflicting,
      examples: [],
      message: `Rows of one key differ, so none of them is used. “${shownText(found.column)}” tells them apart: one row of each key has “${shownText(found.value)}”. To use that row, set \`${setting}\` in the job.${scope}`,
    });
  }
  const [username = "", email = ""] = ["username", "email"].map((field) => mapping.fieldColumns.get(field));
  const isUsername = username === email && email !== "";
  const shared = (rejected.get("shared_email") ?? 0) + (isUsername ? (rejected.get("shared_username") ?? 0) : 0);
  if (shared >= MIN_SHARED && mapping.sharedAddress === null) {
    const before = isUsername ? "use another column for the username, and " : "";
    notes.push({
      code: "shared_addresses",
      column: email === "" ? null : email,
      rows: shared,
      examples: [],
      message: `${counted(shared, "row")} share an e-mail address with another key, so none of them is used. If these people really share it, ${before}set \`user.email: { column: ${JSON.stringify(email)}, shared: allow }\` in the mapping.`,
    });
  }
  return notes;
}
