import { describe, expect, test } from "vitest";
import { contract } from "../../../src/learning-service/contract/contract.ts";
import {
  assignmentsArea,
  courseAssignmentsOf,
  dropAssignmentsOf,
  learningPathAssignmentsOf,
} from "../../../src/sandbox/areas/assignments.ts";
import { learningPathsArea } from "../../../src/sandbox/areas/content/learning-paths.ts";
import { progress } from "../../../src/sandbox/areas/reports/progress.ts";
import { courseIdOf, pathIdOf } from "../../../src/sandbox/seed/courses.ts";
import { addUser, ask, DAY, groupId, NOBODY, refused, worldOf } from "./world.ts";

const { courses: courseEntries, learningPaths: pathEntries } = contract.assignments;
const { courses: ofCourses, learningPaths: ofPaths } = assignmentsArea;

function start() {
  const world = worldOf("groups");
  for (const kind of ["course_assignment", "learning_path_assignment"] as const)
    for (const id of world.state.all(kind).keys()) world.state.drop(kind, id);
  return {
    world,
    ana: addUser(world, "ana", ["HR/Departments/Sales"]),
    rui: addUser(world, "rui"),
    sales: groupId(world, "HR/Departments/Sales"),
    board: groupId(world, "Board"),
    assign: (body: Parameters<typeof ofCourses.create>[0]["body"]) => ask(world, courseEntries.create, ofCourses.create, { body }),
    list: (query: Parameters<typeof ofCourses.list>[0]["query"] = {}) => ask(world, courseEntries.list, ofCourses.list, { query }),
    end: (query: Parameters<typeof ofCourses.delete>[0]["query"]) => ask(world, courseEntries.delete, ofCourses.delete, { query }),
    assignPaths: (body: Parameters<typeof ofPaths.create>[0]["body"]) => ask(world, pathEntries.create, ofPaths.create, { body }),
    listPaths: (query: Parameters<typeof ofPaths.list>[0]["query"] = {}) => ask(world, pathEntries.list, ofPaths.list, { query }),
    endPaths: (query: Parameters<typeof ofPaths.delete>[0]["query"]) => ask(world, pathEntries.delete, ofPaths.delete, { query }),
  };
}

const [PHISHING, CONDUCT, SPANISH] = ["Phishing", "Code of conduct", "Spanish for beginners"].map(courseIdOf) as [string, string, string];
const [CHAMPIONS, EVENINGS] = [pathIdOf("Security champions"), pathIdOf("Spanish evenings")];

describe("course assignments", () => {
  test("are one for each course and target", () => {
    const { assign, list, ana, sales } = start();
    const made = assign({
      course_ids: [PHISHING, CONDUCT],
      user_ids: [ana, ana.toUpperCase()],
      group_ids: [sales],
      to_all: true,
      due_date: "2026-12-24",
    });
    expect(made.map(({ course_id, user_id, group_id, to_all }) => [course_id, user_id, group_id, to_all])).toEqual(
      [PHISHING, CONDUCT].flatMap((course) => [
        [course, ana, undefined, false],
        [course, undefined, sales, false],
        [course, undefined, undefined, true],
      ]),
    );
    expect(made[0]).toMatchObject({ title: "Phishing", assigned_date: "2026-11-20", due_date: "2026-12-24" });
    expect(list()).toEqual(made);
  });

  test("that exist are answered again as they are", () => {
    const { world, assign, list, ana, rui } = start();
    const [first] = assign({ course_ids: [PHISHING], user_ids: [ana], due_date: "2026-12-24" });
    world.clock.advance(3 * DAY);
    const again = assign({ course_ids: [PHISHING], user_ids: [ana, rui], due_date: "2027-01-01" });
    expect(again[0]).toEqual(first);
    expect(again[1]).toMatchObject({ user_id: rui, assigned_date: "2026-11-23", due_date: "2027-01-01" });
    expect(list()).toHaveLength(2);
  });

  test("need a target and ids that are all there; otherwise nothing is assigned", () => {
    const { assign, list, ana } = start();
    for (const nobody of [{}, { user_ids: [], group_ids: [] }, { to_all: false }])
      expect(refused(() => assign({ course_ids: [PHISHING], ...nobody }))).toContain("user_ids, group_ids or to_all");
    expect(refused(() => assign({ course_ids: [PHISHING, NOBODY], user_ids: [ana] }))).toContain("course_ids");
    expect(refused(() => assign({ course_ids: [PHISHING], user_ids: [ana, NOBODY] }))).toContain("user_ids");
    expect(refused(() => assign({ course_ids: [PHISHING], user_ids: [ana], group_ids: [NOBODY] }))).toContain("group_ids");
    expect(list()).toEqual([]);
  });

  test("are found by filters that must all fit, any value of each", () => {
    const { assign, list, ana, rui, sales } = start();
    const all = assign({ course_ids: [PHISHING, CONDUCT], user_ids: [ana, rui], group_ids: [sales], to_all: true });
    expect(list({ course_ids: [PHISHING] })).toEqual(all.slice(0, 4));
    expect(list({ user_ids: [ana, rui] })).toHaveLength(4);
    expect(list({ course_ids: [PHISHING, CONDUCT], user_ids: [rui.toUpperCase()] }).map(({ user_id }) => user_id)).toEqual([rui, rui]);
    expect(list({ course_ids: [SPANISH], user_ids: [ana] })).toEqual([]);
    expect(list({ user_ids: [] })).toHaveLength(8);
    expect(refused(() => list({ user_ids: [NOBODY] }))).toContain("user_ids");
  });

  test("are found by the user they are made out to, not by everybody they reach", () => {
    const { assign, list, ana, sales } = start();
    assign({ course_ids: [PHISHING], group_ids: [sales], to_all: true });
    expect(list({ user_ids: [ana] })).toEqual([]);
    // One assignment has one target, so a user and a group together find none.
    assign({ course_ids: [PHISHING], user_ids: [ana] });
    expect(list({ user_ids: [ana], group_ids: [sales] })).toEqual([]);
  });

  test("end where all filters fit, and never without a filter", () => {
    const { assign, list, end, ana, rui, sales } = start();
    assign({ course_ids: [PHISHING, CONDUCT], user_ids: [ana, rui], group_ids: [sales], to_all: true });
    for (const none of [{}, { user_ids: [] }]) expect(refused(() => end(none))).toContain("filter");
    expect(refused(() => end({ user_ids: [ana], course_ids: [NOBODY] }))).toContain("course_ids");
    expect(list()).toHaveLength(8);
    expect(end({ user_ids: [ana, rui], course_ids: [PHISHING] })).toEqual({ deleted: 2 });
    expect(end({ user_ids: [ana, rui], course_ids: [PHISHING] })).toEqual({ deleted: 0 });
    expect(end({ group_ids: [sales] })).toEqual({ deleted: 2 });
    expect(end({ course_ids: [PHISHING, CONDUCT] })).toEqual({ deleted: 4 });
    expect(list()).toEqual([]);
  });
});

describe("learning path assignments", () => {
  test("carry the numbers of the path, and those of the user where they are one user's", () => {
    const { world, assignPaths, listPaths, ana, sales } = start();
    assignPaths({ learning_path_ids: [CHAMPIONS], user_ids: [ana], group_ids: [sales], to_all: true });
    world.clock.advance(365 * DAY);
    const [own, groups, everybodys] = listPaths();
    const path = {
      title: "Security champions",
      description: "One in each team.",
      total_courses: 3,
      total_course_lists: 1,
      courses_total_duration: 7560,
    };
    expect(own).toMatchObject({ ...path, user_id: ana, to_all: false, assigned_date: "2026-11-20" });
    expect(groups).toEqual({
      ...path,
      learning_path_assignment_id: groups?.learning_path_assignment_id,
      learning_path_id: CHAMPIONS,
      group_id: sales,
      to_all: false,
      assigned_date: "2026-11-20",
    });
    expect(everybodys).toMatchObject({ ...path, to_all: true });
    const courses = ask(world, contract.users.progress, progress, { params: { user_id: ana } });
    expect(own?.number_passed_courses).toBe(courses.filter(({ progressStatus }) => progressStatus === "passed").length);
    expect(own?.progress).toBe(Math.floor(courses.reduce((sum, item) => sum + item.progress, 0) / 3));
    const spent = courses
      .flatMap(({ lessonProgress }) => lessonProgress ?? [])
      .reduce((sum, { runtimeSeconds }) => sum + runtimeSeconds, 0);
    expect(own?.total_progress_time).toBe(spent);
  });

  test("keep the days on which the path opens and closes, in their order", () => {
    const { assignPaths, listPaths, ana } = start();
    const days = { access_opens_date: "2026-12-01", access_closes_date: "2026-12-31" };
    expect(assignPaths({ learning_path_ids: [CHAMPIONS], user_ids: [ana], ...days })[0]).toMatchObject(days);
    const backwards = { access_opens_date: "2026-12-31", access_closes_date: "2026-12-01" };
    expect(refused(() => assignPaths({ learning_path_ids: [EVENINGS], user_ids: [ana], ...backwards }))).toContain("access_closes_date");
    expect(listPaths()).toHaveLength(1);
  });

  test("are found and ended by path, by a course of the path, by user and by group", () => {
    const { assignPaths, listPaths, endPaths, ana, board } = start();
    assignPaths({ learning_path_ids: [CHAMPIONS, EVENINGS], user_ids: [ana], group_ids: [board] });
    const paths = (query: Parameters<typeof listPaths>[0]) => listPaths(query).map(({ title }) => title);
    expect(paths({ learning_path_ids: [EVENINGS] })).toEqual(["Spanish evenings", "Spanish evenings"]);
    expect(paths({ course_ids: [SPANISH], user_ids: [ana] })).toEqual(["Spanish evenings"]);
    expect(paths({ course_ids: [CONDUCT] })).toEqual([]);
    expect(paths({ group_ids: [board], course_ids: [PHISHING, SPANISH] })).toHaveLength(2);
    expect(refused(() => listPaths({ learning_path_ids: [NOBODY] }))).toContain("learning_path_ids");
    expect(refused(() => endPaths({ learning_path_ids: [] }))).toContain("filter");
    expect(endPaths({ course_ids: [PHISHING] })).toEqual({ deleted: 2 });
    expect(paths({})).toEqual(["Spanish evenings", "Spanish evenings"]);
  });

  test("need a target and a path that is there", () => {
    const { assignPaths, listPaths, ana } = start();
    expect(refused(() => assignPaths({ learning_path_ids: [CHAMPIONS] }))).toContain("to_all");
    expect(refused(() => assignPaths({ learning_path_ids: [NOBODY], user_ids: [ana] }))).toContain("learning_path_ids");
    expect(listPaths()).toEqual([]);
  });
});

describe("what a group is assigned", () => {
  test("is what is made out to the group itself", () => {
    const { world, assign, assignPaths, sales, ana } = start();
    assign({ course_ids: [PHISHING], group_ids: [groupId(world, "HR/Departments"), sales], user_ids: [ana], to_all: true });
    assignPaths({ learning_path_ids: [CHAMPIONS], group_ids: [sales] });
    expect(courseAssignmentsOf(world, sales).map(({ group_id }) => group_id)).toEqual([sales]);
    expect(learningPathAssignmentsOf(world, sales.toUpperCase()).map(({ group_id }) => group_id)).toEqual([sales]);
    expect(refused(() => courseAssignmentsOf(world, NOBODY))).toContain("group_id");
  });

  test("ends with the group, and nothing else does", () => {
    const { world, assign, assignPaths, sales, board, list, listPaths } = start();
    assign({ course_ids: [PHISHING], group_ids: [sales, board], to_all: true });
    assignPaths({ learning_path_ids: [CHAMPIONS], group_ids: [sales, board] });
    dropAssignmentsOf(world.state, { group_id: sales });
    expect(list().map(({ group_id }) => group_id)).toEqual([board, undefined]);
    expect(listPaths().map(({ group_id }) => group_id)).toEqual([board]);
  });
});

describe("a learning path", () => {
  const { learningPaths: entries } = contract;

  test("counts what it holds and those it is made out to", () => {
    const { world, assignPaths, ana, rui, sales } = start();
    const made = ask(world, entries.create, learningPathsArea.create, {
      body: { title: "Mine", course_ids: [SPANISH, PHISHING, SPANISH.toUpperCase()] },
    });
    expect(made).toMatchObject({ course_ids: [{ course_id: SPANISH }, { course_id: PHISHING }], total_courses: 2, total_duration: 4800 });
    expect(made).toMatchObject({ assigned_students_count: 0, assigned_groups_count: 0, assigned_to_all: false });
    const get = () => ask(world, entries.get, learningPathsArea.get, { params: { learning_path_id: made.learning_path_id } });
    assignPaths({ learning_path_ids: [made.learning_path_id], user_ids: [ana, rui], group_ids: [sales] });
    expect(get()).toEqual({ ...made, assigned_students_count: 2, assigned_groups_count: 1 });
    assignPaths({ learning_path_ids: [made.learning_path_id], to_all: true });
    expect(get().assigned_to_all).toBe(true);
    const search = (words: string) => ask(world, entries.list, learningPathsArea.list, { query: { search: words } });
    expect(search("mINE")).toEqual([get()]);
    expect(
      refused(() => ask(world, entries.create, learningPathsArea.create, { body: { title: "Lost", course_ids: [NOBODY] } })),
    ).toContain("course_ids");
    expect(search("lost")).toEqual([]);
  });

  test("that is deleted takes its assignments along and leaves its courses", () => {
    const { world, assignPaths, listPaths, ana } = start();
    assignPaths({ learning_path_ids: [CHAMPIONS, EVENINGS], user_ids: [ana] });
    const remove = () => ask(world, entries.delete, learningPathsArea.delete, { params: { learning_path_id: CHAMPIONS.toUpperCase() } });
    expect(remove()).toEqual({ id: CHAMPIONS });
    expect(listPaths().map(({ title }) => title)).toEqual(["Spanish evenings"]);
    expect(world.state.all("course").has(PHISHING)).toBe(true);
    expect(refused(remove)).toContain("learning_path_id");
    expect(refused(() => ask(world, entries.get, learningPathsArea.get, { params: { learning_path_id: CHAMPIONS } }))).toContain(
      "learning_path_id",
    );
  });
});
