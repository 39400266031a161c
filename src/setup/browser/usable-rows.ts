import { textOf, type Person } from "../../domain/person.ts";

/** Why a row is not used. */
export interface RowReject {
  code: string;
  column: string;
}

/** The parts of a row that decide whether it is used beside the others. */
interface KnownRow {
  row: number;
  key: string;
  /** The cells; equal ones make the same row. */
  digest: string;
  names: Readonly<Record<"username" | "email", string>> | null;
}

/**
 * Decides which rows of a file a run would use, with the rules of a run: equal rows of a key collapse into the first,
 * different ones are all rejected, and so are people who share a username or an e-mail address.
 */
export class UsableRows {
  readonly #rows: KnownRow[] = [];
  readonly #rejected = new Map<number, RowReject>();
  readonly #repeated = new Set<number>();

  add(row: number, key: string, digest: string, person: Person | null): void {
    const name = (field: string): string => (person === null ? "" : textOf(person.user, field).normalize("NFC").toLowerCase());
    this.#rows.push({ row, key, digest, names: person === null ? null : { username: name("username"), email: name("email") } });
  }

  /** Rejects a row for its own values. A row without a key concerns no other row. */
  reject(row: number, why: RowReject): void {
    this.#rejected.set(row, why);
  }

  /** @param columns the columns of the two names */
  settle(columns: Readonly<Record<"username" | "email", string>>): { rejected: Map<number, RowReject>; repeated: ReadonlySet<number> } {
    for (const rows of groupBy(this.#rows, ({ key }) => key)) this.#settleKey(rows);
    for (const field of ["username", "email"] as const) {
      const used = this.#rows.filter(({ row, names }) => names !== null && names[field] !== "" && this.isUsed(row));
      for (const rows of groupBy(used, ({ names }) => names?.[field] ?? ""))
        if (rows.length > 1) for (const { row } of rows) this.reject(row, { code: `shared_${field}`, column: columns[field] });
    }
    return { rejected: this.#rejected, repeated: this.#repeated };
  }

  isUsed(row: number): boolean {
    return !this.#rejected.has(row) && !this.#repeated.has(row);
  }

  #settleKey(rows: readonly KnownRow[]): void {
    if (rows.length < 2) return;
    const differ = new Set(rows.map(({ digest }) => digest)).size > 1;
    for (const [at, { row }] of rows.entries()) {
      if (differ) this.reject(row, { code: "conflicting_rows", column: "" });
      else if (at > 0) {
        this.#repeated.add(row);
        this.#rejected.delete(row);
      }
    }
  }
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const known = groups.get(keyOf(one));
    if (known === undefined) groups.set(keyOf(one), [one]);
    else known.push(one);
  }
  return [...groups.values()];
}
