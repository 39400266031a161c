import type { Client } from "../../learning-service/client.ts";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import type { Listing } from "../../learning-service/listing.ts";

/** The impact of a removal: the group's assignments and the person's progress in them. */
export interface RemovalImpact {
  items: ImpactItem[];
  /** Facts that the service does not report, one sentence each; unknown never means none. */
  unknown: string[];
  readAt: string;
}

export interface ImpactItem {
  kind: "course" | "learning path";
  name: string;
  /** Whether the assignment is required; `null`: the service does not report it. */
  required: boolean | null;
  due: string | null;
  /** Such as `in progress, 40 %`; `null`: the service does not report it. */
  progress: string | null;
}

/** The maximum number of items read from one list. */
const mostItems = 500;
/** The time for which a group's assignments are cached, in ms. */
const keepFor = 300_000;

interface OfGroup {
  items: { kind: ImpactItem["kind"]; id: string; name: string; due: string | null }[];
  unknown: string[];
}

/**
 * Returns a reader for the impact of removals. It reads at most two lists per group, cached for five minutes, and two
 * per person. Lists unreadable facts as unknown, never as none.
 */
export function impactReader(client: Pick<Client, "groups" | "users" | "assignments">, now: () => Date) {
  const groups = new Map<string, { until: number; reading: Promise<OfGroup> }>();
  const ofGroup = (groupId: string): Promise<OfGroup> => {
    const clock = now().getTime();
    const known = groups.get(groupId);
    if (known !== undefined && known.until > clock) return known.reading;
    for (const [id, { until }] of groups) if (until <= clock) groups.delete(id);
    const reading = readGroup(client, groupId);
    groups.set(groupId, { until: clock + keepFor, reading });
    reading.then(({ unknown }) => unknown.length > 0 && groups.delete(groupId)).catch(() => groups.delete(groupId));
    return reading;
  };
  return async (userId: string, groupId: string): Promise<RemovalImpact> => {
    const { items, unknown } = await ofGroup(groupId);
    const said = [...unknown];
    const has = (kind: ImpactItem["kind"]): boolean => items.some((item) => item.kind === kind);
    const courses = has("course") ? await courseProgress(client, userId, said) : new Map<string, string>();
    const pathIds = items.filter(({ kind }) => kind === "learning path").map(({ id }) => id);
    const paths = pathIds.length > 0 ? await pathProgress(client, userId, pathIds, said) : new Map<string, string>();
    return {
      items: items.map(({ kind, id, name, due }) => ({
        kind,
        name,
        required: null,
        due,
        progress: (kind === "course" ? courses : paths).get(id) ?? null,
      })),
      unknown: said,
      readAt: now().toISOString(),
    };
  };
}

async function readGroup({ groups }: Pick<Client, "groups">, groupId: string): Promise<OfGroup> {
  const unknown: string[] = [];
  const courses = await some(groups.assignments.courses(groupId), "the group's courses", unknown);
  const paths = await some(groups.assignments.learningPaths(groupId), "the group's learning paths", unknown);
  return {
    items: [
      ...courses.map((item) => assigned("course", item, ["course_id", "courseId"], ["due_date", "dueDate"])),
      ...paths.map((item) => assigned("learning path", item, ["learning_path_id"], ["access_closes_date"])),
    ],
    unknown,
  };
}

/** Reads the first field present, because the interface does not document the fields of these lists. */
function assigned(kind: ImpactItem["kind"], item: unknown, ids: readonly string[], dates: readonly string[]): OfGroup["items"][number] {
  const id = textIn(item, ids) ?? "";
  return { kind, id, name: textIn(item, ["title", "name"]) ?? (id === "" ? "(without a title)" : id), due: textIn(item, dates) };
}

function textIn(item: unknown, names: readonly string[]): string | null {
  if (typeof item !== "object" || item === null) return null;
  for (const name of names) {
    const value: unknown = Reflect.get(item, name);
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}

async function courseProgress({ users }: Pick<Client, "users">, userId: string, unknown: string[]): Promise<Map<string, string>> {
  const items = await some(users.progress(userId), "the person's progress in courses", unknown);
  return new Map(
    items.map(({ courseId, progressStatus, progress }) => [courseId, `${progressStatus.replaceAll("_", " ")}, ${progress} %`]),
  );
}

/** Reads personal assignments, because assignments of a group have no progress. */
async function pathProgress(
  { assignments }: Pick<Client, "assignments">,
  userId: string,
  paths: string[],
  unknown: string[],
): Promise<Map<string, string>> {
  const items = await some(
    assignments.learningPaths.list({ user_ids: [userId], learning_path_ids: paths.slice(0, 50) }),
    "the person's progress in learning paths",
    unknown,
  );
  return new Map(
    items.flatMap(({ learning_path_id: id, user_id: of, progress }) =>
      id == null || of !== userId || progress == null ? [] : [[id, `${progress} %`] as const],
    ),
  );
}

/** Reads the first items of a list, and adds a sentence to `unknown` if any are missing. */
async function some<T>(list: Listing<T>, what: string, unknown: string[]): Promise<T[]> {
  const items: T[] = [];
  try {
    for await (const page of list.pages()) {
      items.push(...page);
      if (items.length >= mostItems) {
        unknown.push(`More than ${mostItems} items: ${what} beyond them were not read.`);
        break;
      }
    }
    return items.slice(0, mostItems);
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    unknown.push(`The service does not report ${what}: ${error.message}`);
    return [];
  }
}
