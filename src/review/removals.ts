import type { Removal } from "../store/removals.ts";

/** A removal as `review list --json` shows it: a contract, see docs/reviewing.md. */
export interface ListedRemoval {
  id: string;
  run: string;
  person: { key: string; name: string; username: string | null; user_id: string };
  group: { id: string; name: string; path: string };
  status: string;
  cause: string;
  why: string;
  since: string;
}

export function listed(removal: Removal): ListedRemoval {
  return {
    id: removal.id,
    run: removal.last_run,
    person: { key: removal.key, name: removal.name, username: removal.username, user_id: removal.user_id },
    group: { id: removal.group_id, name: removal.group_path.split("/").at(-1) ?? removal.group_path, path: removal.group_path },
    status: removal.status,
    cause: removal.cause,
    why: removal.why,
    since: removal.since.toISOString(),
  };
}

/** What the stored evidence of a removal holds; written by `plan/why.ts`. */
export interface StoredEvidence {
  kind: string;
  file: string;
  row: number;
  cells: { column: string; before: string | null; now: string | null }[];
  rules: { rule: string; at: string; gives: string[] }[];
  gains: string[];
  lastGroup: boolean;
}

export function evidenceOf(removal: Pick<Removal, "evidence">): StoredEvidence {
  return removal.evidence as StoredEvidence;
}

/** Removals that one fact caused: one renamed value is one decision, not 143. */
export interface Cause {
  id: string;
  text: string;
  group: string;
  people: Removal[];
  /** Groups that people of this cause gain in return, with how many do: the sign of a rename. */
  gains: { group: string; people: number }[];
  sentence: string;
}

/** Groups removals by cause, the largest first. */
export function byCause(removals: readonly Removal[]): Cause[] {
  const causes = new Map<string, Removal[]>();
  for (const removal of removals) {
    const same = causes.get(removal.cause);
    if (same === undefined) causes.set(removal.cause, [removal]);
    else same.push(removal);
  }
  return [...causes].map(([id, people]) => causeOf(id, people)).sort((a, b) => b.people.length - a.people.length);
}

function causeOf(id: string, people: Removal[]): Cause {
  const gained = new Map<string, number>();
  for (const removal of people) for (const group of evidenceOf(removal).gains) gained.set(group, (gained.get(group) ?? 0) + 1);
  const gains = [...gained].map(([group, count]) => ({ group, people: count })).sort((a, b) => b.people - a.people);
  const first = people[0];
  const group = first?.group_path ?? "";
  const most = gains[0];
  const renamed = most !== undefined && most.people >= 3 && most.people >= people.length * 0.8;
  const count = people.length === 1 ? `${first?.name ?? ""} loses` : `${people.length} people lose`;
  const gain = most === undefined ? "" : people.length === 1 ? ` and gains ${most.group}` : `; ${most.people} of them gain ${most.group}`;
  return { id, text: first?.cause_text ?? "", group, people, gains, sentence: `${count} ${group}${gain}${renamed ? ": renamed?" : "."}` };
}
