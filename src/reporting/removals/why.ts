import type { Removal } from "../../store/review/removals.ts";
import { list } from "../locales/formats.ts";
import { currentReader } from "../locales/reader.ts";
import { t } from "../locales/t.ts";
import { evidenceOf, hasChanged, type StoredEvidence } from "./evidence.ts";

/** Returns why HR no longer gives a membership: the stored sentence, or the same from the evidence in the reader's language. */
export function whyText(removal: Pick<Removal, "evidence" | "group_path" | "why">): string {
  if (currentReader().language === "en") return removal.why;
  const evidence = evidenceOf(removal);
  const row = String(evidence.row);
  const group = removal.group_path;
  const rules = namesOf(evidence.rules);
  const changes = evidence.cells.filter(hasChanged).map(changeText);
  switch (evidence.kind) {
    case "value_changed":
    case "changed_back": {
      if (changes.length === 0 || rules === null) return removal.why;
      const changed = t("review.row_row_changes", {
        row,
        changes: list(changes),
        rules,
        group,
      });
      return evidence.kind === "changed_back" ? `${changed} ${t("review.row_back_values")}` : changed;
    }
    case "leaver":
      return t("review.according_row_row", { row });
    case "mapping_changed": {
      const former = namesOf(evidence.formerly);
      return [
        changes.length === 0 ? t("review.row_unchanged_but") : t("review.row_mapping_changed"),
        ...(former === null ? [] : [t("review.before_rules_assigned", { rules: former })]),
        rules === null ? t("review.now_no_rule_assigns_group", { group }) : t("review.now_rules_no", { rules, group }),
      ].join(" ");
    }
    case "added_by_hand":
      return [
        rules === null ? t("review.person_group_but_no", { group }) : t("review.person_group_but_rules", { group, rules, row }),
        t("review.someone_probably_added"),
      ].join(" ");
    default:
      return removal.why;
  }
}

/** Returns the sentence without the places of rules in the mapping, which only administrators need. */
export function withoutPlaces(sentence: string): string {
  return sentence.replaceAll(/ \([^()]*\.ya?ml:\d+\)/g, "");
}

function changeText({ column, before, now }: StoredEvidence["cells"][number]): string {
  if (before === now) return t("review.column_changed_values", { column });
  return t("review.column_changed_before", { column, before: valueText(before), now: valueText(now) });
}

/** Quotes a cell’s value, and names one that is missing or blank. */
export function valueText(value: string | null): string {
  if (value === null) return t("workbook.nothing");
  return value === "" ? t("workbook.blank") : t("history.text", { text: value });
}

/** Names rules with their places; `null`: there is none. */
export function namesOf(rules: readonly { rule: string; at: string }[]): string | null {
  return rules.length === 0 ? null : list(rules.map(({ rule, at }) => t("review.rule_rule", { rule, at })));
}

/** The facts that the people of a removal or a cause share. */
export interface ReasonOf {
  kind: string;
  cells: StoredEvidence["cells"];
  group: string;
  people: number;
}

/** Says why a membership is no longer given, for readers who do not know rules and rows: `whyText` has both. */
export function plainReason({ kind, cells, group, people }: ReasonOf): string {
  const noLonger = t("review.hr_data_no_longer_puts_people_group", { people, group });
  switch (kind) {
    case "leaver":
      return t("review.according_hr_people", { people });
    case "mapping_changed":
      return t("review.rules_changed_no_longer_put", {
        people,
        group,
      });
    case "added_by_hand":
      return t("review.hr_data_not", { people, group });
    default: {
      const changes = cells.filter(hasChanged).map(changeText);
      const changed = changes.length === 0 ? noLonger : `${list(changes)}. ${noLonger}`;
      return kind === "changed_back" ? `${changed} ${t("review.row_back_values")}` : changed;
    }
  }
}
