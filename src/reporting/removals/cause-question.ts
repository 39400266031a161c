import { list } from "../locales/formats.ts";
import { t } from "../locales/t.ts";

/** More gains are only counted. */
const MAX_GAINS = 5;

/** Why several people lose one group. */
export type CauseKind = "renamed" | "split" | "moved" | "changed_back" | "leaver" | "mapping_changed" | "added_by_hand";

/** The facts of a cause that its question names. */
export interface QuestionFacts {
  kind: CauseKind;
  group: string;
  gains: readonly { group: string; people: number }[];
  people: number;
  /** The name of the only person. */
  name: string;
}

/** Asks in the reader's language whether to remove the people of a cause. */
export function causeQuestion({ kind, group, gains, people: n, name }: QuestionFacts): string {
  const from = lastStep(group);
  const to = gains[0] === undefined ? null : lastStep(gains[0].group);
  const one = n === 1;
  switch (kind) {
    case "renamed":
      return t("review.seems_renamed_remove", {
        from,
        to: to ?? "",
        n,
      });
    case "split":
      return t("review.seems_split_into", {
        from,
        parts: gains.length,
        n,
      });
    case "leaver":
      return one ? t("review.name_left_company_remove_person", { name, from }) : t("review.people_left_company", { n, from });
    case "changed_back":
      return one ? t("review.hr_data_name_changed_back", { name, from }) : t("review.hr_data_people_changed_back", { n, from });
    case "mapping_changed":
      return one
        ? t("review.rules_changed_no_longer_assign_remove_name", { name, from })
        : t("review.rules_changed_no_longer_assign_remove_people", { n, from });
    case "added_by_hand":
      return one
        ? t("review.someone_added_name", { name, from })
        : t("review.someone_added_people", {
            n,
            from,
          });
    case "moved":
      return movedQuestion({ from, to, n, name, several: gains.length > 1 });
  }
}

/** Says in the reader's language who loses which group and, if several people gain the same one, which they gain. */
export function causeSentence({ kind, group, gains, people: n, name }: QuestionFacts): string {
  const [most] = gains;
  if (n === 1)
    return most === undefined
      ? t("report.name_loses_group", { name, group })
      : t("report.name_loses_group_gains", { name, group, gain: most.group });
  const lose = t("report.people_lose_group", { n, group });
  if (most === undefined) return `${lose}.`;
  const parts = gains
    .slice(0, kind === "split" ? MAX_GAINS : 1)
    .map(({ group: gain, people }) => t("report.people_gain_gain", { people, gain }));
  const rest = kind === "split" && gains.length > MAX_GAINS ? [t("report.more_groups", { n: gains.length - MAX_GAINS })] : [];
  const sentence = `${lose}; ${list([...parts, ...rest])}`;
  return kind === "renamed"
    ? t("report.sentence_renamed", { sentence })
    : kind === "split"
      ? t("report.sentence_split", { sentence })
      : `${sentence}.`;
}

function movedQuestion({
  from,
  to,
  n,
  name,
  several,
}: {
  from: string;
  to: string | null;
  n: number;
  name: string;
  several: boolean;
}): string {
  if (n === 1)
    return to === null ? t("review.hr_data_name_changed_remove", { name, from }) : t("review.name_moved_remove_person", { name, to, from });
  if (to === null) return t("review.hr_data_people_changed_remove", { n, from });
  return several ? t("review.people_moved_other", { n, from }) : t("review.people_moved_remove", { n, to, from });
}

const lastStep = (path: string): string => path.split("/").at(-1) ?? path;
