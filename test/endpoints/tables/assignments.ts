import { expect } from "vitest";
import { courseIdOf } from "../../../src/sandbox/seed/courses.ts";
import { meansTheSame, newCourse, newGroup, newUser } from "../make.ts";
import type { Place } from "../place.ts";
import type { Tables } from "../row.ts";
import { learningPathAssignments } from "./path-assignments.ts";

const listOf = ({ client }: Place) => client.assignments.courses.list().all();

/** Two courses, two users and a group of their own, with nothing assigned yet. */
async function things(place: Place) {
  const [one, other] = [await newCourse(place), await newCourse(place)];
  const [ana, rui, group] = [await newUser(place), await newUser(place), await newGroup(place)];
  return { one, other, ana, rui, group, both: [one, other] };
}

/** The eight assignments of two courses to two users, a group and all. */
async function assigned(place: Place) {
  const made = await things(place);
  const { both, ana, rui, group } = made;
  const items = await place.client.assignments.courses.create({ course_ids: both, user_ids: [ana, rui], group_ids: [group], to_all: true });
  return { ...made, items };
}

type Filters = Parameters<Place["client"]["assignments"]["courses"]["list"]>[0];

const find = ({ client }: Place, filters: Filters) => client.assignments.courses.list(filters).all();

export const assignments: Tables["assignments"] = {
  learningPaths: learningPathAssignments,

  courses: {
    create: {
      request: async (place) => {
        const { both, ana, group } = await things(place);
        return { body: { course_ids: both, user_ids: [ana], group_ids: [group], to_all: true, due_date: "2030-01-31" } };
      },
      success: async (place) => {
        const { one, ana, group } = await things(place);
        const made = await place.client.assignments.courses.create({
          course_ids: [one],
          user_ids: [ana],
          group_ids: [group],
          to_all: true,
        });
        const { title } = await place.client.courses.get(one);
        const common = { course_id: one, title, assigned_date: place.sandbox.now().toISOString().slice(0, 10) };
        const ids = made.map((item) => item.course_assignment_id);
        expect(made).toEqual([
          { course_assignment_id: ids[0], ...common, user_id: ana, to_all: false },
          { course_assignment_id: ids[1], ...common, group_id: group, to_all: false },
          { course_assignment_id: ids[2], ...common, to_all: true },
        ]);
        expect(new Set(ids).size).toBe(3);
      },
      effects: {
        "stands in the list beside all others, and is answered again as it was": async (place) => {
          const { both, ana, rui } = await things(place);
          const before = await listOf(place);
          const first = await place.client.assignments.courses.create({ course_ids: both, user_ids: [ana], due_date: "2030-01-31" });
          expect(await listOf(place)).toEqual([...before, ...first]);
          place.sandbox.advanceClock(3 * 86_400_000);
          const again = await place.client.assignments.courses.create({ course_ids: both, user_ids: [ana, rui], due_date: "2031-01-31" });
          expect(again.filter(({ user_id }) => user_id === ana)).toEqual(first);
          expect(await listOf(place)).toEqual([...before, ...first, ...again.filter(({ user_id }) => user_id === rui)]);
        },
        "reaches the users, those of the group, and nobody else": async (place) => {
          const { client } = place;
          const { one, ana, rui, group } = await things(place);
          const member = await newUser(place, { group_ids: [await newGroup(place, group)] });
          await client.assignments.courses.create({ course_ids: [one], user_ids: [ana], group_ids: [group] });
          const reached = async (user: string) =>
            (await client.users.progress(user).all()).filter(({ courseId }) => courseId === one).length;
          expect([await reached(ana), await reached(member), await reached(rui)]).toEqual([1, 1, 0]);
          expect((await client.groups.assignments.courses(group).all()).map(({ course_id }) => course_id)).toEqual([one]);
        },
      },
      fields: {
        course_ids: async (place) => {
          const { one, other, ana } = await things(place);
          const made = await place.client.assignments.courses.create({ course_ids: [other.toUpperCase(), one, other], user_ids: [ana] });
          expect(made.map(({ course_id }) => course_id)).toEqual([other, one]);
          expect(await find(place, { user_ids: [ana] })).toEqual(made);
        },
        user_ids: async (place) => {
          const { one, ana, rui } = await things(place);
          await place.client.assignments.courses.create({ course_ids: [one], user_ids: [rui, ana.toUpperCase(), rui] });
          expect((await find(place, { course_ids: [one] })).map(({ user_id }) => user_id)).toEqual([rui, ana]);
        },
        group_ids: async (place) => {
          const { one, group } = await things(place);
          await place.client.assignments.courses.create({ course_ids: [one], group_ids: [place.group("Board"), group.toUpperCase()] });
          expect((await find(place, { course_ids: [one] })).map(({ group_id }) => group_id)).toEqual([place.group("Board"), group]);
        },
        to_all: async (place) => {
          const { one, other, ana } = await things(place);
          await place.client.assignments.courses.create({ course_ids: [one], to_all: true });
          await place.client.assignments.courses.create({ course_ids: [other], to_all: false, user_ids: [ana] });
          // Also to those who come later.
          const later = (await place.client.users.progress(await newUser(place)).all()).map(({ courseId }) => courseId);
          expect([later.includes(one), later.includes(other)]).toEqual([true, false]);
        },
        due_date: async (place) => {
          const { one, other, ana } = await things(place);
          await place.client.assignments.courses.create({ course_ids: [one], user_ids: [ana], due_date: "2030-01-31" });
          await place.client.assignments.courses.create({ course_ids: [other], user_ids: [ana] });
          const items = new Map((await place.client.users.progress(ana).all()).map((item) => [item.courseId, item]));
          expect(items.get(one)?.dueDate).toBe("2030-01-31");
          expect(items.get(other)).not.toHaveProperty("dueDate");
        },
      },
      refusals: {
        "an assignment to nobody": async (place) => ({
          request: { body: { course_ids: [await newCourse(place)] } },
          status: 412,
          says: "to_all",
        }),
        "an assignment to empty lists": async (place) => ({
          request: { body: { course_ids: [await newCourse(place)], user_ids: [], group_ids: [], to_all: false } },
          status: 412,
          says: "to_all",
        }),
      },
    },

    delete: {
      request: async (place) => {
        const { both, ana } = await assigned(place);
        return { query: { course_ids: both, user_ids: [ana] } };
      },
      success: async (place) => {
        const { one, ana } = await assigned(place);
        expect(await place.client.assignments.courses.delete({ course_ids: [one], user_ids: [ana] })).toEqual({ deleted: 1 });
        expect(await place.client.assignments.courses.delete({ course_ids: [one], user_ids: [ana] })).toEqual({ deleted: 0 });
      },
      effects: {
        "takes the course out of the user's progress, and leaves all other assignments": async (place) => {
          const { client } = place;
          const { both, one, other, ana, rui } = await things(place);
          await client.assignments.courses.create({ course_ids: both, user_ids: [ana, rui] });
          const before = await listOf(place);
          await client.assignments.courses.delete({ user_ids: [ana], course_ids: [one] });
          expect(await listOf(place)).toEqual(before.filter(({ user_id, course_id }) => user_id !== ana || course_id !== one));
          const courses = async (user: string) => (await client.users.progress(user).all()).map(({ courseId }) => courseId);
          expect((await courses(ana)).filter((id) => both.includes(id))).toEqual([other]);
          expect(await courses(rui)).toEqual(expect.arrayContaining(both));
        },
        "leaves the courses and their targets": async (place) => {
          const { one, group } = await assigned(place);
          await place.client.assignments.courses.delete({ course_ids: [one] });
          expect((await place.client.courses.get(one)).id).toBe(one);
          expect((await place.client.groups.get(group)).id).toBe(group);
          expect((await place.client.groups.assignments.courses(group).all()).map(({ course_id }) => course_id)).not.toContain(one);
        },
      },
      parameters: {
        course_ids: async (place) => {
          const { one, other, both, items } = await assigned(place);
          expect(await place.client.assignments.courses.delete({ course_ids: [one.toUpperCase()] })).toEqual({ deleted: 4 });
          expect(await find(place, { course_ids: both })).toEqual(items.filter(({ course_id }) => course_id === other));
          expect(await place.client.assignments.courses.delete({ course_ids: both })).toEqual({ deleted: 4 });
        },
        user_ids: async (place) => {
          const { both, ana, rui, items } = await assigned(place);
          expect(await place.client.assignments.courses.delete({ user_ids: [ana, rui] })).toEqual({ deleted: 4 });
          expect(await find(place, { course_ids: both })).toEqual(items.filter(({ user_id }) => user_id === undefined));
        },
        group_ids: async (place) => {
          const { both, group, items } = await assigned(place);
          expect(await place.client.assignments.courses.delete({ group_ids: [group] })).toEqual({ deleted: 2 });
          expect(await find(place, { course_ids: both })).toEqual(items.filter(({ group_id }) => group_id === undefined));
        },
      },
      refusals: {
        "a deletion of everything": () => ({ request: { query: {} }, status: 412, says: "filter" }),
      },
    },

    list: {
      request: async (place) => {
        await assigned(place);
        return { query: {} };
      },
      success: async (place) => {
        const all = await listOf(place);
        const seeded = (title: string) => all.filter(({ course_id }) => course_id === courseIdOf(title));
        expect(seeded("Secure development")).toMatchObject([
          { group_id: place.group("HR/Departments/Engineering"), to_all: false, title: "Secure development" },
        ]);
        expect(seeded("Phishing")).toMatchObject([
          { to_all: true, due_date: /^\d{4}-\d\d-\d\d$/.exec(seeded("Phishing")[0]?.due_date ?? "")?.[0] },
        ]);
        expect(new Set(all.map((item) => item.course_assignment_id)).size).toBe(all.length);
      },
      parameters: {
        course_ids: async (place) => {
          const { one, other, both, items } = await assigned(place);
          expect(await find(place, { course_ids: [one.toUpperCase()] })).toEqual(items.filter(({ course_id }) => course_id === one));
          expect(await find(place, { course_ids: both })).toEqual(items);
          await meansTheSame(place, "/assignments/courses", "course_ids", [one, other]);
          expect((await listOf(place)).length).toBeGreaterThan(items.length);
        },
        user_ids: async (place) => {
          const { ana, rui, one, items } = await assigned(place);
          expect(await find(place, { user_ids: [ana] })).toEqual(items.filter(({ user_id }) => user_id === ana));
          expect(await find(place, { user_ids: [rui, ana] })).toEqual(items.filter(({ user_id }) => user_id !== undefined));
          await meansTheSame(place, "/assignments/courses", "user_ids", [ana, rui]);
          expect(await find(place, { user_ids: [ana], course_ids: [one] })).toEqual(items.slice(0, 1));
        },
        group_ids: async (place) => {
          const { ana, group, items } = await assigned(place);
          expect(await find(place, { group_ids: [group] })).toEqual(items.filter(({ group_id }) => group_id === group));
          expect((await find(place, { group_ids: [group, place.group("HR/Managers")] })).map(({ title }) => title)).toContain(
            "Feedback that helps",
          );
          await meansTheSame(place, "/assignments/courses", "group_ids", [group, place.group("HR/Managers")]);
          // An assignment has one target, so a user and a group together find none.
          expect(await find(place, { group_ids: [group], user_ids: [ana] })).toEqual([]);
        },
      },
    },
  },
};
