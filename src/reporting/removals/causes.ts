import type { Removal } from "../../store/review/removals.ts";
import { compareTexts } from "../locales/formats.ts";
import { aliasFor, type Alias } from "./cause-alias.ts";
import { causeDigest } from "./evidence-digest.ts";
import { asReader, DEFAULT_READER } from "../locales/reader.ts";
import { causeQuestion, causeSentence, type CauseKind } from "./cause-question.ts";
import { evidenceOf } from "./evidence.ts";
import { removalFact } from "./why.ts";
import { englishText } from "../fact-text.ts";
import type { Fact } from "../../domain/facts/fact.ts";

export type { CauseKind } from "./cause-question.ts";

/** Removals that one fact caused: one renamed value is one decision, not 143. */
export interface Cause extends Fact {
  id: string;
  kind: CauseKind;
  /** The fact in English. */
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
  const reason = removalFact(group, people.map(evidenceOf));
  const facts = { kind, group, gains, people: people.length, name: first?.name ?? "" };
  return {
    id,
    kind,
    ...reason,
    text: englishText(reason),
    group,
    people,
    gains,
    // Stored views and JSON are in English; views draw them again for their reader.
    ...asReader(DEFAULT_READER, () => ({ sentence: causeSentence(facts), question: causeQuestion(facts) })),
    digest: causeDigest(people),
    alias,
  };
}

function gainsOf(people: readonly Removal[]): Cause["gains"] {
  const gained = new Map<string, number>();
  for (const removal of people) for (const group of new Set(evidenceOf(removal).gains)) gained.set(group, (gained.get(group) ?? 0) + 1);
  return [...gained]
    .map(([group, count]) => ({ group, people: count }))
    .sort((a, b) => b.people - a.people || compareTexts(a.group, b.group));
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
