import { expect } from "vitest";
import { pathIdOf } from "../../../src/sandbox/seed/courses.ts";
import { meansTheSame, newCourse, newGroup, newPath, newUser } from "../make.ts";
import type { Place } from "../place.ts";
import type { Tables } from "../row.ts";

const DAY = 86_400_000;

const listOf = ({ client }: Place) => client.assignments.learningPaths.list().all();

/** Two learning paths of one course each, two users and a group of their own, with nothing assigned yet. */
async function things(place: Place) {
  const [first, second] = [await newCourse(place), await newCourse(place)];
  const [one, other] = [await newPath(place, [first]), await newPath(place, [second])];
  const [ana, rui, group] = [await newUser(place), await newUser(place), await newGroup(place)];
  return { first, second, one, other, ana, rui, group, both: [one, other] };
}

/** The eight assignments of two learning paths to two users, a group and all. */
async function assigned(place: Place) {
  const made = await things(place);
  const { both, ana, rui, group } = made;
  const targets = { user_ids: [ana, rui], group_ids: [group], to_all: true };
  return { ...made, items: await place.client.assignments.learningPaths.create({ learning_path_ids: both, ...targets }) };
}

type Filters = Parameters<Place["client"]["assignments"]["learningPaths"]["list"]>[0];

const find = ({ client }: Place, filters: Filters) => client.assignments.learningPaths.list(filters).all();

export const learningPathAssignments: Tables["assignments"]["learningPaths"] = {
  create: {
    request: async (place) => {
      const { both, ana, group } = await things(place);
      const days = { access_opens_date: "2030-01-31", access_closes_date: "2030-12-31" };
      return { body: { learning_path_ids: both, user_ids: [ana], group_ids: [group], to_all: true, ...days } };
    },
    success: async (place) => {
      const { one, ana, group } = await things(place);
      const made = await place.client.assignments.learningPaths.create({
        learning_path_ids: [one],
        user_ids: [ana],
        group_ids: [group],
        to_all: true,
      });
      const { title } = await place.client.learningPaths.get(one);
      const assigned_date = place.sandbox.now().toISOString().slice(0, 10);
      const common = { learning_path_id: one, title, total_courses: 1, courses_total_duration: 1200, total_course_lists: 1, assigned_date };
      const ids = made.map((item) => item.learning_path_assignment_id);
      const own = { number_passed_courses: 0, progress: 0, total_progress_time: 0 };
      expect(made).toEqual([
        { learning_path_assignment_id: ids[0], ...common, ...own, user_id: ana, to_all: false },
        { learning_path_assignment_id: ids[1], ...common, group_id: group, to_all: false },
        { learning_path_assignment_id: ids[2], ...common, to_all: true },
      ]);
    },
    effects: {
      "stands in the list beside all others, and is counted by the path": async (place) => {
        const { both, one, ana, rui, group } = await things(place);
        const before = await listOf(place);
        const made = await place.client.assignments.learningPaths.create({
          learning_path_ids: both,
          user_ids: [ana, rui],
          group_ids: [group],
        });
        expect(await listOf(place)).toEqual([...before, ...made]);
        const counts = { assigned_students_count: 2, assigned_groups_count: 1, assigned_to_all: false };
        expect(await place.client.learningPaths.get(one)).toMatchObject(counts);
        // Those that are there already are not made again.
        await place.client.assignments.learningPaths.create({ learning_path_ids: both, user_ids: [ana], to_all: true });
        expect(await place.client.learningPaths.get(one)).toMatchObject({ ...counts, assigned_to_all: true });
      },
      "brings the courses of the path to the users, and to nobody else": async (place) => {
        const { client } = place;
        const { first, one, ana, rui, group } = await things(place);
        const member = await newUser(place, { group_ids: [group] });
        await client.assignments.learningPaths.create({ learning_path_ids: [one], user_ids: [ana], group_ids: [group] });
        const reached = async (user: string) =>
          (await client.users.progress(user).all()).filter(({ courseId }) => courseId === first).length;
        expect([await reached(ana), await reached(member), await reached(rui)]).toEqual([1, 1, 0]);
        expect((await client.groups.assignments.learningPaths(group).all()).map((item) => item.learning_path_id)).toEqual([one]);
      },
    },
    fields: {
      learning_path_ids: async (place) => {
        const { one, other, ana } = await things(place);
        const ids = [other.toUpperCase(), one, other];
        const made = await place.client.assignments.learningPaths.create({ learning_path_ids: ids, user_ids: [ana] });
        expect(made.map((item) => item.learning_path_id)).toEqual([other, one]);
        expect(await find(place, { user_ids: [ana] })).toEqual(made);
      },
      user_ids: async (place) => {
        const { one, ana, rui } = await things(place);
        await place.client.assignments.learningPaths.create({ learning_path_ids: [one], user_ids: [rui, ana.toUpperCase(), rui] });
        expect((await find(place, { learning_path_ids: [one] })).map(({ user_id }) => user_id)).toEqual([rui, ana]);
      },
      group_ids: async (place) => {
        const { one, group } = await things(place);
        await place.client.assignments.learningPaths.create({
          learning_path_ids: [one],
          group_ids: [place.group("Board"), group.toUpperCase()],
        });
        expect((await find(place, { learning_path_ids: [one] })).map(({ group_id }) => group_id)).toEqual([place.group("Board"), group]);
      },
      to_all: async (place) => {
        const { one, other, first, second, ana } = await things(place);
        await place.client.assignments.learningPaths.create({ learning_path_ids: [one], to_all: true });
        await place.client.assignments.learningPaths.create({ learning_path_ids: [other], to_all: false, user_ids: [ana] });
        const later = (await place.client.users.progress(await newUser(place)).all()).map(({ courseId }) => courseId);
        expect([later.includes(first), later.includes(second)]).toEqual([true, false]);
      },
      access_opens_date: async (place) => {
        const { one, first } = await things(place);
        const users = await Promise.all(Array.from({ length: 12 }, () => newUser(place)));
        const opens = new Date(place.sandbox.now().getTime() + 30 * DAY).toISOString().slice(0, 10);
        await place.client.assignments.learningPaths.create({ learning_path_ids: [one], user_ids: users, access_opens_date: opens });
        expect((await find(place, { learning_path_ids: [one] })).map((item) => item.access_opens_date)).toEqual(users.map(() => opens));
        const started = async () => {
          const items = await Promise.all(users.map((user) => place.client.users.progress(user).all()));
          return items.flat().filter(({ courseId, startDate }) => courseId === first && startDate !== "");
        };
        place.sandbox.advanceClock(29 * DAY);
        expect(await started()).toEqual([]);
        place.sandbox.advanceClock(60 * DAY);
        expect((await started()).length).toBeGreaterThan(0);
        expect((await started()).filter(({ startDate }) => startDate < opens)).toEqual([]);
      },
      access_closes_date: async (place) => {
        const { one, first } = await things(place);
        const users = await Promise.all(Array.from({ length: 12 }, () => newUser(place)));
        const closes = new Date(place.sandbox.now().getTime() + 10 * DAY).toISOString().slice(0, 10);
        await place.client.assignments.learningPaths.create({ learning_path_ids: [one], user_ids: users, access_closes_date: closes });
        expect((await find(place, { learning_path_ids: [one] })).map((item) => item.access_closes_date)).toEqual(users.map(() => closes));
        const items = async () => {
          const all = await Promise.all(users.map((user) => place.client.users.progress(user).all()));
          return all.flat().filter(({ courseId }) => courseId === first);
        };
        place.sandbox.advanceClock(12 * DAY);
        const closed = await items();
        expect(closed.filter(({ progress }) => progress < 100).length).toBeGreaterThan(0);
        place.sandbox.advanceClock(100 * DAY);
        expect(await items()).toEqual(closed);
      },
    },
    refusals: {
      "an assignment to nobody": async (place) => ({
        request: { body: { learning_path_ids: [await newPath(place)] } },
        status: 412,
        says: "to_all",
      }),
      "an access that closes before it opens": async (place) => ({
        request: {
          body: {
            learning_path_ids: [await newPath(place)],
            to_all: true,
            access_opens_date: "2030-02-01",
            access_closes_date: "2030-01-31",
          },
        },
        status: 412,
        says: "access_closes_date",
      }),
    },
  },

  delete: {
    request: async (place) => {
      const { both, ana, first } = await assigned(place);
      return { query: { learning_path_ids: both, user_ids: [ana], course_ids: [first] } };
    },
    success: async (place) => {
      const { one, ana } = await assigned(place);
      const filters = { learning_path_ids: [one], user_ids: [ana] };
      expect(await place.client.assignments.learningPaths.delete(filters)).toEqual({ deleted: 1 });
      expect(await place.client.assignments.learningPaths.delete(filters)).toEqual({ deleted: 0 });
    },
    effects: {
      "takes the path's courses out of the user's progress, and leaves all other assignments": async (place) => {
        const { client } = place;
        const { both, one, first, second, ana, rui } = await things(place);
        await client.assignments.learningPaths.create({ learning_path_ids: both, user_ids: [ana, rui] });
        const before = await listOf(place);
        await client.assignments.learningPaths.delete({ learning_path_ids: [one], user_ids: [ana] });
        expect(await listOf(place)).toEqual(before.filter((item) => item.user_id !== ana || item.learning_path_id !== one));
        const courses = async (user: string) => (await client.users.progress(user).all()).map(({ courseId }) => courseId);
        expect((await courses(ana)).filter((id) => id === first || id === second)).toEqual([second]);
        expect(await courses(rui)).toEqual(expect.arrayContaining([first, second]));
        expect((await client.learningPaths.get(one)).assigned_students_count).toBe(1);
      },
    },
    parameters: {
      learning_path_ids: async (place) => {
        const { one, other, both, items } = await assigned(place);
        expect(await place.client.assignments.learningPaths.delete({ learning_path_ids: [one.toUpperCase()] })).toEqual({ deleted: 4 });
        expect(await find(place, { learning_path_ids: both })).toEqual(items.filter((item) => item.learning_path_id === other));
      },
      course_ids: async (place) => {
        const { first, both, other, items } = await assigned(place);
        expect(await place.client.assignments.learningPaths.delete({ course_ids: [first] })).toEqual({ deleted: 4 });
        expect(await find(place, { learning_path_ids: both })).toEqual(items.filter((item) => item.learning_path_id === other));
      },
      user_ids: async (place) => {
        const { both, ana, rui, items } = await assigned(place);
        expect(await place.client.assignments.learningPaths.delete({ user_ids: [ana, rui] })).toEqual({ deleted: 4 });
        expect(await find(place, { learning_path_ids: both })).toEqual(items.filter(({ user_id }) => user_id === undefined));
      },
      group_ids: async (place) => {
        const { both, group, items } = await assigned(place);
        expect(await place.client.assignments.learningPaths.delete({ group_ids: [group] })).toEqual({ deleted: 2 });
        expect(await find(place, { learning_path_ids: both })).toEqual(items.filter(({ group_id }) => group_id === undefined));
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
      const [seeded, ...more] = await find(place, { learning_path_ids: [pathIdOf("New managers")] });
      expect(more).toEqual([]);
      expect(seeded).toMatchObject({
        group_id: place.group("HR/Managers"),
        to_all: false,
        title: "New managers",
        total_courses: 3,
        courses_total_duration: (280 + 31 + 30) * 60,
      });
      expect(Object.keys(seeded ?? {})).toEqual(
        expect.arrayContaining(["description", "assigned_date", "access_opens_date", "access_closes_date"]),
      );
    },
    parameters: {
      learning_path_ids: async (place) => {
        const { one, other, both, items } = await assigned(place);
        expect(await find(place, { learning_path_ids: [one.toUpperCase()] })).toEqual(
          items.filter((item) => item.learning_path_id === one),
        );
        expect(await find(place, { learning_path_ids: both })).toEqual(items);
        await meansTheSame(place, "/assignments/learning_paths", "learning_path_ids", [one, other]);
        expect((await listOf(place)).length).toBeGreaterThan(items.length);
      },
      course_ids: async (place) => {
        const { first, second, other, items } = await assigned(place);
        expect(await find(place, { course_ids: [second] })).toEqual(items.filter((item) => item.learning_path_id === other));
        expect(await find(place, { course_ids: [first, second] })).toEqual(items);
        await meansTheSame(place, "/assignments/learning_paths", "course_ids", [first, second]);
        expect(await find(place, { course_ids: [await newCourse(place)] })).toEqual([]);
      },
      user_ids: async (place) => {
        const { ana, rui, one, items } = await assigned(place);
        expect(await find(place, { user_ids: [ana] })).toEqual(items.filter(({ user_id }) => user_id === ana));
        expect(await find(place, { user_ids: [rui, ana] })).toEqual(items.filter(({ user_id }) => user_id !== undefined));
        await meansTheSame(place, "/assignments/learning_paths", "user_ids", [ana, rui]);
        expect(await find(place, { user_ids: [ana], learning_path_ids: [one] })).toEqual(items.slice(0, 1));
      },
      group_ids: async (place) => {
        const { ana, group, items } = await assigned(place);
        expect(await find(place, { group_ids: [group] })).toEqual(items.filter(({ group_id }) => group_id === group));
        expect((await find(place, { group_ids: [group, place.group("HR/Managers")] })).map(({ title }) => title)).toContain("New managers");
        await meansTheSame(place, "/assignments/learning_paths", "group_ids", [group, place.group("HR/Managers")]);
        expect(await find(place, { group_ids: [group], user_ids: [ana] })).toEqual([]);
      },
    },
  },
};
