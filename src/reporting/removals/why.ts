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
      const changed = t("In row {row}, {changes}; {rules} assigned {group} and no longer does.", {
        row,
        changes: list(changes),
        rules,
        group,
      });
      return evidence.kind === "changed_back" ? `${changed} ${t("The row is back to its values before the last change.")}` : changed;
    }
    case "leaver":
      return t("According to row {row}, the person has left, and the policy asks for a review of leavers’ memberships.", { row });
    case "mapping_changed": {
      const former = namesOf(evidence.formerly);
      return [
        changes.length === 0 ? t("The row is unchanged, but the mapping changed.") : t("The row and the mapping changed."),
        ...(former === null ? [] : [t("Before, {rules} assigned the group.", { rules: former })]),
        rules === null
          ? t("Now no rule assigns {group} to this person.", { group })
          : t("Now {rules} no longer assigns {group} to this person.", { rules, group }),
      ].join(" ");
    }
    case "added_by_hand":
      return [
        rules === null
          ? t("The person is in {group}, but no rule assigns this group to anyone.", { group })
          : t("The person is in {group}, but {rules} does not assign it for row {row}.", { group, rules, row }),
        t("Someone probably added the membership in the service."),
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
  if (before === now) return t("{column} changed (its values are not shown)", { column });
  return t("{column} changed from {before} to {now}", { column, before: valueText(before), now: valueText(now) });
}

/** Quotes a cell’s value, and names one that is missing or blank. */
export function valueText(value: string | null): string {
  if (value === null) return t("(nothing)");
  return value === "" ? t("(blank)") : t("“{text}”", { text: value });
}

/** Names rules with their places; `null`: there is none. */
export function namesOf(rules: readonly { rule: string; at: string }[]): string | null {
  return rules.length === 0 ? null : list(rules.map(({ rule, at }) => t("rule “{rule}” ({at})", { rule, at })));
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
  const noLonger = t("HR’s data no longer puts {people, plural, one {this person} other {these people}} in {group}.", { people, group });
  switch (kind) {
    case "leaver":
      return t("According to HR, {people, plural, one {this person has} other {these people have}} left.", { people });
    case "mapping_changed":
      return t("The rules changed. They no longer put {people, plural, one {this person} other {these people}} in {group}.", {
        people,
        group,
      });
    case "added_by_hand":
      return t(
        "HR’s data does not put {people, plural, one {this person} other {these people}} in {group}. Someone probably added {people, plural, one {the membership} other {the memberships}} in the learning service.",
        { people, group },
      );
    default: {
      const changes = cells.filter(hasChanged).map(changeText);
      const changed = changes.length === 0 ? noLonger : `${list(changes)}. ${noLonger}`;
      return kind === "changed_back" ? `${changed} ${t("The row is back to its values before the last change.")}` : changed;
    }
  }
}
