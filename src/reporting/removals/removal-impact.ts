import { factText } from "../fact-text.ts";
import type { CallOptions } from "../../learning-service/call-options.ts";
import type { Client } from "../../learning-service/client.ts";
import type { CourseProgress } from "../../learning-service/contract/users.ts";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import type { Listing } from "../../learning-service/listing.ts";
import { t, type Message } from "../locales/t.ts";
import type { AssignedItem, StoredProgress } from "../../store/review/impact.ts";

/** The impact of a removal: the group's assignments and the person's progress in them. */
export interface RemovalImpact {
  items: ImpactItem[];
  /** Facts that the service does not report, one sentence each; unknown never means none. */
  unknown: string[];
  readAt: string;
}

interface ImpactItem {
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
/** The assignments of a group as just read; `unknown` is empty if everything was read. */
export interface OfGroup {
  items: AssignedItem[];
  unknown: Unknown[];
}

/** The progress of a person as just read; `unknown` is empty if everything was read. */
export interface OfPerson {
  progress: StoredProgress;
  unknown: Unknown[];
}

/** Says what is not known, in the language of the reader of that moment. */
type Unknown = () => string;

/** Combines what was just read about a group and a person. Unreadable facts are listed as unknown, never as none. */
export function removalImpact(group: OfGroup, { progress, unknown }: OfPerson, readAt: Date): RemovalImpact {
  return {
    items: group.items.map(({ kind, id, name, due }) => ({
      kind,
      name,
      required: null,
      due,
      progress: kind === "course" ? courseText(progress.courses?.[id]) : pathText(progress.paths?.[id]),
    })),
    unknown: [...group.unknown, ...unknown].map((say) => say()),
    readAt: readAt.toISOString(),
  };
}

function courseText(course: NonNullable<StoredProgress["courses"]>[string] | undefined): string | null {
  return course === undefined ? null : `${course.status.replaceAll("_", " ")}, ${course.percent} %`;
}

function pathText(percent: number | undefined): string | null {
  return percent === undefined ? null : `${percent} %`;
}

/** Reads the assignments of a group. */
export async function readGroup({ groups }: Pick<Client, "groups">, groupId: string, options?: CallOptions): Promise<OfGroup> {
  const unknown: Unknown[] = [];
  const courses = await some(groups.assignments.courses(groupId, {}, options), "review.group_courses", unknown);
  const paths = await some(groups.assignments.learningPaths(groupId, {}, options), "review.group_learning_paths", unknown);
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

/** Reads the person's progress: in all their courses, and in the named learning paths. */
export async function readProgress(
  client: Pick<Client, "users" | "assignments">,
  userId: string,
  wanted: { courses: boolean; paths: readonly string[] },
  options?: CallOptions,
): Promise<OfPerson> {
  const missing: { courses: Unknown[]; paths: Unknown[] } = { courses: [], paths: [] };
  const courses = wanted.courses ? await courseItems(client, userId, missing.courses, options) : [];
  const paths = wanted.paths.length > 0 ? await pathItems(client, userId, wanted.paths, missing.paths, options) : [];
  const progress = {
    courses:
      missing.courses.length === 0
        ? Object.fromEntries(
            courses.map(({ courseId, progressStatus: status, progress: percent, dueDate }) => [
              courseId,
              { status, percent, due: dueDate ?? null },
            ]),
          )
        : null,
    paths: missing.paths.length === 0 ? Object.fromEntries(paths) : null,
  };
  return { progress, unknown: [...missing.courses, ...missing.paths] };
}

function courseItems(
  { users }: Pick<Client, "users">,
  userId: string,
  unknown: Unknown[],
  options?: CallOptions,
): Promise<CourseProgress[]> {
  return some(users.progress(userId, {}, options), "review.person_progress_courses", unknown);
}

/** Reads personal assignments, because assignments of a group have no progress. Paths beyond the first 50 stay unknown. */
async function pathItems(
  { assignments }: Pick<Client, "assignments">,
  userId: string,
  paths: readonly string[],
  unknown: Unknown[],
  options?: CallOptions,
): Promise<(readonly [id: string, percent: number])[]> {
  const items = await some(
    assignments.learningPaths.list({ user_ids: [userId], learning_path_ids: paths.slice(0, 50) }, options),
    "review.person_progress_learning",
    unknown,
  );
  return items.flatMap(({ learning_path_id: id, user_id: of, progress }) =>
    id == null || of !== userId || progress == null ? [] : [[id, progress] as const],
  );
}

/** Reads the first items of a list, and adds a sentence to `unknown` if any are missing. */
async function some<T>(list: Listing<T>, what: Message, unknown: Unknown[]): Promise<T[]> {
  const items: T[] = [];
  try {
    for await (const page of list.pages()) {
      items.push(...page);
      if (items.length >= mostItems) {
        unknown.push(() => t("review.more_than_items", { n: mostItems, what: t(what) }));
        break;
      }
    }
    return items.slice(0, mostItems);
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    unknown.push(() => t("review.service_not_report", { what: t(what), why: factText(error.fact) }));
    return [];
  }
}
