import type { Course } from "../../../learning-service/contract/courses.ts";
import type { SandboxState, SandboxUser } from "../../state.ts";
import type { Cell, Entities } from "../../entities.ts";
import type { Advance } from "../advance.ts";
import { isActive, textField } from "../fields.ts";
import type { AssignedPath, PathAdvance } from "../enrolments.ts";
import { durationOf, Enrolments } from "../enrolments.ts";
import { inScope, pathsById, type Scope, usersOf } from "../scope.ts";

export interface ReportType {
  name: string;
  columns: readonly { slug: string; title: string }[];
  /** Yields the current rows with the requested columns in order. */
  rows(state: SandboxState, scope: Scope, slugs: readonly string[], now: Date): Iterable<Record<string, Cell>>;
}

type Column<Row> = readonly [slug: string, title: string, cell: (row: Row) => Cell];

function reportType<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rowsOf: (state: SandboxState, scope: Scope, now: Date) => Iterable<Row>,
): ReportType {
  return {
    name,
    columns: columns.map(([slug, title]) => ({ slug, title })),
    *rows(state, scope, slugs, now) {
      const wanted = slugs.flatMap((slug) => columns.filter(([known]) => known === slug));
      for (const row of rowsOf(state, scope, now)) {
        const values: Record<string, Cell> = {};
        for (const [slug, , cell] of wanted) values[slug] = cell(row);
        yield values;
      }
    },
  };
}

interface OfUser {
  user: SandboxUser;
}

const text = <R extends OfUser>(slug: string, title: string): Column<R> => [slug, title, ({ user }) => textField(user, slug)];
const userIdColumn = ["user_id", "User id", ({ user }: OfUser) => user.id] as const;
const activity = ["active", "Active", ({ user }: OfUser) => isActive(user)] as const;
const who: readonly Column<OfUser>[] = [
  userIdColumn,
  text("username", "Username"),
  text("email", "E-mail"),
  text("employee_id", "Employee id"),
  text("first_name", "First name"),
  text("last_name", "Last name"),
];

const users = reportType<OfUser & { groups: string; subscription: string }>(
  "Users",
  [
    userIdColumn,
    text("username", "Username"),
    text("email", "E-mail"),
    text("employee_id", "Employee id"),
    text("external_id", "External id"),
    text("first_name", "First name"),
    text("last_name", "Last name"),
    activity,
    ["groups", "Groups", ({ groups }) => groups],
    text("department", "Department"),
    text("position", "Position"),
    text("center", "Center"),
    text("company", "Company"),
    text("city", "City"),
    text("phone_number", "Telephone"),
    ["subscription", "Subscription", ({ subscription }) => subscription],
  ],
  function* (state, scope) {
    const paths = pathsById(state);
    for (const user of usersOf(state, scope)) {
      const groups = [...user.groups].map((id) => paths.get(id) ?? id).sort();
      const licence = state.all("licence").get(user.id);
      const subscription = licence && state.all("subscription").get(licence.subscription_id)?.name;
      yield { user, groups: groups.join("; "), subscription: subscription ?? "" };
    }
  },
);

const groupMembers = reportType<OfUser & { groupId: string; path: string }>(
  "Group members",
  [["group_id", "Group id", ({ groupId }) => groupId], ["group", "Group", ({ path }) => path], ...who, activity],
  function* (state, scope) {
    const fits = new Set(usersOf(state, scope));
    const wanted = inScope(state, scope.group_ids);
    const paths = pathsById(state);
    for (const group of state.groups.values()) {
      if (wanted !== null && !wanted.has(group.id)) continue;
      for (const id of group.members) {
        const user = state.users.get(id);
        if (user !== undefined && fits.has(user)) yield { user, groupId: group.id, path: paths.get(group.id) ?? "" };
      }
    }
  },
);

const courseProgress = reportType<OfUser & { course: Course; assigned: string; at: Advance }>(
  "Course progress",
  [
    ...who,
    ["course_id", "Course id", ({ course }) => course.id],
    ["title", "Title", ({ course }) => course.title],
    ["progress", "Progress", ({ at }) => at.progress],
    ["progress_status", "Status", ({ at }) => at.status],
    ["assigned_date", "Assigned", ({ assigned }) => assigned],
    ["start_date", "Started", ({ at }) => at.started?.toISOString() ?? ""],
    ["passed_date", "Passed", ({ at }) => at.passed?.toISOString() ?? ""],
  ],
  function* (state, scope, now) {
    const reach = new Enrolments(state, now);
    for (const user of usersOf(state, scope))
      for (const route of reach.coursesOf(user).values()) {
        const course = state.all("course").get(route.course_id);
        if (course !== undefined) yield { user, course, assigned: route.assigned_date, at: reach.advance(user, route) };
      }
  },
);

const learningPaths = reportType<OfUser & { given: AssignedPath; path: Entities["learning_path"]; seconds: number; at: PathAdvance }>(
  "Learning paths",
  [
    ...who,
    ["learning_path_id", "Learning path id", ({ given }) => given.learning_path_id],
    ["title", "Title", ({ path }) => path.title],
    ["progress", "Progress", ({ at }) => at.progress],
    ["total_courses", "Courses", ({ path }) => path.course_ids.length],
    ["number_passed_courses", "Passed courses", ({ at }) => at.passed],
    ["courses_total_duration", "Duration", ({ seconds }) => seconds],
    ["assigned_date", "Assigned", ({ given }) => given.assigned_date],
  ],
  function* (state, scope, now) {
    const reach = new Enrolments(state, now);
    const durations = new Map([...state.all("learning_path")].map(([id, path]) => [id, durationOf(state.all("course"), path.course_ids)]));
    for (const user of usersOf(state, scope)) {
      const given = reach.pathsOf(user);
      const routes = given.length === 0 ? new Map() : reach.coursesOf(user);
      for (const one of given) {
        const path = state.all("learning_path").get(one.learning_path_id);
        if (path === undefined) continue;
        const at = reach.pathAdvance(user, path.course_ids, routes);
        yield { user, given: one, path, seconds: durations.get(one.learning_path_id) ?? 0, at };
      }
    }
  },
);

/** The report types by their name in `reportType`. */
export const REPORT_TYPES: ReadonlyMap<string, ReportType> = new Map([
  ["users", users],
  ["group_members", groupMembers],
  ["course_progress", courseProgress],
  ["learning_paths", learningPaths],
]);
