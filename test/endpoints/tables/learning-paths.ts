import { expect } from "vitest";
import { courseIdOf, pathIdOf } from "../../../src/sandbox/seed/courses.ts";
import { newCourse, newPath, newUser } from "../make.ts";
import type { Place } from "../place.ts";
import type { Tables } from "../row.ts";
import { refused } from "../row.ts";

const listOf = async ({ client }: Place) => new Map((await client.learningPaths.list().all()).map((path) => [path.learning_path_id, path]));

const NOBODYS = { assigned_students_count: 0, assigned_groups_count: 0, assigned_to_all: false };

export const learningPaths: Tables["learningPaths"] = {
  create: {
    request: ({ unique }) => ({ body: { title: unique("Path"), description: "Step by step.", course_ids: [courseIdOf("Phishing")] } }),
    success: async ({ client, unique }) => {
      const title = unique("Path");
      const courses = ["Phishing", "Spreadsheets I"].map(courseIdOf);
      const made = await client.learningPaths.create({ title, description: "Step by step.", course_ids: courses });
      expect(made).toEqual({
        learning_path_id: made.learning_path_id,
        title,
        description: "Step by step.",
        ...NOBODYS,
        course_ids: courses.map((course_id) => ({ course_id })),
        total_courses: 2,
        total_duration: 1200 + 4080,
      });
    },
    effects: {
      "puts one learning path into the list and changes none": async (place) => {
        const before = await listOf(place);
        const made = await place.client.learningPaths.create({ title: place.unique("Path") });
        expect(await listOf(place)).toEqual(new Map([...before, [made.learning_path_id, made]]));
        expect(await place.client.learningPaths.get(made.learning_path_id)).toEqual(made);
        expect(made).toMatchObject({ course_ids: [], total_courses: 0, total_duration: 0 });
      },
    },
    fields: {
      title: async ({ client }) => {
        const made = await client.learningPaths.create({ title: "Ruta de Ñoñez" });
        expect(await client.learningPaths.list({ search: "nonez" }).all()).toEqual([made]);
      },
      description: async ({ client, unique }) => {
        const { learning_path_id: id } = await client.learningPaths.create({ title: unique("Path"), description: "Why." });
        expect((await client.learningPaths.get(id)).description).toBe("Why.");
      },
      course_ids: async (place) => {
        const [first, second] = [await newCourse(place), await newCourse(place)];
        const id = await newPath(place, [second, first.toUpperCase(), second]);
        expect((await place.client.learningPaths.get(id)).course_ids).toEqual([{ course_id: second }, { course_id: first }]);
      },
    },
  },

  delete: {
    request: async (place) => ({ params: { learning_path_id: await newPath(place) } }),
    success: async (place) => {
      const id = await newPath(place);
      expect(await place.client.learningPaths.delete(id)).toEqual({ id });
    },
    effects: {
      "ends its assignments, and the progress that it brought; its courses stay": async (place) => {
        const { client } = place;
        const [course, user] = [await newCourse(place), await newUser(place)];
        const [id, other] = [await newPath(place, [course]), await newPath(place)];
        await client.assignments.learningPaths.create({ learning_path_ids: [id, other], user_ids: [user] });
        const reached = async () => (await client.users.progress(user).all()).some(({ courseId }) => courseId === course);
        expect(await reached()).toBe(true);
        const before = await listOf(place);
        await client.learningPaths.delete(id);
        before.delete(id);
        expect(await listOf(place)).toEqual(before);
        expect((await client.assignments.learningPaths.list({ user_ids: [user] }).all()).map((item) => item.learning_path_id)).toEqual([
          other,
        ]);
        expect(await reached()).toBe(false);
        expect((await client.courses.get(course)).id).toBe(course);
        await refused(client.learningPaths.get(id), 412, "learning_path_id");
      },
    },
    parameters: {
      learning_path_id: async (place) => {
        const [one, other] = [await newPath(place), await newPath(place)];
        await place.client.learningPaths.delete(one.toUpperCase());
        const left = await listOf(place);
        expect([left.has(one), left.has(other)]).toEqual([false, true]);
      },
    },
  },

  get: {
    request: () => ({ params: { learning_path_id: pathIdOf("Onboarding") } }),
    success: async ({ client }) => {
      const courses = ["Welcome to Acme Iberia", "Code of conduct", "Data protection for everyone", "Safe at your desk", "Phishing"];
      expect(await client.learningPaths.get(pathIdOf("Onboarding"))).toEqual({
        learning_path_id: pathIdOf("Onboarding"),
        title: "Onboarding",
        description: "The first month at Acme Iberia.",
        assigned_students_count: 0,
        assigned_groups_count: 1,
        assigned_to_all: false,
        course_ids: courses.map((title) => ({ course_id: courseIdOf(title) })),
        total_courses: 5,
        total_duration: (28 + 30 + 24 + 16 + 20) * 60,
      });
    },
    parameters: {
      learning_path_id: async ({ client }) => {
        for (const title of ["New managers", "Spanish evenings"])
          expect((await client.learningPaths.get(pathIdOf(title).toUpperCase())).title).toBe(title);
      },
    },
  },

  list: {
    request: () => ({ query: {} }),
    success: async ({ client }) => {
      const all = await client.learningPaths.list().all();
      const titles = ["Onboarding", "New managers", "Security champions", "Spanish evenings"];
      expect(all.map(({ title }) => title)).toEqual(expect.arrayContaining(titles));
      for (const title of titles) expect(all).toContainEqual(await client.learningPaths.get(pathIdOf(title)));
    },
    parameters: {
      search: async ({ client }) => {
        const found = async (search: string) => (await client.learningPaths.list({ search }).all()).map(({ title }) => title);
        expect(await found("EVEN")).toEqual(["Spanish evenings"]);
        expect(await found("s")).not.toContain("Onboarding");
        // In the title only.
        expect(await found("Twice a week")).toEqual([]);
      },
    },
  },
};
