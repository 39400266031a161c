import { expect } from "vitest";
import { companyPeople } from "../../../src/sandbox/seed/people.ts";
import { courseIdOf } from "../../../src/sandbox/seed/courses.ts";
import { newCourse, newUser } from "../make.ts";
import type { Tables } from "../row.ts";
import { create } from "./user-create.ts";
import { update } from "./user-update.ts";

const DAY = 86_400_000;
const people = companyPeople();
const someone = people[0]?.userId ?? "";
const STATUSES = ["not_started", "viewed", "in_progress", "passed"] as const;

export const users: Tables["users"] = {
  create,
  update,
  progress: {
    request: () => ({ params: { user_id: someone }, query: {} }),
    success: async (place) => {
      const { client, sandbox } = place;
      const lessons = [
        { name: "Read it", type: "document", duration: 600 },
        { name: "Quiz", type: "quiz", duration: 300 },
      ] as const;
      const course = await newCourse(place, { lessons: [...lessons], course_format: "classroom" });
      const all = await Promise.all(Array.from({ length: 12 }, () => newUser(place)));
      const [assignment] = await client.assignments.courses.create({ course_ids: [course], user_ids: all, due_date: "2030-01-31" });
      const itemsOf = async () => {
        const items = await Promise.all(all.map((user) => client.users.progress(user).all()));
        return items.flat().filter(({ courseId }) => courseId === course);
      };
      const { account_id } = await client.oauth2.userinfo();
      const before = await itemsOf();
      const first = before.find(({ studentId }) => studentId === all[0]);
      expect(first).toMatchObject({
        assignmentId: assignment?.course_assignment_id,
        accountId: account_id,
        dueDate: "2030-01-31",
        assignedDate: assignment?.assigned_date,
        ownerCourseId: course,
        title: assignment?.title,
        courseFormat: "classroom",
        totalDuration: "900",
        lessonProgress: [
          { lessonName: "Read it", lessonType: "document" },
          { lessonName: "Quiz", lessonType: "quiz" },
        ],
      });
      sandbox.advanceClock(60 * DAY);
      const after = await itemsOf();
      expect(after.map(({ studentId }) => studentId)).toEqual(all);
      const passed = after.filter(({ progressStatus }) => progressStatus === "passed");
      expect(passed.length).toBeGreaterThan(0);
      for (const item of passed) {
        expect([item.progress, (item.passedDate ?? "") > item.startDate, item.viewedDate]).toEqual([100, true, item.startDate]);
        expect(item.lessonProgress).toMatchObject(lessons.map(({ duration }) => ({ progress: "passed", runtimeSeconds: duration })));
      }
    },
    parameters: {
      user_id: async ({ client, group }) => {
        const [ana, board] = [
          companyPeople().find(({ department }) => department === "Legal"),
          courseIdOf("Answering data subject requests"),
        ];
        const items = await client.users.progress(ana?.userId.toUpperCase() ?? "").all();
        expect([...new Set(items.map(({ studentId }) => studentId))]).toEqual([ana?.userId]);
        expect(items.map(({ courseId }) => courseId)).toContain(board);
        const rui = companyPeople().find(({ department }) => department === "Marketing");
        expect((await client.users.progress(rui?.userId ?? "").all()).map(({ courseId }) => courseId)).not.toContain(board);
        expect((await client.groups.get(group("HR/Departments/Legal"))).user_ids).toContain(ana?.userId);
      },
      progress_status: async ({ client }) => {
        const seen = new Set<string>();
        for (const { userId } of people.slice(0, 25)) {
          const all = await client.users.progress(userId).all();
          for (const status of STATUSES) {
            const fitting = all.filter(({ progressStatus }) => progressStatus === status);
            if (fitting.length > 0 && fitting.length < all.length) seen.add(status);
            expect(await client.users.progress(userId, { progress_status: status }).all()).toEqual(fitting);
          }
          expect(await client.users.progress(userId, { progress_status: "all" }).all()).toEqual(all);
        }
        expect([...seen].sort()).toEqual([...STATUSES].sort());
      },
    },
  },
};
