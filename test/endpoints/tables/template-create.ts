import { expect } from "vitest";
import { newGroup, newUser } from "../make.ts";
import type { Place } from "../place.ts";
import type { Tables } from "../row.ts";

type Body = Parameters<Place["client"]["reports"]["templates"]["create"]>[0];

export const newTemplate = ({ client, unique }: Place, body: Partial<Body> = {}) =>
  client.reports.templates.create({ name: unique("Template"), reportType: "users", ...body });

export const listOf = ({ client }: Place) => client.reports.templates.list().all();

export const found = async ({ client }: Place, query: Parameters<Place["client"]["reports"]["templates"]["list"]>[0]) =>
  (await client.reports.templates.list(query).all()).map(({ id }) => id);

/** The template that a body makes, as another endpoint shows it. */
async function kept(place: Place, body: Partial<Body>) {
  const { id } = await newTemplate(place, body);
  return place.client.reports.templates.get(id);
}

/** The rows of a report that a body makes. */
async function rowsOf(place: Place, body: Partial<Body>) {
  const { id } = await newTemplate(place, body);
  const report = await place.client.reports.templates.run(id);
  return place.client.reports.data(report.id).all();
}

export const create: Tables["reports"]["templates"]["create"] = {
  request: ({ unique, group }) => ({
    body: {
      name: unique("Template"),
      reportType: "users",
      columns: { username: "Name" },
      run_parameters: { group_ids: [group("Board")], active: true },
    },
  }),
  success: async ({ client, unique, sandbox }) => {
    const name = unique("Template");
    const made = await client.reports.templates.create({
      name,
      reportType: "learning_paths",
      columns: { title: "Título", progress: 1, email: "" },
    });
    const { account_id } = await client.oauth2.userinfo();
    expect(made).toEqual({
      id: made.id,
      account_id,
      type: "learning_paths",
      reportType: "learning_paths",
      name,
      format: "csv",
      lang: "en",
      date_insert: made.date_insert,
      date_update: made.date_insert,
      Record_Creation_Date: made.date_insert,
      // A title of its own, else the one of the type.
      columns: { title: "Título", progress: "Progress", email: "E-mail" },
      titleFormat: {},
      run_parameters: {},
    });
    expect(sandbox.now().getTime() - Date.parse(made.date_insert)).toBeLessThan(60_000);
  },
  effects: {
    "puts one template into the list and changes none; no report is made": async (place) => {
      const [before, reports] = [await listOf(place), await place.client.reports.list().all()];
      const made = await newTemplate(place);
      expect(await listOf(place)).toEqual([...before, made]);
      expect(await place.client.reports.templates.get(made.id)).toEqual(made);
      expect(await place.client.reports.list().all()).toEqual(reports);
    },
  },
  fields: {
    name: async (place) => expect((await kept(place, { name: 'Ñandú; "all"' })).name).toBe('Ñandú; "all"'),
    reportType: async (place) => {
      const user = await newUser(place, { group_ids: [place.group("Board"), place.group("HR/Managers")] });
      const run_parameters = { user_ids: [user] };
      expect(await rowsOf(place, { reportType: "users", run_parameters })).toMatchObject([{ user_id: user, groups: "Board; HR/Managers" }]);
      const groups = (await rowsOf(place, { reportType: "group_members", run_parameters })).map((row) => row["group"]);
      expect(groups.sort()).toEqual(["Board", "HR/Managers"]);
      const courses = (await place.client.users.progress(user).all()).map(({ courseId }) => courseId);
      expect((await rowsOf(place, { reportType: "course_progress", run_parameters })).map((row) => row["course_id"])).toEqual(courses);
      expect((await rowsOf(place, { reportType: "learning_paths", run_parameters })).map((row) => row["title"])).toEqual(["New managers"]);
    },
    format: async (place) => {
      for (const format of ["csv", "json"] as const) {
        const { id } = await newTemplate(place, { format });
        expect((await place.client.reports.templates.run(id)).format).toBe(format);
      }
    },
    lang: async (place) => {
      const { id } = await newTemplate(place, { lang: "pt" });
      expect(await found(place, { lang: "PT" })).toContain(id);
      expect((await place.client.reports.templates.run(id)).lang).toBe("pt");
    },
    columns: async (place) => {
      const run_parameters = { user_ids: [place.sandbox.users()[0]?.user_id ?? ""] };
      const [row] = await rowsOf(place, { columns: { last_name: "Last", username: "Name" }, run_parameters });
      expect(Object.keys(row ?? {})).toEqual(["last_name", "username"]);
      const [whole] = await rowsOf(place, { run_parameters });
      expect(Object.keys(whole ?? {})).toHaveLength(16);
    },
    run_parameters: async (place) => {
      const group = await newGroup(place);
      const below = await newGroup(place, group);
      const [ana, rui, eva] = [
        await newUser(place, { group_ids: [group] }),
        await newUser(place, { group_ids: [below] }),
        await newUser(place),
      ];
      await place.client.users.update(rui, { active: false });
      const users = async (run_parameters: Body["run_parameters"]) =>
        (await rowsOf(place, { run_parameters })).map((row) => row["user_id"]);
      expect(await users({ user_ids: [ana, eva.toUpperCase()] })).toEqual([ana, eva]);
      // Those of a group and of the groups below it; and only those that fit all that is asked.
      expect(await users({ group_ids: [group] })).toEqual([ana, rui]);
      expect(await users({ group_ids: [group, below], active: true })).toEqual([ana]);
      expect(await users({ group_ids: [group], active: false })).toEqual([rui]);
      expect(await users({ group_ids: [group], user_ids: [eva] })).toEqual([]);
      expect(await users({})).toHaveLength(place.sandbox.users().length);
    },
    titleFormat: async (place) => expect((await kept(place, { titleFormat: { text: "{name}" } })).titleFormat).toEqual({ text: "{name}" }),
    title_style: async (place) =>
      expect((await kept(place, { title_style: { bold: true, size: 14 } })).title_style).toEqual({ bold: true, size: 14 }),
    column_settings: async (place) =>
      expect((await kept(place, { column_settings: { email: { width: 30 } } })).column_settings).toEqual({ email: { width: 30 } }),
    autoRunSettings: async (place) =>
      expect((await kept(place, { autoRunSettings: { every: "week" } })).autoRunSettings).toEqual({ every: "week" }),
    include_portal_logo: async (place) => {
      for (const include_portal_logo of [true, false])
        expect(await kept(place, { include_portal_logo })).toMatchObject({
          include_portal_logo,
          is_include_portal_logo: include_portal_logo,
        });
    },
  },
  refusals: {
    "a type that it doesn't have": ({ unique }) => ({
      request: { body: { name: unique("Template"), reportType: "money" } },
      status: 412,
      says: "reportType",
    }),
    "a column that the type doesn't have": ({ unique }) => ({
      request: { body: { name: unique("Template"), reportType: "users", columns: { progress: "" } } },
      status: 412,
      says: "columns",
    }),
    "a template without columns": ({ unique }) => ({
      request: { body: { name: unique("Template"), reportType: "users", columns: {} } },
      status: 412,
      says: "columns",
    }),
    "settings of a column that the type doesn't have": ({ unique }) => ({
      request: { body: { name: unique("Template"), reportType: "users", column_settings: { progress: {} } } },
      status: 412,
      says: "column_settings",
    }),
  },
};
