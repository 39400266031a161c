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
      return t("“{from}” seems to be renamed to “{to}”. Remove {n, plural, one {# person} other {# people}} from the old group?", {
        from,
        to: to ?? "",
        n,
      });
    case "split":
      return t("“{from}” seems to be split into {parts} groups. Remove {n, plural, one {# person} other {# people}} from the old group?", {
        from,
        parts: gains.length,
        n,
      });
    case "leaver":
      return one
        ? t("{name} left the company. Remove this person from {from}?", { name, from })
        : t("{n, plural, one {# person} other {# people}} left the company. Remove them from {from}?", { n, from });
    case "changed_back":
      return one
        ? t("The HR data of {name} changed back. Remove this person from {from}?", { name, from })
        : t("The HR data of {n, plural, one {# person} other {# people}} changed back. Remove them from {from}?", { n, from });
    case "mapping_changed":
      return one
        ? t("The rules changed and no longer assign {from}. Remove {name} from it?", { name, from })
        : t("The rules changed and no longer assign {from}. Remove {n, plural, one {# person} other {# people}} from it?", { n, from });
    case "added_by_hand":
      return one
        ? t("Someone added {name} to {from} in the learning service. Remove this membership?", { name, from })
        : t("Someone added {n, plural, one {# person} other {# people}} to {from} in the learning service. Remove these memberships?", {
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
      ? t("{name} loses {group}.", { name, group })
      : t("{name} loses {group} and gains {gain}.", { name, group, gain: most.group });
  const lose = t("{n, plural, one {# person loses} other {# people lose}} {group}", { n, group });
  if (most === undefined) return `${lose}.`;
  const parts = gains
    .slice(0, kind === "split" ? MAX_GAINS : 1)
    .map(({ group: gain, people }) => t("{people, plural, one {# of them gains} other {# of them gain}} {gain}", { people, gain }));
  const rest =
    kind === "split" && gains.length > MAX_GAINS
      ? [t("{n, plural, one {# more group} other {# more groups}}", { n: gains.length - MAX_GAINS })]
      : [];
  const sentence = `${lose}; ${list([...parts, ...rest])}`;
  return kind === "renamed"
    ? t("{sentence}: renamed?", { sentence })
    : kind === "split"
      ? t("{sentence}: split?", { sentence })
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
    return to === null
      ? t("The HR data of {name} changed. Remove this person from {from}?", { name, from })
      : t("{name} moved to {to}. Remove this person from {from}?", { name, to, from });
  if (to === null) return t("The HR data of {n, plural, one {# person} other {# people}} changed. Remove them from {from}?", { n, from });
  return several
    ? t("{n, plural, one {# person} other {# people}} moved to other groups. Remove them from {from}?", { n, from })
    : t("{n, plural, one {# person} other {# people}} moved to {to}. Remove them from {from}?", { n, to, from });
}

const lastStep = (path: string): string => path.split("/").at(-1) ?? path;
