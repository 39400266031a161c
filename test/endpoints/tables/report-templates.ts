import { expect } from "vitest";
import { fixedUuid } from "../../../src/sandbox/seed/people.ts";
import { newCourse, newUser } from "../make.ts";
import type { Tables } from "../row.ts";
import { refused } from "../row.ts";
import { create, found, listOf, newTemplate } from "./template-create.ts";

const SEEDED = ["All users", "Partners by group", "Progreso de los cursos"];
const templateId = (name: string): string => fixedUuid(`report template ${name}`);

export const templates: Tables["reports"]["templates"] = {
  create,
  delete: {
    request: async (place) => ({ params: { id: (await newTemplate(place)).id } }),
    success: async (place) => {
      const { id } = await newTemplate(place);
      expect(await place.client.reports.templates.delete(id)).toEqual({ id });
    },
    effects: {
      "takes the template and leaves its reports": async (place) => {
        const { client } = place;
        const { id } = await newTemplate(place, { run_parameters: { group_ids: [place.group("Board")] } });
        const report = await client.reports.templates.run(id);
        const before = await listOf(place);
        await client.reports.templates.delete(id);
        expect(await listOf(place)).toEqual(before.filter((template) => template.id !== id));
        expect(await client.reports.get(report.id)).toEqual(report);
        expect(await client.reports.data(report.id).all()).toHaveLength(report.rows);
        await refused(client.reports.templates.run(id), 412, "id");
      },
    },
    parameters: {
      id: async (place) => {
        const [one, other] = [await newTemplate(place), await newTemplate(place)];
        await place.client.reports.templates.delete(one.id.toUpperCase());
        const left = (await listOf(place)).map(({ id }) => id);
        expect([left.includes(one.id), left.includes(other.id)]).toEqual([false, true]);
      },
    },
  },

  run: {
    request: () => ({ params: { id: templateId("Partners by group") } }),
    success: async (place) => {
      const { client, sandbox } = place;
      const { id, name } = await newTemplate(place);
      const report = await client.reports.templates.run(id);
      const about = { template_id: id, name, reportType: "users", format: "csv", lang: "en", status: "done", rows: sandbox.users().length };
      expect(report).toMatchObject(about);
      expect(sandbox.now().getTime() - Date.parse(report.date_insert)).toBeLessThan(60_000);
    },
    effects: {
      "keeps what the service holds at this moment": async (place) => {
        const { client } = place;
        const user = await newUser(place, { city: "Porto" });
        const { id } = await newTemplate(place, { columns: { city: "City" }, run_parameters: { user_ids: [user] } });
        const first = await client.reports.templates.run(id);
        await client.users.update(user, { city: "Bilbao" });
        const second = await client.reports.templates.run(id);
        expect(await client.reports.data(first.id).all()).toEqual([{ city: "Porto" }]);
        expect(await client.reports.data(second.id).all()).toEqual([{ city: "Bilbao" }]);
        expect((await client.reports.list({ template_id: id }).all()).map((report) => report.id)).toEqual([first.id, second.id]);
      },
      "follows the clock, as the progress does": async (place) => {
        const { client, sandbox } = place;
        const users = await Promise.all(Array.from({ length: 16 }, () => newUser(place)));
        const course = await newCourse(place);
        await client.assignments.courses.create({ course_ids: [course], user_ids: users });
        const { id } = await newTemplate(place, { reportType: "course_progress", run_parameters: { user_ids: users } });
        sandbox.advanceClock(40 * 86_400_000);
        const report = await client.reports.templates.run(id);
        const rows = (await client.reports.data(report.id).all()).filter((row) => row["course_id"] === course);
        const items = (await Promise.all(users.map((user) => client.users.progress(user).all())))
          .flat()
          .filter(({ courseId }) => courseId === course);
        expect(rows.map((row) => [row["user_id"], row["progress"], row["progress_status"]])).toEqual(
          items.map(({ studentId, progress, progressStatus }) => [studentId, progress, progressStatus]),
        );
        expect(rows.some((row) => row["progress"] === 100)).toBe(true);
      },
    },
    parameters: {
      id: async ({ client }) => {
        for (const name of SEEDED) expect((await client.reports.templates.run(templateId(name).toUpperCase())).name).toBe(name);
      },
    },
  },

  get: {
    request: () => ({ params: { id: templateId("All users") } }),
    success: async ({ client, group }) => {
      const template = await client.reports.templates.get(templateId("Partners by group"));
      expect(template).toMatchObject({
        id: templateId("Partners by group"),
        type: "group_members",
        reportType: "group_members",
        name: "Partners by group",
        format: "csv",
        lang: "en",
        columns: { group: "Group", username: "Username", active: "Active" },
        run_parameters: { group_ids: [group("Partners")], active: true },
        title_style: { bold: true, size: 14 },
      });
    },
    parameters: {
      id: async ({ client }) => {
        for (const name of SEEDED) expect((await client.reports.templates.get(templateId(name).toUpperCase())).name).toBe(name);
      },
    },
  },

  list: {
    request: () => ({ query: {} }),
    success: async (place) => {
      const all = await listOf(place);
      expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(SEEDED));
      for (const name of SEEDED) expect(all).toContainEqual(await place.client.reports.templates.get(templateId(name)));
    },
    parameters: {
      search: async (place) => {
        expect(await found(place, { search: "PROGRESO de" })).toEqual([templateId("Progreso de los cursos")]);
        expect(await found(place, { search: "all users" })).toEqual([templateId("All users")]);
        expect(await found(place, { search: "nothing at all" })).toEqual([]);
      },
      lang: async (place) => {
        const all = await listOf(place);
        for (const lang of ["es", "en"]) {
          const fitting = all.filter((template) => template.lang === lang).map(({ id }) => id);
          expect([fitting.length > 0, fitting.length < all.length]).toEqual([true, true]);
          expect(await found(place, { lang: lang.toUpperCase() })).toEqual(fitting);
        }
        expect(await found(place, { lang: "xx" })).toEqual([]);
      },
      id: async (place) => {
        expect(await found(place, { id: templateId("All users").toUpperCase() })).toEqual([templateId("All users")]);
        // It is a text, and one that names nothing finds nothing.
        expect(await found(place, { id: "none" })).toEqual([]);
      },
      format: async (place) => {
        const { id } = await newTemplate(place, { format: "json" });
        const json = (await listOf(place)).filter(({ format }) => format === "json").map((template) => template.id);
        expect(json).toContain(id);
        expect(await found(place, { format: "JSON" })).toEqual(json);
        expect(await found(place, { format: "json", search: "progreso" })).toEqual([templateId("Progreso de los cursos")]);
      },
      report_type: async (place) => {
        const all = await listOf(place);
        for (const type of ["users", "group_members", "course_progress"]) {
          const fitting = all.filter(({ reportType }) => reportType === type).map(({ id }) => id);
          expect([fitting.length > 0, fitting.length < all.length]).toEqual([true, true]);
          expect(await found(place, { report_type: type.toUpperCase() })).toEqual(fitting);
        }
      },
    },
  },
};
