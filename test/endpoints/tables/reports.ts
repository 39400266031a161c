import { parse } from "csv-parse/sync";
import { buffer } from "node:stream/consumers";
import { expect } from "vitest";
import { fixedUuid } from "../../../src/sandbox/seed/people.ts";
import { newUser } from "../make.ts";
import type { Place } from "../place.ts";
import type { Tables } from "../row.ts";
import { refused } from "../row.ts";
import { templates } from "./report-templates.ts";

/** The report that is there from the start, about those who are in Partners. */
const SEEDED = fixedUuid("report Partners by group");

type Body = Parameters<Place["client"]["reports"]["templates"]["create"]>[0];

/** A report of a template of its own; of no user's but one, unless it says otherwise. */
async function newReport(place: Place, body: Partial<Body> = {}) {
  const { client, unique, sandbox } = place;
  const run_parameters = { user_ids: [sandbox.users()[0]?.user_id ?? ""] };
  const { id } = await client.reports.templates.create({ name: unique("Report"), reportType: "users", run_parameters, ...body });
  return client.reports.templates.run(id);
}

const idsOf = async ({ client }: Place, query: Parameters<Place["client"]["reports"]["list"]>[0] = {}) =>
  (await client.reports.list(query).all()).map(({ id }) => id);

export const reports: Tables["reports"] = {
  templates,

  delete: {
    request: async (place) => ({ params: { id: (await newReport(place)).id } }),
    success: async (place) => {
      const { id } = await newReport(place);
      expect(await place.client.reports.delete(id)).toEqual({ id });
    },
    effects: {
      "takes the report and its rows, and leaves its template and all others": async (place) => {
        const { client } = place;
        const { id, template_id } = await newReport(place);
        const before = await idsOf(place);
        await client.reports.delete(id);
        expect(await idsOf(place)).toEqual(before.filter((other) => other !== id));
        await refused(client.reports.get(id), 412, "id");
        await refused(client.reports.data(id).all(), 412, "id");
        await refused(client.reports.download(id), 412, "id");
        expect((await client.reports.templates.get(template_id)).id).toBe(template_id);
      },
    },
    parameters: {
      id: async (place) => {
        const [one, other] = [await newReport(place), await newReport(place)];
        await place.client.reports.delete(one.id.toUpperCase());
        const left = await idsOf(place);
        expect([left.includes(one.id), left.includes(other.id)]).toEqual([false, true]);
      },
    },
    refusals: {
      "the id of a template": async (place) => ({
        request: { params: { id: (await newReport(place)).template_id } },
        status: 412,
        says: "id",
      }),
    },
  },

  download: {
    request: () => ({ params: { id: SEEDED } }),
    success: async (place) => {
      const { client } = place;
      const columns = { username: 'Benutzer; "Name"', active: "Active", first_name: "First" };
      const user = await newUser(place, { first_name: "=1+1", last_name: 'O\'Neill, "Ñ"' });
      const report = await newReport(place, { columns: { ...columns, last_name: "Last" }, run_parameters: { user_ids: [user] } });
      const file = await client.reports.download(report.id);
      expect([file.contentType, file.name]).toEqual(["text/csv; charset=utf-8", `report-${report.id}.csv`]);
      const bytes = await buffer(file.stream);
      expect(file.length).toBe(bytes.length);
      const rows = await client.reports.data(report.id).all();
      const [row] = rows;
      // The titles head it, and what a spreadsheet would take for a formula is escaped.
      expect(parse(bytes)).toEqual([
        [...Object.values(columns), "Last"],
        [row?.["username"], "true", "'=1+1", 'O\'Neill, "Ñ"'],
      ]);
      const json = await newReport(place, { format: "json", columns, run_parameters: { user_ids: [user] } });
      const other = await client.reports.download(json.id);
      expect([other.contentType, other.name]).toEqual(["application/json; charset=utf-8", `report-${json.id}.json`]);
      expect(JSON.parse((await buffer(other.stream)).toString())).toEqual([
        { username: row?.["username"], active: true, first_name: "=1+1" },
      ]);
    },
    parameters: {
      id: async (place) => {
        const made = [await newReport(place, { columns: { email: "Mail" } }), await newReport(place, { columns: { username: "Name" } })];
        for (const { id, columns } of made) {
          const [heads] = parse(await buffer((await place.client.reports.download(id.toUpperCase())).stream));
          expect(heads).toEqual([columns[0] === "email" ? "Mail" : "Name"]);
        }
      },
    },
  },

  data: {
    request: () => ({ params: { id: SEEDED }, query: {} }),
    success: async ({ client, sandbox }) => {
      const rows = await client.reports.data(SEEDED).all();
      const expected = sandbox
        .groups()
        .filter(({ path }) => path === "Partners" || path.startsWith("Partners/"))
        .flatMap(({ path, user_ids }) =>
          user_ids.map((id) => ({ group: path, username: sandbox.users().find(({ user_id }) => user_id === id)?.username, active: true })),
        );
      expect(expected.length).toBeGreaterThan(8);
      expect(rows).toEqual(expected);
    },
    parameters: {
      id: async (place) => {
        const users = [await newUser(place), await newUser(place)];
        for (const user of users) {
          const { id } = await newReport(place, { columns: { user_id: "" }, run_parameters: { user_ids: [user] } });
          expect(await place.client.reports.data(id.toUpperCase()).all()).toEqual([{ user_id: user }]);
        }
      },
    },
  },

  get: {
    request: () => ({ params: { id: SEEDED } }),
    success: async (place) => {
      const made = await newReport(place, { name: "Mine", format: "json", lang: "es", columns: { email: "Mail", username: "Name" } });
      expect(await place.client.reports.get(made.id)).toEqual({
        id: made.id,
        template_id: made.template_id,
        name: "Mine",
        reportType: "users",
        format: "json",
        lang: "es",
        status: "done",
        rows: 1,
        columns: ["email", "username"],
        date_insert: made.date_insert,
      });
    },
    parameters: {
      id: async (place) => {
        for (const made of [await newReport(place), await newReport(place)])
          expect(await place.client.reports.get(made.id.toUpperCase())).toEqual(made);
      },
    },
  },

  types: {
    request: () => ({ query: {} }),
    success: async (place) => {
      const types = await place.client.reports.types().all();
      expect(types.map(({ reportType }) => reportType)).toEqual(["users", "group_members", "course_progress", "learning_paths"]);
      // Each can be made, with just these columns.
      for (const { reportType, columns } of types) {
        const report = await newReport(place, { reportType });
        const slugs = columns.map(({ slug }) => slug);
        expect(report.columns).toEqual(slugs);
        for (const row of await place.client.reports.data(report.id).all()) expect(Object.keys(row)).toEqual(slugs);
        expect((await place.client.reports.templates.get(report.template_id)).columns).toEqual(
          Object.fromEntries(columns.map(({ slug, title }) => [slug, title])),
        );
      }
    },
  },

  list: {
    request: async (place) => {
      for (let i = 0; i < 3; i++) await newReport(place);
      return { query: {} };
    },
    success: async (place) => {
      const made = await newReport(place);
      const all = await place.client.reports.list().all();
      expect(all.at(-1)).toEqual(made);
      expect(all).toContainEqual(await place.client.reports.get(SEEDED));
    },
    parameters: {
      search: async (place) => {
        const { id } = await newReport(place, { name: "Plantilla: evaluación" });
        expect(await idsOf(place, { search: "EVALUACION" })).toEqual([id]);
        expect(await idsOf(place, { search: "nothing at all" })).toEqual([]);
        expect((await idsOf(place)).length).toBeGreaterThan(1);
      },
      template_id: async (place) => {
        const { id, template_id } = await newReport(place);
        const again = await place.client.reports.templates.run(template_id);
        await newReport(place);
        expect(await idsOf(place, { template_id: template_id.toUpperCase() })).toEqual([id, again.id]);
        // A report outlives its template.
        await place.client.reports.templates.delete(template_id);
        expect(await idsOf(place, { template_id })).toEqual([id, again.id]);
      },
    },
  },
};
