import { fact } from "../../domain/facts/fact.ts";
import { shownText } from "../../domain/names.ts";
import type { Cells } from "../../domain/record.ts";
import { countRejects } from "../../store/runs/rejects.ts";
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
    notes.push({
      code: "rows_of_one_key",
      column: found.column,
      rows: conflicting,
      examples: [],
      fact: fact(mapping.scope === null ? "rows.told_apart" : "rows.told_apart_before_scope", {
        column: shownText(found.column),
        value: shownText(found.value),
        setting,
      }),
    });
  }
  const [username = "", email = ""] = ["username", "email"].map((field) => mapping.fieldColumns.get(field));
  const isUsername = username === email && email !== "";
  const shared = (rejected.get("shared_email") ?? 0) + (isUsername ? (rejected.get("shared_username") ?? 0) : 0);
  if (shared >= MIN_SHARED && mapping.sharedAddress === null) {
    const setting = `user.email: { column: ${JSON.stringify(email)}, shared: allow }`;
    notes.push({
      code: "shared_addresses",
      column: email === "" ? null : email,
      rows: shared,
      examples: [],
      fact: fact(isUsername ? "rows.share_address_and_username" : "rows.share_address", { n: shared, setting }),
    });
  }
  return notes;
}
