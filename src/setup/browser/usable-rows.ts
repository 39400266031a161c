/** Why a row is not used. */
export interface RowReject {
  code: string;
  column: string;
}

/** The parts of a row that decide whether it is used beside the others. */
export interface KnownRow {
  row: number;
  key: string;
  /** Of the cells; equal ones make the same row. */
  digest: string;
  /** In the form in which names are compared; blank for a row without a person, and for leavers. */
  names: Readonly<Record<"username" | "email", string>>;
}

/**
 * Rejects rows by the rules of a run: different rows of a key are all rejected, and so are people who share a username or an
 * e-mail address. Equal rows of a key collapse into the first.
 * @param rejected the rows that are rejected for their own values, to which the others are added
 * @param columns the columns of the two names
 * @returns the rows that repeat another one
 */
export function settleRows(
  rows: readonly KnownRow[],
  rejected: Map<number, RowReject>,
  columns: Readonly<Record<"username" | "email", string>>,
): ReadonlySet<number> {
  const repeated = new Set<number>();
  const reject = (of: readonly KnownRow[], why: RowReject): void => {
    for (const { row } of of) rejected.set(row, why);
  };
  for (const same of Map.groupBy(rows, ({ key }) => key).values()) {
    if (new Set(same.map(({ digest }) => digest)).size > 1) reject(same, { code: "conflicting_rows", column: "" });
    else
      for (const { row } of same.slice(1)) {
        repeated.add(row);
        rejected.delete(row);
      }
  }
  for (const field of ["username", "email"] as const) {
    const used = rows.filter(({ row, names }) => names[field] !== "" && !rejected.has(row) && !repeated.has(row));
    for (const same of Map.groupBy(used, ({ names }) => names[field]).values())
      if (same.length > 1) reject(same, { code: `shared_${field}`, column: columns[field] });
  }
  return repeated;
}
