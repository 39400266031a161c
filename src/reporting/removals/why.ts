import { fact, type Fact } from "../../domain/facts/fact.ts";
import { factText } from "../fact-text.ts";
import { hasChanged, type StoredEvidence } from "./evidence.ts";

/** More changes of cells are only counted. */
const MAX_CHANGES = 6;

/** Why the membership of each of several people in one group is no longer given. */
export type Reason = Pick<StoredEvidence, "kind" | "cells">;

/** Returns why people lose a group for one reason: the fact that pages, reports, mail and JSON say. */
export function removalFact(group: string, reasons: readonly Reason[]): Fact {
  const values = { people: reasons.length, group };
  const changes = changesOf(reasons.map(({ cells }) => cells));
  switch (reasons[0]?.kind) {
    case "erased":
      return fact("removal.erased", {});
    case "leaver":
      return fact("removal.leaver", values);
    case "mapping_changed":
      return fact("removal.mapping_changed", values);
    case "added_by_hand":
      return fact("removal.added_by_hand", values);
    case "changed_back":
      return fact("removal.changed_back", { ...values, changes });
    default:
      return changes.length === 0 ? fact("removal.not_assigned", values) : fact("removal.value_changed", { ...values, changes });
  }
}

/** Says it in the reader's language. */
export function removalReason(group: string, reasons: readonly Reason[]): string {
  return factText(removalFact(group, reasons));
}

/** Returns the distinct changes of the deciding cells, the most frequent first. */
function changesOf(people: readonly StoredEvidence["cells"][]): Fact[] {
  const changed = people.flatMap((cells) => cells.filter(hasChanged));
  const distinct = [...Map.groupBy(changed, ({ column, before, now }) => JSON.stringify([column, before, now])).values()];
  const sorted = distinct.toSorted((a, b) => b.length - a.length);
  const shown = sorted.slice(0, MAX_CHANGES).flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { column, before, now } = first;
    if (before === now) return [fact("cell.changed_hidden", { column })];
    const n = others.length + 1;
    return [
      n === people.length
        ? fact("cell.changed", { column, before, now })
        : fact("cell.changed_of_some", { column, before, now, people: n }),
    ];
  });
  return sorted.length > MAX_CHANGES ? [...shown, fact("cell.more_changes", { changes: sorted.length - MAX_CHANGES })] : shown;
}

/** Returns the sentence without the places of rules in the mapping, which only administrators need. */
export function withoutPlaces(sentence: string): string {
  return sentence.replaceAll(/ \([^()]*\.ya?ml:\d+\)/g, "");
}
