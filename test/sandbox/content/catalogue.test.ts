import { describe, expect, test } from "vitest";
import { contract } from "../../../src/learning-service/contract/contract.ts";
import { classesArea } from "../../../src/sandbox/areas/content/classes.ts";
import { contentProvidersArea } from "../../../src/sandbox/areas/content/content-providers.ts";
import { skillsArea } from "../../../src/sandbox/areas/content/skills.ts";
import { fixedUuid } from "../../../src/sandbox/seed/people.ts";
import { ask, DAY, NOBODY, refused, worldOf } from "./world.ts";

describe("the skills search", () => {
  const world = worldOf("groups");
  const search = (query: string, lang?: string) =>
    ask(world, contract.skills.search, skillsArea.search, { body: { query, ...(lang === undefined ? {} : { lang }) } });
  const titles = (query: string, lang?: string) => search(query, lang).map(({ title }) => title);

  test("finds words anywhere in a title, without case and accents", () => {
    expect(titles("WRITING")).toEqual(["Writing", "Technical writing"]);
    expect(titles("proteccion", "es")).toEqual(["Protección de datos"]);
    expect(titles(" prevención de r ", "es")).toEqual(["Prevención de riesgos laborales"]);
    expect(titles("nothing of the kind")).toEqual([]);
  });

  test("is in the language asked for, in English when there is none or it is unknown", () => {
    expect(titles("idiomas", "es-MX")).toEqual(["Idiomas"]);
    expect(titles("idiomas")).toEqual([]);
    expect(titles("languages", "es")).toEqual([]);
    expect(titles("languages", "fi")).toEqual(["Languages"]);
  });

  test("says where in the tree a skill stands", () => {
    const [root] = search("Languages");
    expect(root).toMatchObject({ level: 1, title: "Languages" });
    expect(Object.keys(root ?? {}).sort()).toEqual(["Record_Creation_Date", "id", "level", "title"]);
    const [leaf] = search("negocios", "es");
    const [, parent] = search("ingles", "es").toReversed();
    expect(leaf).toMatchObject({
      level: 3,
      parent_id: parent?.id,
      parent_ids: `${root?.id},${parent?.id}`,
      parent_titles: "Idiomas / Inglés",
    });
  });

  test("needs words", () => {
    for (const nothing of ["", "  "]) expect(refused(() => search(nothing))).toContain("query");
  });
});

describe("a content provider", () => {
  const world = worldOf("groups");
  const id = fixedUuid("content provider northwind");
  const get = (query: { name?: string; _limit?: string } = {}, of = id) =>
    ask(world, contract.contentProviders.get, contentProvidersArea.get, { params: { id: of }, query });
  const courses = (limit?: string) =>
    get(limit === undefined ? {} : { _limit: limit }).settings?.["courses"] as { course_id: string; title: string }[];

  test("is answered with its courses, from an offset and as many as asked for", () => {
    expect(get()).toMatchObject({
      id,
      code: "northwind",
      name: "Northwind Skills",
      course_id_prefix: "NWS",
      settings: { total_courses: 11 },
    });
    expect(courses()).toHaveLength(11);
    expect(courses("0-20")).toEqual(courses());
    expect(courses("3-4")).toEqual(courses().slice(3, 7));
    expect(courses("10-100")).toEqual(courses().slice(10));
    expect(courses("50-5")).toEqual([]);
    expect(courses("4")).toEqual(courses().slice(0, 4));
    expect(world.state.all("course").get(courses("0-1")[0]?.course_id ?? "")?.title).toBe("Spreadsheets I");
  });

  test("must fit the name that is asked for, and be there", () => {
    expect(get({ name: "northwind" }).id).toBe(id);
    expect(refused(() => get({ name: "Acme" }))).toContain("name");
    expect(refused(() => get({}, NOBODY))).toContain("id does not exist");
  });
});

describe("classes", () => {
  const world = worldOf("company");
  const { list, events } = contract.classes;
  const classes = (search?: string) => ask(world, list, classesArea.list, { query: search === undefined ? {} : { search } });
  const eventsOf = (query: { class_id?: string; from?: string; to?: string } = {}) =>
    ask(world, events.list, classesArea.events.list, { query });
  const participants = (eventId: string) => ask(world, events.participants, classesArea.events.participants, { params: { eventId } });

  test("are searched by title, and their events by class and days", () => {
    expect(classes().map(({ title }) => title)).toEqual(["First aid at work", "Leading a small team", "Spanish evenings"]);
    const [found] = classes("FIRST");
    expect(eventsOf({ class_id: found?.id.toUpperCase() ?? "" })).toHaveLength(3);
    expect(eventsOf()).toHaveLength(6);
    const [first] = eventsOf();
    expect(first?.start_date).toBe("2026-10-11T09:00:00.000Z");
    expect(eventsOf({ from: "2026-10-11", to: "2026-10-11" })).toEqual([first]);
    expect(eventsOf({ from: "2026-10-12" })).toHaveLength(5);
    expect(eventsOf({ to: "2026-10-10" })).toEqual([]);
    expect(refused(() => eventsOf({ class_id: NOBODY }))).toContain("class_id");
  });

  test("have people of the company in their events, who have attended once an event is over", () => {
    for (const { id, participants_count, capacity, end_date } of eventsOf()) {
      const people = participants(id.toUpperCase());
      expect(people).toHaveLength(participants_count);
      expect(participants_count).toBeLessThanOrEqual(capacity);
      expect(new Set(people.map(({ user_id }) => user_id)).size).toBe(participants_count);
      const over = end_date < world.clock.now().toISOString();
      expect(people.every(({ status, event_id }) => status === (over ? "attended" : "enrolled") && event_id === id)).toBe(true);
      expect(people.every(({ user_id }) => world.state.users.get(user_id)?.fields["employee_id"] !== undefined)).toBe(true);
    }
    const last = eventsOf().at(-1)?.id ?? "";
    expect(participants(last)[0]?.status).toBe("enrolled");
    world.clock.advance(60 * DAY);
    expect(participants(last)[0]?.status).toBe("attended");
    expect(refused(() => participants(NOBODY))).toContain("eventId");
  });
});
