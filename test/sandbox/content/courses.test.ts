import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { contract } from "../../../src/learning-service/contract/contract.ts";
import { assignmentsArea } from "../../../src/sandbox/areas/assignments.ts";
import { classesArea } from "../../../src/sandbox/areas/content/classes.ts";
import { coursesArea } from "../../../src/sandbox/areas/content/courses.ts";
import { learningPathsArea } from "../../../src/sandbox/areas/content/learning-paths.ts";
import { courseIdOf } from "../../../src/sandbox/seed/courses.ts";
import { ask, NOBODY, NOON, refused, worldOf } from "./world.ts";

const { courses: entries } = contract;

function start() {
  const world = worldOf("groups");
  return {
    world,
    create: (body: Parameters<typeof coursesArea.create>[0]["body"]) => ask(world, entries.create, coursesArea.create, { body }),
    get: (course_id: string) => ask(world, entries.get, coursesArea.get, { params: { course_id } }),
    update: (course_id: string, body: Parameters<typeof coursesArea.update>[0]["body"]) =>
      ask(world, entries.update, coursesArea.update, { params: { course_id }, body }),
    remove: (course_id: string) => ask(world, entries.delete, coursesArea.delete, { params: { course_id } }),
    list: (query: Parameters<typeof coursesArea.list>[0]["query"] = {}) => ask(world, entries.list, coursesArea.list, { query }),
    launch: (course_id: string) => ask(world, entries.launchfile, coursesArea.launchfile, { params: { course_id } }),
  };
}

describe("a new course", () => {
  test("is in English and SCORM unless told otherwise, and lasts as long as its lessons", () => {
    const { create, get, list } = start();
    const course = create({
      title: "Ethics",
      lessons: [
        { name: "Why", type: "video", duration: 90 },
        { name: "Quiz", type: "quiz" },
        { name: "Read", type: "document", duration: 30 },
      ],
    });
    expect(course).toMatchObject({ lang: "en", course_format: "scorm", category_ids: [], total_duration: 120, Record_Creation_Date: NOON });
    expect(get(course.id.toUpperCase())).toEqual(course);
    expect(list()).toContainEqual(course);
    expect(create({ title: "Ética", lang: "es", course_format: "video" })).toMatchObject({
      lang: "es",
      course_format: "video",
      total_duration: 0,
    });
  });

  test("is in each category once, and only in existing categories and with an existing provider", () => {
    const { world, create, list } = start();
    const [category = ""] = world.state.all("category").keys();
    const [provider = ""] = world.state.all("content_provider").keys();
    const course = create({
      title: "Ethics",
      category_ids: [category.toUpperCase(), category],
      content_provider_id: provider.toUpperCase(),
    });
    expect(course).toMatchObject({ category_ids: [category], content_provider_id: provider });
    const before = list().length;
    expect(refused(() => create({ title: "Lost", category_ids: [category, NOBODY] }))).toContain(NOBODY);
    expect(refused(() => create({ title: "Lost", content_provider_id: NOBODY }))).toContain(NOBODY);
    expect(list()).toHaveLength(before);
  });
});

describe("an update of a course", () => {
  test("keeps what is left out, and counts the duration again", () => {
    const { create, update, get } = start();
    const course = create({ title: "Ethics", description: "Of work", lessons: [{ name: "Why", type: "video", duration: 90 }] });
    expect(update(course.id, { title: "Ethics II" })).toEqual({ ...course, title: "Ethics II" });
    expect(update(course.id, { lessons: [] })).toMatchObject({
      title: "Ethics II",
      description: "Of work",
      lessons: [],
      total_duration: 0,
    });
    expect(refused(() => update(course.id, { title: "Other", category_ids: [NOBODY] }))).toContain("category_ids");
    expect(get(course.id).title).toBe("Ethics II");
  });
});

describe("a deleted course", () => {
  test("ends its assignments and leaves its learning paths and classes", () => {
    const { world, remove } = start();
    const id = courseIdOf("Spanish in meetings");
    const assigned = () => ask(world, contract.assignments.courses.list, assignmentsArea.courses.list);
    const paths = () => ask(world, contract.learningPaths.list, learningPathsArea.list);
    const classes = () => ask(world, contract.classes.list, classesArea.list);
    ask(world, contract.assignments.courses.create, assignmentsArea.courses.create, { body: { course_ids: [id], to_all: true } });
    expect(paths().filter(({ course_ids }) => course_ids?.some(({ course_id }) => course_id === id))).toHaveLength(1);
    expect(classes().filter(({ course_id }) => course_id === id)).toHaveLength(1);
    const before = { assigned: assigned().length, courses: paths().map(({ total_courses }) => total_courses), classes: classes().length };
    expect(remove(id)).toEqual({ id });
    expect(assigned().filter(({ course_id }) => course_id === id)).toEqual([]);
    expect(assigned()).toHaveLength(before.assigned - 1);
    expect(paths().map(({ total_courses }) => total_courses)).toEqual(before.courses.toSpliced(-1, 1, 1));
    expect(classes()).toHaveLength(before.classes);
    expect(classes().some(({ course_id }) => course_id === id)).toBe(false);
    expect(refused(() => remove(id))).toContain("course_id");
  });
});

describe("the list of courses", () => {
  test("is filtered by words of the title, language, category and provider, all at once", () => {
    const { world, list } = start();
    const titles = (query: Parameters<typeof list>[0]) => list(query).map(({ title }) => title);
    expect(titles({ search: "PROTECCION" })).toEqual(["Protección de datos para todos"]);
    expect(titles({ lang: "PT" })).toEqual(["Português para iniciantes"]);
    const category = list({ search: "Phishing" })[0]?.category_ids[0] ?? "";
    expect(titles({ category_id: category })).toEqual(["Phishing", "Passwords and passkeys", "Secure development"]);
    expect(titles({ category_id: category, search: "pass" })).toEqual(["Passwords and passkeys"]);
    const lingua = [...world.state.all("content_provider").values()].find(({ code }) => code === "lingua")?.id ?? "";
    expect(titles({ content_provider_id: lingua, lang: "en" })).toHaveLength(5);
    expect(titles({ content_provider_id: lingua, category_id: category })).toEqual([]);
  });

  test("refuses a filter by what is not there", () => {
    const { list } = start();
    expect(refused(() => list({ category_id: NOBODY }))).toContain("category_id");
    expect(refused(() => list({ content_provider_id: NOBODY }))).toContain("content_provider_id");
  });
});

describe("the launch file", () => {
  test("is a zip with a SCORM 1.2 manifest and the page that it names", () => {
    const { create, launch } = start();
    const course = create({ title: "Ethics", lessons: [{ name: "Why", type: "video" }] });
    const file = launch(course.id);
    expect(file).toMatchObject({ contentType: "application/zip", name: `course-${course.id}.zip` });
    const files = unzipSync(file.content as Uint8Array);
    expect(Object.keys(files)).toEqual(["imsmanifest.xml", "index.html"]);
    const manifest = strFromU8(files["imsmanifest.xml"] ?? new Uint8Array());
    expect(manifest).toContain("<schemaversion>1.2</schemaversion>");
    expect(manifest).toContain('href="index.html"');
    expect(strFromU8(files["index.html"] ?? new Uint8Array())).toContain("<li>Why</li>");
    expect(launch(course.id).content).toEqual(file.content);
  });

  test("holds any title as text, never as markup", () => {
    const { create, launch } = start();
    const { id } = create({ title: `<b> "R&D" 'ñ' \u0007\ud800`, lang: `"><script>`, lessons: [{ name: "<script>", type: "quiz" }] });
    const files = unzipSync(launch(id).content as Uint8Array);
    const manifest = strFromU8(files["imsmanifest.xml"] ?? new Uint8Array());
    expect(manifest.match(/<title>(.*?)<\/title>/)?.[1]).toBe("&lt;b&gt; &quot;R&amp;D&quot; &apos;ñ&apos; \ufffd\ufffd");
    const page = strFromU8(files["index.html"] ?? new Uint8Array());
    expect(page.match(/<script>/g)).toHaveLength(1);
    expect(page).toContain("&lt;script&gt;");
  });
});

test("a course that is not there is 412 everywhere", () => {
  const { get, update, remove, launch } = start();
  for (const action of [() => get(NOBODY), () => update(NOBODY, {}), () => remove(NOBODY), () => launch(NOBODY)])
    expect(refused(action)).toContain("course_id");
});
