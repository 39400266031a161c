import { currentReader } from "../locales/reader.ts";
import { t } from "../locales/t.ts";
import { hasChanged, type StoredEvidence } from "./evidence.ts";
import { namesOf, valueText } from "./why.ts";

/** The facts that the people of a cause share. */
export interface CauseFacts extends Pick<StoredEvidence, "cells" | "rules" | "formerly"> {
  kind: string;
  group: string;
  /** As it is stored, in English. */
  text: string;
}

/** Says why the people of a cause lose the group: the stored text, or the same in the reader's language. */
export function causeSentence({ kind, cells, rules, formerly, group, text }: CauseFacts): string {
  if (currentReader().language === "en") return /[.?]$/.test(text) ? text : `${text}.`;
  switch (kind) {
    case "leaver":
      return t("review.left_cells_memberships", {
        cells: cells.map(({ column, now }) => t("history.name_value", { name: column, value: valueText(now) })).join(", "),
        group,
      });
    case "mapping_changed": {
      const former = namesOf(formerly);
      const now = namesOf(rules);
      return [
        t("review.mapping_no_longer", { group }),
        ...(former === null ? [] : [t("review.before_rules_assigned", { rules: former })]),
        now === null ? t("review.now_no_rule_assigns_anyone") : t("review.now_rules_assigns", { rules: now }),
      ].join(" ");
    }
    case "added_by_hand":
      return t("review.group_which_no", { group });
    default:
      return t("review.changes_no_longer", {
        changes: cells
          .filter(hasChanged)
          .map(({ column, before, now }) =>
            before === now
              ? t("review.column_changed", { column })
              : t("history.name_value", { name: column, value: `${valueText(before)} → ${valueText(now)}` }),
          )
          .join("; "),
        group,
      });
  }
}
