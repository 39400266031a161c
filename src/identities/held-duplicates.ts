import { historyOf } from "../store/runs/operations.ts";
import type { Db } from "../store/schema/tables.ts";

/** A key that may be the same person, and its account. */
export interface HeldDuplicate {
  key: string;
  user_id: string | null;
}

/** Returns the possible duplicates for which the last run blocked a person. */
export async function heldDuplicates(db: Db, account: string, key: string): Promise<HeldDuplicate[]> {
  const [last] = await historyOf(db, account, key);
  if (last?.status !== "held" || last.code !== "same_person") return [];
  return (last.changes as { alike?: HeldDuplicate[] }).alike ?? [];
}

/** Returns whether the last run blocked a person because their key may belong to another person now. */
export async function isAnotherPersonAsked(db: Db, account: string, key: string): Promise<boolean> {
  const [last] = await historyOf(db, account, key);
  return last?.status === "held" && last.code === "another_person";
}
