import type { DecidedImpact } from "../domain/explanation.ts";
import { itemCounts } from "../reporting/removals/advice-labels.ts";
import { storedImpact } from "../reporting/removals/stored-impact.ts";
import { loadGroupImpacts } from "../store/review/impact.ts";
import type { Removal } from "../store/review/removals.ts";
import type { Db } from "../store/schema/tables.ts";

/** The trail has an entry for each removal, so its entries stay small. */
const MAX_ITEMS = 10;
const MAX_NAME_LENGTH = 200;

/** Returns what each removal's group gives now, by removal; without those whose impact is not known. */
export async function impactsNow(
  db: Db,
  removals: readonly Pick<Removal, "id" | "account" | "group_id">[],
  now: Date,
): Promise<Map<string, DecidedImpact>> {
  const impacts = new Map<string, DecidedImpact>();
  for (const [account, theirs] of Map.groupBy(removals, (removal) => removal.account)) {
    const groups = await loadGroupImpacts(db, account, [...new Set(theirs.map(({ group_id: group }) => group))]);
    for (const { id, group_id: group } of theirs) {
      // A person's progress is sealed and deleted with the decision, so the trail gets only what the group gives.
      const { items, items_known: known, as_of: at } = storedImpact(groups.get(group), undefined, now);
      const named = items.slice(0, MAX_ITEMS).map(({ kind, name, due }) => ({ kind, name: name.slice(0, MAX_NAME_LENGTH), due }));
      if (known && at !== null) impacts.set(id, { ...itemCounts(items), as_of: at, items: named });
    }
  }
  return impacts;
}
