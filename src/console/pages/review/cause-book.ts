import type { Alias } from "../../../reporting/removals/cause-alias.ts";
import { byCause, evidenceOf, type CauseKind, type StoredEvidence } from "../../../reporting/removals/pending-removals.ts";
import { countSeconded, listPendingOfCauses, type CauseCounts } from "../../../store/review/review-pages.ts";
import type { Db } from "../../../store/schema/tables.ts";

/** A cause as pages and JSON show it, without its people. */
export interface CauseLine {
  id: string;
  job: string;
  kind: CauseKind;
  sentence: string;
  question: string;
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
  /** The rules that gave the group, and those that could give it now, of the first person. */
  rules: StoredEvidence["rules"];
  formerly: NonNullable<StoredEvidence["formerly"]>;
  /** Somebody would be left without any group. */
  last_groups: number;
}

type Worked = Omit<CauseLine, "people" | "fitting" | "since" | "seconded">;

/** Maximum number of cached causes; the cache is cleared above it. */
const MAX_KEPT = 20_000;

/**
 * Caches the derived data of each cause. The evidence of thousands of removals is read once, and then only of causes
 * whose removals have changed.
 */
export class CauseIndex {
  readonly #known = new Map<string, { fingerprint: string; worked: Worked }>();

  /** The lines of these causes, in their order. */
  async lines(db: Db, causes: readonly CauseCounts[]): Promise<CauseLine[]> {
    const unknown = causes.filter(({ cause, fingerprint }) => this.#known.get(cause)?.fingerprint !== fingerprint);
    if (this.#known.size + unknown.length > MAX_KEPT) this.#known.clear();
    const removals = await listPendingOfCauses(
      db,
      unknown.map(({ cause }) => cause),
    );
    for (const { people, id, kind, sentence, question, text, group, gains, digest, alias } of byCause(removals)) {
      const first = people[0];
      const fingerprint = unknown.find(({ cause }) => cause === id)?.fingerprint;
      if (first === undefined || fingerprint === undefined) continue;
      const { rules, formerly = [] } = evidenceOf(first);
      const last_groups = people.filter((removal) => evidenceOf(removal).lastGroup).length;
      const worked = {
        id,
        job: first.job,
        kind,
        sentence,
        question,
        text,
        group,
        gains: gains.slice(0, 8),
        evidence: digest,
        alias,
        rules,
        formerly,
        last_groups,
      };
      this.#known.set(id, { fingerprint, worked });
    }
    const seconded = await countSeconded(db);
    return causes.flatMap(({ cause, people, fitting, since }) => {
      const known = this.#known.get(cause);
      // Decided between the two readings: it waits no longer.
      return known === undefined
        ? []
        : [{ ...known.worked, people, fitting, since: since.toISOString(), seconded: seconded.get(cause) ?? 0 }];
    });
  }
}
