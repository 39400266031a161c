import type { Removal } from "../../store/review/removals.ts";
import { aliasFor, type Alias } from "./cause-alias.ts";
import { causeDigest } from "./evidence-digest.ts";
import { evidenceOf } from "./evidence.ts";

/** Why several people lose one group: the question for the reviewer. */
export type CauseKind = "renamed" | "split" | "moved" | "changed_back" | "leaver" | "mapping_changed" | "added_by_hand";

/** Removals that one fact caused: one renamed value is one decision, not 143. */
export interface Cause {
  id: string;
  kind: CauseKind;
  text: string;
  group: string;
  people: Removal[];
  /** Groups that people of this cause gain instead, with their number: the sign of a rename or a split. */
  gains: { group: string; people: number }[];
  sentence: string;
  /** Asks the reviewer whether to remove these people. */
  question: string;
  /** Binds a decision on the whole cause to its evidence. */
  digest: string;
  /** For a likely rename or split: mapping lines that keep the group under the new name. */
  alias: Alias | null;
}

/** The people, and their share, from which a common gain means a rename or a split. */
const fewest = 3;
const share = 0.8;

/** Groups removals by cause, the largest first. */
export function byCause(removals: readonly Removal[]): Cause[] {
  return [...Map.groupBy(removals, ({ cause }) => cause)]
    .map(([id, people]) => causeOf(id, people))
    .sort((a, b) => b.people.length - a.people.length);
}

function causeOf(id: string, people: Removal[]): Cause {
  const gains = gainsOf(people);
  const first = people[0];
  const group = first?.group_path ?? "";
  const kind = kindOf(people, gains);
  const alias = kind === "renamed" || kind === "split" ? aliasFor(people) : null;
  const sentence = sentenceOf(kind, people, group, gains);
  return {
    id,
    kind,
    text: first?.cause_text ?? "",
    group,
    people,
    gains,
    sentence,
    question: questionOf(kind, people, group, gains),
    digest: causeDigest(people),
    alias,
  };
}

function gainsOf(people: readonly Removal[]): Cause["gains"] {
  const gained = new Map<string, number>();
  for (const removal of people) for (const group of new Set(evidenceOf(removal).gains)) gained.set(group, (gained.get(group) ?? 0) + 1);
  return [...gained]
    .map(([group, count]) => ({ group, people: count }))
    .sort((a, b) => b.people - a.people || a.group.localeCompare(b.group));
}

function kindOf(people: readonly Removal[], gains: Cause["gains"]): CauseKind {
  const kind = people[0] === undefined ? "" : evidenceOf(people[0]).kind;
  if (kind === "leaver" || kind === "mapping_changed" || kind === "added_by_hand" || kind === "changed_back") return kind;
  if (people.length < fewest) return "moved";
  if ((gains[0]?.people ?? 0) >= people.length * share) return "renamed";
  // Each new name must take a fair share; otherwise some people just moved away.
  const parts = gains.filter((gain) => gain.people >= Math.max(2, people.length * 0.1));
  const covered = people.filter((removal) => evidenceOf(removal).gains.some((gain) => parts.some(({ group }) => group === gain))).length;
  return parts.length >= 2 && covered >= people.length * share && oneValue(people) ? "split" : "moved";
}

/** Whether all of them had the same values before: a split has one origin. */
function oneValue(people: readonly Removal[]): boolean {
  const before = (removal: Removal): string =>
    JSON.stringify(evidenceOf(removal).cells.flatMap((cell) => (cell.before === cell.now ? [] : [[cell.column, cell.before]])));
  return new Set(people.map(before)).size === 1;
}

function sentenceOf(kind: CauseKind, people: readonly Removal[], group: string, gains: Cause["gains"]): string {
  const [most] = gains;
  const who = people.length === 1 ? `${people[0]?.name ?? ""} loses` : `${people.length} people lose`;
  if (most === undefined) return `${who} ${group}.`;
  if (people.length === 1) return `${who} ${group} and gains ${most.group}.`;
  if (kind !== "split") return `${who} ${group}; ${most.people} of them gain ${most.group}${kind === "renamed" ? ": renamed?" : "."}`;
  const parts = gains
    .slice(0, 5)
    .map((gain, i) => (i === 0 ? `${gain.people} of them gain ${gain.group}` : `${gain.people} gain ${gain.group}`));
  return `${who} ${group}; ${parts.join(", ")}${gains.length > 5 ? ` and ${gains.length - 5} more groups` : ""}: split?`;
}

function questionOf(kind: CauseKind, people: readonly Removal[], group: string, gains: Cause["gains"]): string {
  const from = lastStep(group);
  const [only] = people;
  const one = people.length === 1;
  const who = one ? (only?.name ?? "") : `${people.length.toLocaleString("en")} people`;
  const remove = `Remove ${one ? who : "them"} from ${from}?`;
  const to = gains[0] === undefined ? null : lastStep(gains[0].group);
  switch (kind) {
    case "renamed":
      return `“${from}” seems to be renamed to “${to ?? ""}”. Remove ${who} from the old group?`;
    case "split":
      return `“${from}” seems to be split into ${gains.length} groups. Remove ${who} from the old group?`;
    case "leaver":
      return `${who} left the company. Remove ${one ? "this person" : "them"} from ${from}?`;
    case "changed_back":
      return `The HR data of ${who} changed back. ${remove}`;
    case "mapping_changed":
      return `The rules changed and no longer assign ${from}. Remove ${who} from it?`;
    case "added_by_hand":
      return `Someone added ${who} to ${from} in the learning service. ${one ? "Remove this membership?" : "Remove these memberships?"}`;
    case "moved":
      return to === null
        ? `The HR data of ${who} changed. ${remove}`
        : `${who} moved to ${one || gains.length === 1 ? to : "other groups"}. ${one ? `Remove this person from ${from}?` : remove}`;
  }
}

const lastStep = (path: string): string => path.split("/").at(-1) ?? path;
