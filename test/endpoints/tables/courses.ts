import { strFromU8, unzipSync } from "fflate";
import { buffer } from "node:stream/consumers";
import { expect } from "vitest";
import type { Course } from "../../../src/learning-service/contract/courses.ts";
import { fixedUuid } from "../../../src/sandbox/seed/people.ts";
import { courseIdOf } from "../../../src/sandbox/seed/courses.ts";
import { newCourse, newPath, newUser } from "../make.ts";
import type { Place } from "../place.ts";
import type { Cases, Tables } from "../row.ts";
import { refused } from "../row.ts";

const categoryId = (name: string): string => fixedUuid(`category ${name}`);
const providerId = (code: string): string => fixedUuid(`content provider ${code}`);

const lessons = [
  { name: "Welcome", type: "video", chapter: "Start", duration: 120 },
  { name: "Read it", type: "document", duration: 300 },
  { name: "Try it", type: "scorm" },
  { name: "Quiz", type: "quiz", duration: 0 },
] satisfies Course["lessons"];

const whole = {
  description: "All there is.",
  lang: "es",
  course_format: "classroom" as const,
  content_provider_id: providerId("lingua"),
  category_ids: [categoryId("Spanish"), categoryId("English")],
  lessons,
};

const listOf = async ({ client }: Place) => new Map((await client.courses.list().all()).map((course) => [course.id, course]));

type Body = Parameters<Place["client"]["courses"]["update"]>[1];
type Write = (place: Place, body: Body) => Promise<string>;

/** What each field does, whether the course is new or is changed. */
const fieldsOf = (write: Write) =>
  ({
    title: async (place) => {
      const id = await write(place, { title: "Ñandú & <b>Ana</b>" });
      expect((await place.client.courses.get(id)).title).toBe("Ñandú & <b>Ana</b>");
    },
    description: async (place) => {
      const id = await write(place, { description: "What it is about." });
      expect((await place.client.courses.get(id)).description).toBe("What it is about.");
    },
    lang: async (place) => {
      const id = await write(place, { lang: "pt-PT" });
      expect((await place.client.courses.list({ lang: "PT-pt" }).all()).map((course) => course.id)).toContain(id);
    },
    course_format: async (place) => {
      for (const course_format of ["scorm", "video", "classroom"] as const) {
        const id = await write(place, { course_format });
        expect((await place.client.courses.get(id)).course_format).toBe(course_format);
      }
    },
    content_provider_id: async (place) => {
      const { client } = place;
      const id = await write(place, { content_provider_id: providerId("acme").toUpperCase() });
      expect((await client.courses.list({ content_provider_id: providerId("acme") }).all()).map((course) => course.id)).toContain(id);
      const settings = (await client.contentProviders.get(providerId("acme"), { _limit: "0-1000" })).settings;
      expect(settings?.["courses"]).toContainEqual({ course_id: id, title: (await client.courses.get(id)).title });
    },
    category_ids: async (place) => {
      const names = ["Spanish", "English", "Spanish"];
      const id = await write(place, { category_ids: names.map((name) => categoryId(name).toUpperCase()) });
      expect((await place.client.courses.get(id)).category_ids).toEqual([categoryId("Spanish"), categoryId("English")]);
      for (const name of ["Spanish", "English"])
        expect((await place.client.categories.courses(categoryId(name)).all()).map((course) => course.id)).toContain(id);
      expect((await place.client.categories.courses(categoryId("Portuguese")).all()).map((course) => course.id)).not.toContain(id);
    },
    lessons: async (place) => {
      const id = await write(place, { lessons });
      expect(await place.client.courses.get(id)).toMatchObject({ lessons, total_duration: 420 });
    },
  }) satisfies Cases;

const titlesOf = async ({ client }: Place, query: Parameters<Place["client"]["courses"]["list"]>[0]) =>
  (await client.courses.list(query).all()).map(({ title }) => title);

export const courses: Tables["courses"] = {
  create: {
    request: ({ unique }) => ({ body: { title: unique("Course"), ...whole } }),
    success: async ({ client, unique, sandbox }) => {
      const title = unique("Course");
      const made = await client.courses.create({ title, ...whole });
      expect(made).toEqual({ id: made.id, title, ...whole, total_duration: 420, Record_Creation_Date: made.Record_Creation_Date });
      expect(sandbox.now().getTime() - Date.parse(made.Record_Creation_Date)).toBeLessThan(60_000);
      const least = await client.courses.create({ title });
      const defaults = { lang: "en", course_format: "scorm", category_ids: [], lessons: [], total_duration: 0 };
      expect(least).toEqual({ id: least.id, title, ...defaults, Record_Creation_Date: least.Record_Creation_Date });
    },
    effects: {
      "puts one course into the list and changes none": async (place) => {
        const before = await listOf(place);
        const made = await place.client.courses.create({ title: place.unique("Course") });
        expect(await listOf(place)).toEqual(new Map([...before, [made.id, made]]));
        expect(await place.client.courses.get(made.id)).toEqual(made);
      },
    },
    fields: fieldsOf(
      async ({ client, unique }, { title = unique("Course"), ...body }) => (await client.courses.create({ title, ...body })).id,
    ),
  },

  delete: {
    request: async (place) => ({ params: { course_id: await newCourse(place) } }),
    success: async (place) => {
      const id = await newCourse(place);
      expect(await place.client.courses.delete(id)).toEqual({ id });
    },
    effects: {
      "ends its assignments and takes it out of its category, its learning paths and everybody's progress": async (place) => {
        const { client } = place;
        const [id, other] = [await newCourse(place, { category_ids: [categoryId("Spanish")] }), await newCourse(place)];
        const [path, user] = [await newPath(place, [other, id]), await newUser(place)];
        await client.assignments.courses.create({ course_ids: [id, other], user_ids: [user], to_all: true });
        await client.assignments.learningPaths.create({ learning_path_ids: [path], user_ids: [user] });
        const before = await listOf(place);
        await client.courses.delete(id);
        before.delete(id);
        expect(await listOf(place)).toEqual(before);
        expect((await client.categories.courses(categoryId("Spanish")).all()).some((course) => course.id === id)).toBe(false);
        expect((await client.learningPaths.get(path)).course_ids).toEqual([{ course_id: other }]);
        expect((await client.assignments.courses.list().all()).filter(({ course_id }) => course_id === id)).toEqual([]);
        expect(await client.assignments.courses.list({ course_ids: [other] }).all()).toHaveLength(2);
        const reached = (await client.users.progress(user).all()).map(({ courseId }) => courseId);
        expect([reached.includes(id), reached.includes(other)]).toEqual([false, true]);
        await refused(client.courses.get(id), 412, "course_id");
      },
    },
    parameters: {
      course_id: async (place) => {
        const [one, other] = [await newCourse(place), await newCourse(place)];
        await place.client.courses.delete(one.toUpperCase());
        const left = await listOf(place);
        expect([left.has(one), left.has(other)]).toEqual([false, true]);
      },
    },
  },

  get: {
    request: () => ({ params: { course_id: courseIdOf("Phishing") } }),
    success: async ({ client }) => {
      expect(await client.courses.get(courseIdOf("Spanish for beginners"))).toMatchObject({
        id: courseIdOf("Spanish for beginners"),
        title: "Spanish for beginners",
        lang: "en",
        course_format: "scorm",
        content_provider_id: providerId("lingua"),
        category_ids: [categoryId("Spanish")],
        total_duration: 3600,
        lessons: [
          { name: "Greetings", type: "video", chapter: "First steps", duration: 900 },
          { name: "Numbers", type: "video", chapter: "First steps", duration: 900 },
          { name: "Meetings", type: "video", chapter: "At work", duration: 1200 },
          { name: "Quiz", type: "quiz", duration: 600 },
        ],
      });
    },
    parameters: {
      course_id: async ({ client }) => {
        for (const title of ["Phishing", "Delegating"])
          expect((await client.courses.get(courseIdOf(title).toUpperCase())).title).toBe(title);
      },
    },
  },

  launchfile: {
    request: () => ({ params: { course_id: courseIdOf("Phishing") } }),
    success: async ({ client, unique }) => {
      const title = `${unique("Course")} <&> "Ñ"`;
      const { id } = await client.courses.create({ title });
      const file = await client.courses.launchfile(id);
      const bytes = await buffer(file.stream);
      expect([file.contentType, file.length]).toEqual(["application/zip", bytes.length]);
      expect(file.name).toMatch(/\.zip$/);
      const files = unzipSync(bytes);
      expect(Object.keys(files).sort()).toEqual(["imsmanifest.xml", "index.html"]);
      const manifest = strFromU8(files["imsmanifest.xml"] ?? new Uint8Array());
      expect(manifest).toContain("<schemaversion>1.2</schemaversion>");
      expect(manifest).toContain(`<title>${title.replace("<&>", "&lt;&amp;&gt;").replaceAll('"', "&quot;")}</title>`);
    },
    parameters: {
      course_id: async ({ client }) => {
        const manifestOf = async (title: string) => {
          const { stream } = await client.courses.launchfile(courseIdOf(title).toUpperCase());
          return strFromU8(unzipSync(await buffer(stream))["imsmanifest.xml"] ?? new Uint8Array());
        };
        for (const title of ["Phishing", "Delegating"]) expect(await manifestOf(title)).toContain(`<title>${title}</title>`);
      },
    },
  },

  list: {
    request: () => ({ query: {} }),
    success: async ({ client }) => {
      const all = await client.courses.list().all();
      expect(all.length).toBeGreaterThanOrEqual(26);
      for (const title of ["Phishing", "Protección de datos para todos"])
        expect(all).toContainEqual(await client.courses.get(courseIdOf(title)));
    },
    parameters: {
      search: async (place) => {
        expect(await titlesOf(place, { search: "PROTECCION" })).toEqual(["Protección de datos para todos"]);
        expect(await titlesOf(place, { search: "spreadsheets" })).toEqual(["Spreadsheets I", "Spreadsheets II"]);
        expect(await titlesOf(place, { search: "nothing at all" })).toEqual([]);
      },
      lang: async (place) => {
        const spanish = (await place.client.courses.list().all()).filter(({ lang }) => lang === "es").map(({ title }) => title);
        expect(spanish.length).toBeGreaterThanOrEqual(2);
        expect(await titlesOf(place, { lang: "ES" })).toEqual(spanish);
        expect(await titlesOf(place, { lang: "xx" })).toEqual([]);
      },
      category_id: async (place) => {
        expect(await titlesOf(place, { category_id: categoryId("Cybersecurity").toUpperCase() })).toEqual([
          "Phishing",
          "Passwords and passkeys",
          "Secure development",
        ]);
        expect(await titlesOf(place, { category_id: categoryId("Cybersecurity"), search: "pass" })).toEqual(["Passwords and passkeys"]);
      },
      content_provider_id: async (place) => {
        const all = await place.client.courses.list().all();
        for (const code of ["acme", "lingua", "northwind"]) {
          const titles = all.filter(({ content_provider_id }) => content_provider_id === providerId(code)).map(({ title }) => title);
          expect(titles.length).toBeGreaterThanOrEqual(6);
          expect(await titlesOf(place, { content_provider_id: providerId(code).toUpperCase() })).toEqual(titles);
        }
        expect(await titlesOf(place, { content_provider_id: providerId("acme"), category_id: categoryId("Spanish"), lang: "pt" })).toEqual(
          [],
        );
      },
    },
  },

  update: {
    request: async (place) => ({ params: { course_id: await newCourse(place) }, body: { title: place.unique("Course"), ...whole } }),
    success: async (place) => {
      const { client } = place;
      const id = await newCourse(place, whole);
      const before = await client.courses.get(id);
      expect(await client.courses.update(id, { description: "Changed." })).toEqual({ ...before, description: "Changed." });
      // Nothing to change is no fault.
      expect(await client.courses.update(id, {})).toEqual({ ...before, description: "Changed." });
    },
    effects: {
      "changes one course, for everybody it is assigned to, and no other": async (place) => {
        const { client } = place;
        const id = await newCourse(place);
        const [user, path] = [await newUser(place), await newPath(place, [id])];
        await client.assignments.courses.create({ course_ids: [id], user_ids: [user] });
        const before = await listOf(place);
        const changed = await client.courses.update(id, {
          title: place.unique("Course"),
          lessons: [{ name: "Only one", type: "quiz", duration: 60 }],
        });
        expect(changed).toEqual({ ...before.get(id), title: changed.title, lessons: changed.lessons, total_duration: 60 });
        expect(await listOf(place)).toEqual(new Map([...before, [id, changed]]));
        expect((await client.assignments.courses.list({ course_ids: [id] }).all()).map(({ title }) => title)).toEqual([changed.title]);
        expect((await client.learningPaths.get(path)).total_duration).toBe(60);
        const item = (await client.users.progress(user).all()).find(({ courseId }) => courseId === id);
        expect(item).toMatchObject({
          title: changed.title,
          totalDuration: "60",
          lessonProgress: [{ lessonName: "Only one", lessonType: "quiz" }],
        });
      },
    },
    parameters: {
      course_id: async (place) => {
        const [one, other] = [await newCourse(place), await newCourse(place)];
        const before = await place.client.courses.get(other);
        await place.client.courses.update(one.toUpperCase(), { description: "This one." });
        expect((await place.client.courses.get(one)).description).toBe("This one.");
        expect(await place.client.courses.get(other)).toEqual(before);
      },
    },
    fields: fieldsOf(async (place, body) => {
      const id = await newCourse(place);
      await place.client.courses.update(id, body);
      return id;
    }),
  },
};
