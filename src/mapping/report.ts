import { fact, type Fact } from "../domain/facts/fact.ts";
import type { RowNote } from "../domain/person.ts";
import type { Reject } from "../domain/record.ts";

/** Collects the rejects and notes of one row while it is mapped. */
export class RowReport {
  readonly row: number;
  readonly rejects: Reject[] = [];
  readonly notes: RowNote[] = [];
  /**
   * For a leaver and for a row out of scope, only the key matters: an invalid birth date must not keep the account
   * active. A reject becomes a note, and the field is left out.
   */
  readonly lenient: boolean;

  /** The blank cell because of which the last field that was read has no value. */
  blank: number | undefined;
  /** Why it is unknown. */
  open: { column: string; why: Fact } | null = null;

  constructor(row: number, lenient: boolean) {
    this.row = row;
    this.lenient = lenient;
  }

  reject(column: string | null, code: string, why: Fact): void {
    if (this.lenient) this.note(column, code, why);
    else this.rejects.push({ row: this.row, column, code, fact: why });
  }

  /** Reports an expression of a field that cannot be decided. */
  undecided(field: string, column: string, why: Fact): void {
    this.open = { column, why };
    this.note(column, "undecided_value", fact("field.left_undecided", { field, why }));
  }

  note(column: string | null, code: string, why: Fact): void {
    this.notes.push({ column, code, fact: why });
  }
}
