import { changedCells } from "../../domain/facts/changed-cells.ts";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import { factText } from "../fact-text.ts";
import type { StoredEvidence } from "./evidence.ts";

/** Why the membership of each of several people in one group is no longer given. */
export type Reason = Pick<StoredEvidence, "kind" | "cells">;

/** Returns why people lose a group for one reason: the fact that pages, reports, mail and JSON say. */
export function removalFact(group: string, reasons: readonly Reason[]): Fact {
  const known = reasons.filter(({ kind }) => kind !== "erased");
  if (known.length === 0 && reasons.length > 0) return fact("removal.erased", {});
  const values = { people: reasons.length, group };
  const changes = changedCells(known);
  switch (known[0]?.kind) {
    case "leaver":
      return fact("removal.leaver", values);
    case "mapping_changed":
      return fact("removal.mapping_changed", values);
    case "added_by_hand":
      return fact("removal.added_by_hand", values);
    default:
      if (changes.length === 0) return fact("removal.not_assigned", values);
      return fact(known[0]?.kind === "changed_back" ? "removal.changed_back" : "removal.value_changed", { ...values, changes });
  }
}

/** Says it in the reader's language. */
export function removalReason(group: string, reasons: readonly Reason[]): string {
  return factText(removalFact(group, reasons));
}
