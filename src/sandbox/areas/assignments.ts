import type { CourseAssignment, LearningPathAssignment } from "../../learning-service/contract/assignments.ts";
import type { Contract } from "../../learning-service/contract/contract.ts";
import type { Area, World } from "../area.ts";
import { dayOf } from "../clock.ts";
import { fixedUuid } from "../seed/people.ts";
import { invalid } from "../faults/rules.ts";
import type { SandboxState } from "../state.ts";
import type { Target, Entities } from "../entities.ts";
import { found, knownIds } from "./find.ts";
import { durationOf, Enrolments, type Route } from "./enrolments.ts";
import { idFilter, targetFilter, targetKey, targetsOf } from "./content/targets.ts";

/** Assignments of courses and learning paths to users, groups and all users; at most one per item and target. */
export const assignmentsArea: Area<Contract["assignments"]> = {
  courses: {
    create({ body }, world) {
      const { state } = world;
      const courseIds = knownIds(state.all("course"), body.course_ids, "course_ids");
      const targets = targetsOf(state, body);
      return courseIds.flatMap((course_id) =>
        targets.map((target) => {
          const { due_date } = body;
          const id = assignCourse(state, {
            course_id,
            ...target,
            ...(due_date === undefined ? {} : { due_date }),
            assigned_date: today(world),
          });
          return courseView(state, id, found(state.all("course_assignment"), id, "id"));
        }),
      );
    },
    delete({ query }, { state }) {
      const fits = courseFilter(state, query);
      if (fits === null) throw invalid("a filter is required; without one, every course assignment would be deleted");
      return { deleted: dropWhere(state, "course_assignment", fits) };
    },
    list: ({ query }, { state }) => courseViews(state, courseFilter(state, query) ?? (() => true)),
  },

  learningPaths: {
    create({ body }, world) {
      const { state } = world;
      const { access_opens_date: opens, access_closes_date: closes } = body;
      if (opens !== undefined && closes !== undefined && closes < opens) throw invalid("access_closes_date is before access_opens_date");
      const pathIds = knownIds(state.all("learning_path"), body.learning_path_ids, "learning_path_ids");
      const targets = targetsOf(state, body);
      const access = {
        ...(opens === undefined ? {} : { access_opens_date: opens }),
        ...(closes === undefined ? {} : { access_closes_date: closes }),
      };
      const ids = pathIds.flatMap((learning_path_id) =>
        targets.map((target) => assignPath(state, { learning_path_id, ...target, ...access, assigned_date: today(world) })),
      );
      const views = pathViewer(world);
      return ids.map((id) => views(id, found(state.all("learning_path_assignment"), id, "id")));
    },
    delete({ query }, { state }) {
      const fits = pathFilter(state, query);
      if (fits === null) throw invalid("a filter is required; without one, every learning path assignment would be deleted");
      return { deleted: dropWhere(state, "learning_path_assignment", fits) };
    },
    list: ({ query }, world) => pathViews(world, pathFilter(world.state, query) ?? (() => true)),
  },
};

/** Handles GET /groups/{group_id}/assignments/courses: only assignments to the group itself. Throws Refusal for an unknown group. */
export function courseAssignmentsOf({ state }: World, groupId: string): CourseAssignment[] {
  const { id } = found(state.groups, groupId, "group_id");
  return courseViews(state, ({ group_id }) => group_id === id);
}

/** Handles GET /groups/{group_id}/assignments/learning_paths: only assignments to the group itself. Throws Refusal for an unknown group. */
export function learningPathAssignmentsOf(world: World, groupId: string): LearningPathAssignment[] {
  const { id } = found(world.state.groups, groupId, "group_id");
  return pathViews(world, ({ group_id }) => group_id === id);
}

/** Deletes the assignments of a course or learning path, or to a group or user, before that is deleted. */
export function dropAssignmentsOf(
  state: SandboxState,
  of: { course_id: string } | { learning_path_id: string } | { group_id: string } | { user_id: string },
): void {
  const gone = Object.entries(of);
  const fits = (assignment: object): boolean => gone.every(([field, id]) => Reflect.get(assignment, field) === id);
  dropWhere(state, "course_assignment", fits);
  dropWhere(state, "learning_path_assignment", fits);
}

/** Creates the assignment unless it exists; returns its id. */
export function assignCourse(state: SandboxState, given: Entities["course_assignment"]): string {
  const id = fixedUuid(`course assignment ${given.course_id} ${targetKey(given)}`);
  if (!state.all("course_assignment").has(id)) state.put("course_assignment", id, given);
  return id;
}

/** Creates the assignment unless it exists; returns its id. */
export function assignPath(state: SandboxState, given: Entities["learning_path_assignment"]): string {
  const id = fixedUuid(`learning path assignment ${given.learning_path_id} ${targetKey(given)}`);
  if (!state.all("learning_path_assignment").has(id)) state.put("learning_path_assignment", id, given);
  return id;
}

function today({ clock }: World): string {
  return dayOf(clock.now());
}

type AssignmentKind = "course_assignment" | "learning_path_assignment";

function dropWhere<K extends AssignmentKind>(state: SandboxState, kind: K, fits: (assignment: Entities[K]) => boolean): number {
  const gone = [...state.all(kind)].filter(([, assignment]) => fits(assignment));
  for (const [id] of gone) state.drop(kind, id);
  return gone.length;
}

interface Filters {
  course_ids?: string[] | undefined;
  learning_path_ids?: string[] | undefined;
  user_ids?: string[] | undefined;
  group_ids?: string[] | undefined;
}

function courseFilter(state: SandboxState, query: Filters): ((assignment: Entities["course_assignment"]) => boolean) | null {
  const courses = idFilter(state.all("course"), query.course_ids, "course_ids");
  const isFor = targetFilter(state, query);
  if (courses === null && isFor === null) return null;
  return (assignment) => (courses?.has(assignment.course_id) ?? true) && (isFor?.(assignment) ?? true);
}

function pathFilter(state: SandboxState, query: Filters): ((assignment: Entities["learning_path_assignment"]) => boolean) | null {
  const courses = idFilter(state.all("course"), query.course_ids, "course_ids");
  const paths = idFilter(state.all("learning_path"), query.learning_path_ids, "learning_path_ids");
  const isFor = targetFilter(state, query);
  if (courses === null && paths === null && isFor === null) return null;
  const holding = new Set(
    [...state.all("learning_path")].filter(([, path]) => path.course_ids.some((id) => courses?.has(id) ?? true)).map(([id]) => id),
  );
  return (assignment) =>
    (courses === null || holding.has(assignment.learning_path_id)) &&
    (paths?.has(assignment.learning_path_id) ?? true) &&
    (isFor?.(assignment) ?? true);
}

function targetView({ user_id, group_id, to_all }: Target): Target {
  return { ...(user_id === undefined ? {} : { user_id }), ...(group_id === undefined ? {} : { group_id }), to_all };
}

function courseViews(state: SandboxState, fits: (assignment: Entities["course_assignment"]) => boolean): CourseAssignment[] {
  return [...state.all("course_assignment")].filter(([, given]) => fits(given)).map(([id, given]) => courseView(state, id, given));
}

function courseView(state: SandboxState, id: string, given: Entities["course_assignment"]): CourseAssignment {
  return {
    course_assignment_id: id,
    course_id: given.course_id,
    ...targetView(given),
    title: state.all("course").get(given.course_id)?.title ?? "",
    assigned_date: given.assigned_date,
    ...(given.due_date === undefined ? {} : { due_date: given.due_date }),
  };
}

function pathViews(world: World, fits: (assignment: Entities["learning_path_assignment"]) => boolean): LearningPathAssignment[] {
  const view = pathViewer(world);
  return [...world.state.all("learning_path_assignment")].filter(([, given]) => fits(given)).map(([id, given]) => view(id, given));
}

/** Interface: "Learning path assignment". Progress fields appear only on an assignment to one user. */
function pathViewer({ state, clock }: World): (id: string, given: Entities["learning_path_assignment"]) => LearningPathAssignment {
  let reach: Enrolments | undefined;
  const routes = new Map<string, Map<string, Route>>();
  const numbersOf = (userId: string, courseIds: readonly string[]): Partial<LearningPathAssignment> => {
    const user = state.users.get(userId);
    if (user === undefined) return {};
    reach ??= new Enrolments(state, clock.now());
    const own = routes.get(userId) ?? reach.coursesOf(user);
    routes.set(userId, own);
    const { progress, passed, seconds } = reach.pathAdvance(user, courseIds, own);
    return { number_passed_courses: passed, total_progress_time: seconds, progress };
  };
  return (id, given) => {
    const path = found(state.all("learning_path"), given.learning_path_id, "learning_path_id");
    return {
      learning_path_assignment_id: id,
      learning_path_id: given.learning_path_id,
      ...targetView(given),
      title: path.title,
      ...(path.description === undefined ? {} : { description: path.description }),
      total_courses: path.course_ids.length,
      courses_total_duration: durationOf(state.all("course"), path.course_ids),
      // The sandbox's learning paths have one list of courses.
      total_course_lists: 1,
      ...(given.user_id === undefined ? {} : numbersOf(given.user_id, path.course_ids)),
      assigned_date: given.assigned_date,
      ...(given.access_opens_date === undefined ? {} : { access_opens_date: given.access_opens_date }),
      ...(given.access_closes_date === undefined ? {} : { access_closes_date: given.access_closes_date }),
    };
  };
}
