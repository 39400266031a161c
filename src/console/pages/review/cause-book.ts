import type { Fact } from "../../../domain/facts/fact.ts";
import type { Alias } from "../../../reporting/removals/cause-alias.ts";
import { adviceOn, advisedRemovals, type AdvisedRemoval, type RemovalAdvice } from "../../../reporting/removals/advice.ts";
import { causeQuestion } from "../../../reporting/removals/cause-question.ts";
import { byCause, evidenceOf, type CauseKind, type StoredEvidence } from "../../../reporting/removals/pending-removals.ts";
import { countAdvice, impactOfAll, type AdviceCounts, type CauseImpact } from "../../../reporting/removals/cause-advice.ts";
import { countSeconded, listPendingOfCauses, type CauseCounts } from "../../../store/review/review-pages.ts";
import { personId } from "../../../store/people/people-pages.ts";
import type { Db } from "../../../store/schema/tables.ts";
import type { ReasonFacts } from "./reasons.ts";

/** A cause as pages and JSON show it, without its people. */
export interface CauseLine extends Fact {
  id: string;
  job: string;
  kind: CauseKind;
  sentence: string;
  question: string;
  /** The name of the only person; `null`: several people. */
  name: string | null;
  /** The same as in addresses. */
  person_id: string | null;
  /** The only removal; `null`: several people. */
  removal: string | null;
  text: string;
  group: string;
  /** All pending removals, without the filter. */
  people: number;
  fitting: number;
  since: string;
  gains: { group: string; people: number }[];
  /** The digest that a decision on the whole cause is bound to. */
  evidence: string;
  alias: Alias | null;
  /** Approved by one reviewer, while another one is waited for. */
  seconded: number;
  /** The reviewers of these approvals. */
  seconded_by: string[];
  /** The rules that gave the group, and those that could give it now, of the first person. */
  rules: StoredEvidence["rules"];
  formerly: StoredEvidence["formerly"];
  /** The deciding cells of the first person; those that changed are the same for all. */
  cells: StoredEvidence["cells"];
  /** Someone would be left without any group. */
  last_groups: number;
  recommendation: AdviceCounts;
  impact: CauseImpact;
  /** The removals that are recommended, each with the beginning of its evidence digest; `null`: too many to name here. */
  recommended: string[] | null;
}

/** One person of a cause, without the evidence. */
export interface CausePerson extends AdvisedRemoval {
  name: string;
  evidence: string;
}

type Worked = Omit<CauseLine, "people" | "fitting" | "since" | "seconded" | "seconded_by" | "recommendation" | "impact" | "recommended"> & {
  removals: CausePerson[];
};

/** Asks the question of a cause in the reader's language. */
export function questionOf({ kind, group, gains, people, name }: CauseLine): string {
  return causeQuestion({ kind, group, gains, people, name: name ?? "" });
}

/** Returns the facts that a suggested reason names. */
export function factsOf({ kind, group, gains, cells, recommendation }: CauseLine): ReasonFacts {
  return { kind, group, gains: gains.map((gain) => gain.group), cells, advice: recommendation.reasons.map(({ reason }) => reason) };
}

/** Returns the page with the evidence: of one person, the page of the removal. */
export function pathOf({ id, removal }: Pick<CauseLine, "id" | "removal">): string {
  return removal === null ? `/review/causes/${encodeURIComponent(id)}` : `/review/removals/${removal}`;
}

/** Maximum number of cached causes; the cache is cleared above it. */
const MAX_KEPT = 20_000;
/** The most people that one card names in its form, and all cards of a page together. */
const MAX_NAMED = 300;
const MAX_NAMED_ON_PAGE = 600;

/**
 * Caches the derived data of each cause. The evidence of thousands of removals is read once, and then only of causes
 * whose removals have changed.
 */
export class CauseIndex {
  readonly #known = new Map<string, { fingerprint: string; worked: Worked }>();

  /** Returns those of the causes that are of this kind. */
  async ofKind(db: Db, causes: readonly CauseCounts[], kind: CauseKind): Promise<CauseCounts[]> {
    await this.#read(db, causes);
    return causes.filter(({ cause }) => this.#known.get(cause)?.worked.kind === kind);
  }

  /** The lines of these causes, in their order, with current advice. */
  async lines(db: Db, causes: readonly CauseCounts[], now: Date): Promise<CauseLine[]> {
    await this.#read(db, causes);
    const seconded = await countSeconded(db);
    const known = causes.flatMap((counts) => {
      const worked = this.#known.get(counts.cause)?.worked;
      // Decided between the two readings: it waits no longer.
      return worked === undefined ? [] : [{ counts, worked }];
    });
    const advice = await adviceOn(
      db,
      known.flatMap(({ worked }) => worked.removals),
      now,
    );
    let named = 0;
    return known.map(({ counts: { cause, people, fitting, since }, worked: { removals, ...worked } }) => {
      const ready = removals.filter(({ id }) => advice.get(id)?.recommendation.advice === "remove");
      const few = ready.length <= MAX_NAMED && named + ready.length <= MAX_NAMED_ON_PAGE;
      if (few) named += ready.length;
      const theirs = removals.flatMap(({ id }) => advice.get(id) ?? []);
      return {
        ...worked,
        people,
        fitting,
        since: since.toISOString(),
        seconded: seconded.get(cause)?.n ?? 0,
        seconded_by: seconded.get(cause)?.by ?? [],
        recommendation: countAdvice(theirs),
        impact: impactOfAll(theirs),
        recommended: few ? ready.map(({ id, evidence }) => `${id}@${evidence.slice(0, 12)}`) : null,
      };
    });
  }

  /** Returns the people of a cause with their advice: first those who are not recommended for removal, then by name. */
  async people(db: Db, cause: CauseCounts, now: Date): Promise<(CausePerson & RemovalAdvice)[]> {
    await this.#read(db, [cause]);
    const removals = this.#known.get(cause.cause)?.worked.removals ?? [];
    const advice = await adviceOn(db, removals, now);
    const last = ({ recommendation }: RemovalAdvice): number => Number(recommendation.advice === "remove");
    return removals
      .flatMap((removal) => {
        const theirs = advice.get(removal.id);
        return theirs === undefined ? [] : [{ ...removal, ...theirs }];
      })
      .sort((one, other) => last(one) - last(other));
  }

  async #read(db: Db, causes: readonly CauseCounts[]): Promise<void> {
    const unknown = new Map(causes.map(({ cause, fingerprint }) => [cause, fingerprint]));
    for (const [cause, fingerprint] of unknown) if (this.#known.get(cause)?.fingerprint === fingerprint) unknown.delete(cause);
    if (this.#known.size + unknown.size > MAX_KEPT) this.#known.clear();
    const removals = await listPendingOfCauses(db, [...unknown.keys()]);
    for (const { people, id, kind, sentence, question, code, values, text, group, gains, digest, alias } of byCause(removals)) {
      const first = people[0];
      const fingerprint = unknown.get(id);
      if (first === undefined || fingerprint === undefined) continue;
      const { rules, formerly, cells } = evidenceOf(first);
      const facts = new Map(advisedRemovals(people).map((advised) => [advised.id, advised]));
      const worked: Worked = {
        id,
        job: first.job,
        kind,
        sentence,
        question,
        code,
        values,
        text,
        group,
        gains,
        name: people.length === 1 ? first.name : null,
        person_id: people.length === 1 ? personId(first.job, first.key) : null,
        removal: people.length === 1 ? first.id : null,
        evidence: digest,
        alias,
        rules,
        formerly,
        cells,
        last_groups: people.filter((removal) => evidenceOf(removal).lastGroup).length,
        removals: people.flatMap((removal) => {
          const advised = facts.get(removal.id);
          return advised === undefined ? [] : [{ ...advised, name: removal.name, evidence: removal.evidence_digest }];
        }),
      };
      this.#known.set(id, { fingerprint, worked });
    }
  }
}
