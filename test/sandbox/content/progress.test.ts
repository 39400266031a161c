import { describe, expect, test } from "vitest";
import { contract } from "../../../src/learning-service/contract/contract.ts";
import type { CourseProgress } from "../../../src/learning-service/contract/users.ts";
import type { World } from "../../../src/sandbox/area.ts";
import { assignmentsArea } from "../../../src/sandbox/areas/assignments.ts";
import { progress } from "../../../src/sandbox/areas/reports/progress.ts";
import { courseIdOf, pathIdOf } from "../../../src/sandbox/seed/courses.ts";
import { addUser, ask, DAY, groupId, NOBODY, refused, worldOf } from "./world.ts";

type Filter = "not_started" | "passed" | "viewed" | "in_progress" | "all";

const of = (world: World, user_id: string, progress_status?: Filter): CourseProgress[] => [
  ...ask(world, contract.users.progress, progress, {
    params: { user_id },
    query: progress_status === undefined ? {} : { progress_status },
  }),
];

/** A world in which nothing is assigned yet. */
function bare(): World {
  const world = worldOf("groups");
  for (const kind of ["course_assignment", "learning_path_assignment"] as const)
    for (const id of world.state.all(kind).keys()) world.state.drop(kind, id);
  return world;
}

function assign(world: World, body: Parameters<typeof assignmentsArea.courses.create>[0]["body"]): void {
  ask(world, contract.assignments.courses.create, assignmentsArea.courses.create, { body });
}

function assignPath(world: World, body: Parameters<typeof assignmentsArea.learningPaths.create>[0]["body"]): void {
  ask(world, contract.assignments.learningPaths.create, assignmentsArea.learningPaths.create, { body });
}

const course = courseIdOf("Phishing");

describe("the courses of a user", () => {
  test("come directly, through a group, a group above it, all, and a learning path", () => {
    const world = bare();
    const ana = addUser(world, "ana", ["HR/Departments/Sales"]);
    const rui = addUser(world, "rui");
    assign(world, { course_ids: [courseIdOf("Spreadsheets I")], user_ids: [ana] });
    assign(world, { course_ids: [courseIdOf("Delegating")], group_ids: [groupId(world, "HR/Departments/Sales")] });
    assign(world, { course_ids: [courseIdOf("Speaking up")], group_ids: [groupId(world, "HR")] });
    assign(world, { course_ids: [courseIdOf("Safe at your desk")], to_all: true });
    assign(world, { course_ids: [courseIdOf("Spreadsheets II")], group_ids: [groupId(world, "Board")] });
    assignPath(world, { learning_path_ids: [pathIdOf("Spanish evenings")], group_ids: [groupId(world, "HR/Departments")] });
    const titles = (user: string) => of(world, user).map(({ title }) => title);
    expect(titles(ana).sort()).toEqual(
      ["Delegating", "Safe at your desk", "Spanish for beginners", "Spanish in meetings", "Speaking up", "Spreadsheets I"].sort(),
    );
    expect(titles(rui)).toEqual(["Safe at your desk"]);
  });

  test("are listed once, by the first assignment and with the soonest due date", () => {
    const world = bare();
    const ana = addUser(world, "ana", ["Board"]);
    assign(world, { course_ids: [course], group_ids: [groupId(world, "Board")], due_date: "2027-03-01" });
    world.clock.advance(5 * DAY);
    assign(world, { course_ids: [course], user_ids: [ana], due_date: "2027-01-15" });
    assign(world, { course_ids: [course], to_all: true });
    assignPath(world, { learning_path_ids: [pathIdOf("Security champions")], to_all: true });
    const items = of(world, ana).filter(({ courseId }) => courseId === course);
    expect(items).toMatchObject([{ assignedDate: "2026-11-20", dueDate: "2027-01-15", ownerCourseId: course, studentId: ana }]);
  });

  test("end with the membership that brought them", () => {
    const world = bare();
    const ana = addUser(world, "ana", ["Board"]);
    assign(world, { course_ids: [course], group_ids: [groupId(world, "Board")] });
    expect(of(world, ana)).toHaveLength(1);
    world.state.putUser(ana, {}, []);
    expect(of(world, ana)).toEqual([]);
  });

  test("are those of a user that is there", () => {
    expect(refused(() => of(worldOf("groups"), NOBODY))).toContain("user_id");
  });
});

describe("progress", () => {
  test("only grows with the clock, and its parts always fit together", () => {
    const world = bare();
    const users = Array.from({ length: 60 }, (_, i) => addUser(world, `u${i}`));
    assign(world, { course_ids: [course, courseIdOf("Spanish for beginners")], to_all: true });
    const rank: Readonly<Record<string, number>> = { not_started: 0, viewed: 1, in_progress: 2, passed: 3, all: -1 };
    const seen = new Set<string>();
    let before = new Map<string, CourseProgress>();
    for (let day = 0; day <= 50; day++) {
      const now = new Map(users.flatMap((user) => of(world, user).map((item) => [`${user} ${item.courseId}`, item])));
      for (const [key, item] of now) {
        const { progress: percent, progressStatus: status, startDate, viewedDate, passedDate, lessonProgress = [] } = item;
        seen.add(status);
        expect(percent === 100).toBe(status === "passed");
        expect(percent > 0).toBe(status === "passed" || status === "in_progress");
        expect(startDate === "").toBe(status === "not_started");
        expect(viewedDate).toBe(startDate === "" ? undefined : startDate);
        expect(passedDate !== undefined).toBe(status === "passed");
        if (startDate !== "") expect(new Date(startDate) <= world.clock.now()).toBe(true);
        if (passedDate != null) expect(new Date(passedDate) <= world.clock.now() && passedDate > startDate).toBe(true);
        expect(lessonProgress?.every((lesson) => lesson.progress === "passed")).toBe(status === "passed");
        expect(lessonProgress?.every((lesson) => lesson.progress === "not_started")).toBe(status === "not_started");
        const last = before.get(key);
        if (last === undefined) continue;
        expect(percent).toBeGreaterThanOrEqual(last.progress);
        expect(rank[status]).toBeGreaterThanOrEqual(rank[last.progressStatus] ?? NaN);
        lessonProgress?.forEach((lesson, i) => {
          expect(lesson.runtimeSeconds).toBeGreaterThanOrEqual(last.lessonProgress?.[i]?.runtimeSeconds ?? 0);
          expect(rank[lesson.progress]).toBeGreaterThanOrEqual(rank[last.lessonProgress?.[i]?.progress ?? "all"] ?? NaN);
        });
      }
      before = now;
      world.clock.advance(DAY);
    }
    expect([...seen].sort()).toEqual(["in_progress", "not_started", "passed", "viewed"]);
    const end = (status: string) => [...before.values()].filter(({ progressStatus }) => progressStatus === status).length;
    expect(end("not_started")).toBeGreaterThan(4);
    expect(end("viewed")).toBeGreaterThan(4);
    expect(end("in_progress")).toBe(0);
    expect(end("passed")).toBeGreaterThan(75);
  });

  test("is the same for the same user, course and moment", () => {
    const [one, other] = [worldOf("company"), worldOf("company")];
    for (const user of one.state.users.keys().take(40)) expect(of(one, user)).toEqual(of(other, user));
  });

  test("is filtered by its status; all and none give everything", () => {
    const world = worldOf("company");
    const users = [...world.state.users.keys()];
    for (const status of ["not_started", "viewed", "in_progress", "passed"] as const) {
      const found = users.flatMap((user) => of(world, user, status));
      expect(found.length).toBeGreaterThan(0);
      expect(found.every(({ progressStatus }) => progressStatus === status)).toBe(true);
    }
    const [, user = ""] = users;
    expect(of(world, user, "all")).toEqual(of(world, user));
    expect(of(world, user).length).toBeGreaterThan(1);
  });

  test("on a learning path begins when it opens and stands still when it has closed", () => {
    const world = bare();
    const users = Array.from({ length: 40 }, (_, i) => addUser(world, `u${i}`));
    const days = { access_opens_date: "2026-12-20", access_closes_date: "2027-01-05" };
    assignPath(world, { learning_path_ids: [pathIdOf("Security champions")], to_all: true, ...days });
    const all = () => users.flatMap((user) => of(world, user));
    world.clock.advance(29 * DAY);
    expect(all().every(({ progressStatus }) => progressStatus === "not_started")).toBe(true);
    world.clock.advance(20 * DAY);
    const closed = all();
    expect(closed.some(({ progressStatus }) => progressStatus === "in_progress")).toBe(true);
    world.clock.advance(100 * DAY);
    expect(all()).toEqual(closed);
  });

  test("does not begin before the user was there", () => {
    const world = bare();
    assign(world, { course_ids: [course], to_all: true });
    world.clock.advance(300 * DAY);
    const users = Array.from({ length: 40 }, (_, i) => addUser(world, `late${i}`));
    for (const id of users) world.state.put("joined", id, { date: "2027-09-16" });
    const started = () => users.flatMap((user) => of(world, user)).filter(({ startDate }) => startDate !== "");
    expect(started()).toEqual([]);
    world.clock.advance(40 * DAY);
    expect(started().length).toBeGreaterThan(20);
    expect(started().every(({ startDate }) => startDate >= "2027-09-16")).toBe(true);
  });
});
