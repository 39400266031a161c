import type { Course } from "../../learning-service/contract/courses.ts";
import type { SandboxState, SandboxUser } from "../state.ts";
import type { Target, Entities } from "../entities.ts";
import type { Advance } from "./advance.ts";
import { advance, secondsSpent } from "./advance.ts";

/** How a course is assigned to a user. */
export interface Route {
  assignmentId: string;
  course_id: string;
  assigned_date: string;
  due_date: string | undefined;
  /** The access period of the course. */
  from: string;
  until: string | undefined;
}

interface Targets<T> {
  users: Map<string, T[]>;
  groups: Map<string, T[]>;
  all: T[];
}

function sort<T extends Target>(items: Iterable<T>): Targets<T> {
  const targets: Targets<T> = { users: new Map(), groups: new Map(), all: [] };
  const add = (map: Map<string, T[]>, id: string, item: T): void => {
    const list = map.get(id);
    if (list === undefined) map.set(id, [item]);
    else list.push(item);
  };
  for (const item of items) {
    if (item.user_id !== undefined) add(targets.users, item.user_id, item);
    else if (item.group_id !== undefined) add(targets.groups, item.group_id, item);
    else targets.all.push(item);
  }
  return targets;
}

/** Caches each group with its ancestors. */
export function linesOf(state: SandboxState): (groupId: string) => readonly string[] {
  const lines = new Map<string, readonly string[]>();
  const lineOf = (id: string): readonly string[] => {
    const known = lines.get(id);
    if (known !== undefined) return known;
    const parentId = state.groups.get(id)?.parentId ?? null;
    const line = parentId === null ? [id] : [id, ...lineOf(parentId)];
    lines.set(id, line);
    return line;
  };
  return lineOf;
}

export type AssignedPath = Entities["learning_path_assignment"] & { id: string };

/**
 * Resolves which assignments reach a user: to the user, to one of the user's groups or its ancestors, or to all. A
 * learning path includes its courses. Reads the state once for any number of users.
 */
export class Enrolments {
  readonly #state: SandboxState;
  readonly #now: Date;
  readonly #routes: Targets<Target & { routes: Route[] }>;
  readonly #paths: Targets<AssignedPath>;
  readonly #lineOf: (groupId: string) => readonly string[];

  constructor(state: SandboxState, now: Date) {
    this.#state = state;
    this.#now = now;
    this.#lineOf = linesOf(state);
    const paths = state
      .all("learning_path_assignment")
      .entries()
      .map(([id, path]): AssignedPath => ({ ...path, id }))
      .toArray();
    this.#paths = sort(paths);
    const courses = state
      .all("course_assignment")
      .entries()
      .map(([id, given]): Target & { routes: Route[] } => ({ ...targetOf(given), routes: [courseRoute(id, given)] }));
    this.#routes = sort([...courses, ...paths.map((path) => ({ ...targetOf(path), routes: this.#pathRoutes(path) }))]);
  }

  /** Returns the learning paths of a user, each once, by its oldest assignment. */
  pathsOf(user: SandboxUser): AssignedPath[] {
    const found = new Map<string, AssignedPath>();
    for (const path of this.#reaching(this.#paths, user)) {
      const known = found.get(path.learning_path_id);
      if (known === undefined || path.assigned_date < known.assigned_date) found.set(path.learning_path_id, path);
    }
    return [...found.values()];
  }

  /**
   * Returns the courses of a user, each once. Of several assignments the oldest counts, with the earliest due date of
   * all; the course is open while any of them opens it.
   */
  coursesOf(user: SandboxUser): Map<string, Route> {
    const found = new Map<string, Route>();
    const joined = this.#state.all("joined").get(user.id)?.date ?? "";
    for (const { routes } of this.#reaching(this.#routes, user)) {
      for (const route of routes) {
        // No progress before the user was created.
        const own = route.from < joined ? { ...route, from: joined } : route;
        const known = found.get(route.course_id);
        found.set(route.course_id, known === undefined ? own : merge(known, own));
      }
    }
    return found;
  }

  /** Returns a user's progress in a course assigned in this way. */
  advance(user: SandboxUser, route: Route): Advance {
    return advance(user.id, route.course_id, route, this.#now);
  }

  /** Returns a user's progress on a learning path: the mean of its courses. */
  pathAdvance(user: SandboxUser, courseIds: readonly string[], routes: ReadonlyMap<string, Route>): PathAdvance {
    const sum: PathAdvance = { progress: 0, passed: 0, seconds: 0 };
    for (const id of courseIds) {
      const route = routes.get(id);
      const course = this.#state.all("course").get(id);
      if (route === undefined || course === undefined) continue;
      const at = this.advance(user, route);
      sum.progress += at.progress;
      sum.passed += at.status === "passed" ? 1 : 0;
      sum.seconds += secondsSpent(course, at);
    }
    return { ...sum, progress: courseIds.length === 0 ? 0 : Math.floor(sum.progress / courseIds.length) };
  }

  #pathRoutes(path: AssignedPath): Route[] {
    const { assigned_date, access_opens_date, access_closes_date } = path;
    return (this.#state.all("learning_path").get(path.learning_path_id)?.course_ids ?? []).map((course_id) => ({
      assignmentId: path.id,
      course_id,
      assigned_date,
      due_date: undefined,
      from: access_opens_date !== undefined && access_opens_date > assigned_date ? access_opens_date : assigned_date,
      until: access_closes_date,
    }));
  }

  *#reaching<T>({ users, groups, all }: Targets<T>, user: SandboxUser): Generator<T> {
    yield* users.get(user.id) ?? [];
    const lines = new Set<string>();
    for (const group of user.groups) for (const id of this.#lineOf(group)) lines.add(id);
    for (const id of lines) yield* groups.get(id) ?? [];
    yield* all;
  }
}

export interface PathAdvance {
  progress: number;
  /** Courses. */
  passed: number;
  seconds: number;
}

function targetOf({ user_id, group_id, to_all }: Target): Target {
  return { ...(user_id === undefined ? {} : { user_id }), ...(group_id === undefined ? {} : { group_id }), to_all };
}

function courseRoute(assignmentId: string, { course_id, assigned_date, due_date }: Entities["course_assignment"]): Route {
  return { assignmentId, course_id, assigned_date, due_date, from: assigned_date, until: undefined };
}

function merge(a: Route, b: Route): Route {
  return {
    ...(b.assigned_date < a.assigned_date ? b : a),
    due_date: a.due_date === undefined || (b.due_date !== undefined && b.due_date < a.due_date) ? b.due_date : a.due_date,
    from: b.from < a.from ? b.from : a.from,
    until: a.until === undefined || b.until === undefined ? undefined : b.until > a.until ? b.until : a.until,
  };
}

/** Returns the total duration of courses in seconds. */
export function durationOf(courses: ReadonlyMap<string, Course>, ids: readonly string[]): number {
  return ids.reduce((sum, id) => sum + (courses.get(id)?.total_duration ?? 0), 0);
}
