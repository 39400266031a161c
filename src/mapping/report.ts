import type { RowNote } from "../model/person.ts";
import type { Reject } from "../model/record.ts";

/** What is found about one row while it is mapped. */
export class RowReport {
  readonly row: number;
  readonly rejects: Reject[] = [];
  readonly notes: RowNote[] = [];
  /**
   * A leaver's row needs to say only who leaves: a bad birth date must not keep the account open. What would
   * reject the row is then noted, and the field left out.
   */
  readonly leaving: boolean;

  constructor(row: number, leaving: boolean) {
    this.row = row;
    this.leaving = leaving;
  }

  reject(column: string | null, code: string, message: string): void {
    if (this.leaving) this.note(column, code, message);
    else this.rejects.push({ row: this.row, column, code, message });
  }

  note(column: string | null, code: string, message: string): void {
    this.notes.push({ column, code, message });
  }
}
