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
      return t("Left ({cells}): memberships under review, {group}.", {
        cells: cells.map(({ column, now }) => t("{name}: {value}", { name: column, value: valueText(now) })).join(", "),
        group,
      });
    case "mapping_changed": {
      const former = namesOf(formerly);
      const now = namesOf(rules);
      return [
        t("The mapping no longer assigns {group}.", { group }),
        ...(former === null ? [] : [t("Before, {rules} assigned the group.", { rules: former })]),
        now === null ? t("Now no rule assigns it to anyone.") : t("Now {rules} assigns it only to others.", { rules: now }),
      ].join(" ");
    }
    case "added_by_hand":
      return t("In {group}, which no rule assigns to them. Added manually in the service?", { group });
    default:
      return t("{changes}: no longer in {group}.", {
        changes: cells
          .filter(hasChanged)
          .map(({ column, before, now }) =>
            before === now
              ? t("{column} changed", { column })
              : t("{name}: {value}", { name: column, value: `${valueText(before)} → ${valueText(now)}` }),
          )
          .join("; "),
        group,
      });
  }
}
