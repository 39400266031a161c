import { cell, column, count, facts, groupPath, type FactsOf } from "../values.ts";

const changed = { changes: facts, people: count, group: groupPath };

/** Why HR's data no longer gives people a membership. */
export const removalFacts = {
  "removal.value_changed": changed,
  "removal.changed_back": changed,
  "removal.leaver": { people: count, group: groupPath },
  "removal.mapping_changed": { people: count, group: groupPath },
  "removal.added_by_hand": { people: count, group: groupPath },
  /** No deciding cell is known. */
  "removal.not_assigned": { people: count, group: groupPath },

  /** The person was erased, so nothing else is known. */
  "removal.erased": {},

  /** The cells that decided it. */
  "cell.changed": { column, before: cell, now: cell },
  /** The same, where others of these people have another change. */
  "cell.changed_of_some": { column, before: cell, now: cell, people: count },
  /** Its values are sensitive. */
  "cell.changed_hidden": { column },
  /** Changes that are left out, because there are too many. */
  "cell.more_changes": { changes: count },
} as const satisfies FactsOf;
