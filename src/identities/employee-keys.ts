import { fact, type Fact } from "../domain/facts/fact.ts";
import { isShortened } from "../domain/names.ts";
import type { Intent } from "../store/identities/intents.ts";

/** One row of an identity file: an employee key and its account. */
export interface IdentityRow {
  row: number;
  key: string;
  userId: string;
  /** The row has the right number of cells, and its `user_id` is a UUID. */
  readable: boolean;
}

export interface SortedIdentities {
  fresh: { key: string; userId: string }[];
  /** Rows whose link already exists. */
  known: number;
  conflicts: { row: number; code: string; fact: Fact }[];
}

/** Sorts rows into new links, existing links, and conflicts with each other or with existing links. */
export function sortIdentities(rows: readonly IdentityRow[], links: readonly { key: string; user_id: string }[]): SortedIdentities {
  const byKey = new Map(links.map((link) => [link.key, link.user_id]));
  const byUser = new Map(links.map((link) => [link.user_id, link.key]));
  const idsOfKey = distinct(
    rows,
    (row) => row.key,
    (row) => row.userId,
  );
  const keysOfId = distinct(
    rows,
    (row) => row.userId,
    (row) => row.key,
  );
  const sorted: SortedIdentities = { fresh: [], known: 0, conflicts: [] };
  const taken = new Set<string>();
  for (const row of rows) {
    const conflict = conflictOf(row, byKey, byUser, idsOfKey, keysOfId);
    if (conflict !== null) sorted.conflicts.push({ row: row.row, ...conflict });
    else if (byKey.has(row.key)) sorted.known += 1;
    else if (!taken.has(row.key)) {
      taken.add(row.key);
      sorted.fresh.push({ key: row.key, userId: row.userId });
    }
  }
  return sorted;
}

/** Turns a link into a conflict if the person has an unconfirmed create and the account is not one of its candidates. */
export function withoutDoubtful(sorted: SortedIdentities, rows: readonly IdentityRow[], unsettled: readonly Intent[]): SortedIdentities {
  const candidates = new Map(unsettled.map(({ key, evidence }) => [key, evidence?.candidates ?? []]));
  const doubtful = (pair: { key: string; userId: string }): boolean => candidates.get(pair.key)?.includes(pair.userId) === false;
  const conflicts = sorted.fresh.filter(doubtful).map(({ key, userId }) => ({
    row: rows.find((row) => row.key === key && row.userId === userId)?.row ?? 0,
    code: "unsettled_create",
    fact: fact("identity.create_unconfirmed", { key, account: userId }),
  }));
  return { ...sorted, fresh: sorted.fresh.filter((pair) => !doubtful(pair)), conflicts: [...sorted.conflicts, ...conflicts] };
}

function conflictOf(
  { key, userId, readable }: IdentityRow,
  byKey: ReadonlyMap<string, string>,
  byUser: ReadonlyMap<string, string>,
  idsOfKey: ReadonlyMap<string, ReadonlySet<string>>,
  keysOfId: ReadonlyMap<string, ReadonlySet<string>>,
): { code: string; fact: Fact } | null {
  if (key === "") return { code: "missing_key", fact: fact("identity.key_blank", {}) };
  if (isShortened(key)) return { code: "shortened_key", fact: fact("identity.key_shortened", { key }) };
  if (!readable) return { code: "invalid_id", fact: fact("identity.id_invalid", { key }) };
  const linked = byKey.get(key);
  if (linked !== undefined && linked !== userId)
    return { code: "key_linked", fact: fact("identity.key_linked", { key, linked, account: userId }) };
  const owner = byUser.get(userId);
  if (owner !== undefined && owner !== key)
    return { code: "account_linked", fact: fact("identity.account_linked", { account: userId, owner, key }) };
  // This row agrees with the existing link; a contradiction is reported for the other rows.
  if (linked === userId) return null;
  if ((idsOfKey.get(key)?.size ?? 0) > 1) return { code: "key_twice", fact: fact("identity.key_twice", { key }) };
  if ((keysOfId.get(userId)?.size ?? 0) > 1) return { code: "account_twice", fact: fact("identity.account_twice", { account: userId }) };
  return null;
}

function distinct(
  rows: readonly IdentityRow[],
  by: (row: IdentityRow) => string,
  of: (row: IdentityRow) => string,
): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const row of rows) {
    const values = found.get(by(row)) ?? new Set();
    values.add(of(row));
    found.set(by(row), values);
  }
  return found;
}
