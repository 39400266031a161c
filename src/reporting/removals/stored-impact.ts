import type { AssignedItem, StoredGroupImpact, StoredPersonImpact } from "../../store/review/impact.ts";

type ItemState = "not_started" | "started" | "completed" | "unknown";

/** A course or learning path that the group gives, with the person's progress. */
export interface ImpactedItem {
  kind: AssignedItem["kind"];
  name: string;
  due: string | null;
  state: ItemState;
  percent: number | null;
}

/** The courses and learning paths that a person loses with the membership, as the service reported them after a run. */
export interface StoredImpact {
  /** Everything is known. Otherwise the impact is not known, even if `items` is empty. */
  known: boolean;
  /** The time of the oldest part; `null`: not read yet. */
  as_of: string | null;
  items: ImpactedItem[];
  /** All assignments of the group are in `items`, also if the person's progress is not known. */
  items_known: boolean;
  /** Items that the person has started and not completed. */
  started: number;
  /** Items with a due date that the person has not completed. */
  deadlines: number;
}

/** Older facts say too little about today. */
const MAX_AGE_MS = 8 * 86_400_000;

const UNKNOWN: StoredImpact = { known: false, as_of: null, items: [], items_known: false, started: 0, deadlines: 0 };

/** Combines what is stored about a group and a person. Missing, incomplete or old facts make the impact unknown. */
export function storedImpact(group: StoredGroupImpact | undefined, person: StoredPersonImpact | undefined, now: Date): StoredImpact {
  if (group === undefined) return UNKNOWN;
  const needed = group.items.length > 0;
  const readAt = needed && person !== undefined && person.readAt < group.readAt ? person.readAt : group.readAt;
  const items = distinct(group.items).map((item) => itemOf(item, person));
  const complete = group.complete && (!needed || person !== undefined) && items.every(({ state }) => state !== "unknown");
  const recent = now.getTime() - readAt.getTime() <= MAX_AGE_MS;
  return {
    known: complete && recent,
    as_of: readAt.toISOString(),
    items,
    items_known: group.complete && recent,
    started: items.filter(({ state }) => state === "started").length,
    deadlines: items.filter(({ due, state }) => due !== null && state !== "completed").length,
  };
}

function itemOf({ kind, id, name, due }: AssignedItem, person: StoredPersonImpact | undefined): ImpactedItem {
  if (kind === "learning path") {
    const percent = ofItem(person?.progress.paths, id);
    const state = percent === null ? "unknown" : percent <= 0 ? "not_started" : percent >= 100 ? "completed" : "started";
    return { kind, name, due, state, percent };
  }
  const course = ofItem(person?.progress.courses, id);
  if (course === null) return { kind, name, due, state: "unknown", percent: null };
  return { kind, name, due: due ?? course.due, state: courseState(course), percent: course.percent };
}

/** An unknown status counts as started: it must not look like nothing to lose. */
function courseState({ status, percent }: { status: string; percent: number }): ItemState {
  if (status === "passed") return "completed";
  return status === "not_started" && percent === 0 ? "not_started" : "started";
}

function ofItem<T>(all: Record<string, T> | null | undefined, id: string): T | null {
  return all != null && id !== "" && Object.hasOwn(all, id) ? (all[id] ?? null) : null;
}

/** Keeps one of several assignments of the same course, the one with the earliest due date. */
function distinct(items: readonly AssignedItem[]): AssignedItem[] {
  const kept = new Map<string, AssignedItem>();
  for (const [i, item] of items.entries()) {
    const key = item.id === "" ? `#${i}` : `${item.kind} ${item.id}`;
    const before = kept.get(key);
    if (before === undefined || (item.due !== null && (before.due === null || item.due < before.due))) kept.set(key, item);
  }
  return [...kept.values()];
}
