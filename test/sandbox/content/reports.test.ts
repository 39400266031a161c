import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { type Body, reporting } from "./reporting.ts";
import { addUser, DAY, NOBODY, NOON, refused } from "./world.ts";

describe("a report template", () => {
  test("has all documented fields, with the columns of its type unless some were asked for", () => {
    const { create, getTemplate } = reporting();
    const template = create({ name: "Mine", reportType: "group_members" });
    expect(template).toMatchObject({ name: "Mine", type: "group_members", reportType: "group_members", format: "csv", lang: "en" });
    expect(template).toMatchObject({
      date_insert: NOON,
      date_update: NOON,
      Record_Creation_Date: NOON,
      titleFormat: {},
      run_parameters: {},
    });
    expect(Object.keys(template.columns)).toEqual([
      "group_id",
      "group",
      "user_id",
      "username",
      "email",
      "employee_id",
      "first_name",
      "last_name",
      "active",
    ]);
    expect(getTemplate(template.id.toUpperCase())).toEqual(template);
    const own = create({
      name: "Own",
      reportType: "users",
      format: "json",
      lang: "es",
      columns: { email: "Correo", username: true, active: "" },
      titleFormat: { upper: true },
      title_style: { bold: true },
      column_settings: { email: { width: 30 } },
      autoRunSettings: { every: "week" },
      include_portal_logo: true,
    });
    expect(Object.entries(own.columns)).toEqual([
      ["email", "Correo"],
      ["username", "Username"],
      ["active", "Active"],
    ]);
    expect(own).toMatchObject({
      format: "json",
      lang: "es",
      is_include_portal_logo: true,
      include_portal_logo: true,
      title_style: { bold: true },
    });
    expect(own).toMatchObject({
      titleFormat: { upper: true },
      column_settings: { email: { width: 30 } },
      autoRunSettings: { every: "week" },
    });
  });

  test("of an unknown type, or with a column, user or group that is not there, is not made", () => {
    const { create, listTemplates } = reporting();
    const before = listTemplates().length;
    const faults: readonly (readonly [Omit<Body, "name" | "reportType"> & { reportType?: string }, string])[] = [
      [{ reportType: "weather" }, "reportType"],
      [{ reportType: "constructor" }, "reportType"],
      [{ columns: { email: true, shoe_size: true } }, "shoe_size"],
      [{ columns: {} }, "columns"],
      [{ column_settings: { shoe_size: {} } }, "shoe_size"],
      [{ run_parameters: { user_ids: [NOBODY] } }, "user_ids"],
      [{ run_parameters: { group_ids: [NOBODY] } }, "group_ids"],
    ];
    for (const [body, word] of faults) expect(refused(() => create({ name: "Bad", reportType: "users", ...body }))).toContain(word);
    expect(listTemplates()).toHaveLength(before);
  });

  test("is found by words of its name, id, language, format and report type", () => {
    const { listTemplates } = reporting();
    const names = (query: Parameters<typeof listTemplates>[0]) => listTemplates(query).map(({ name }) => name);
    expect(names({})).toEqual(["All users", "Partners by group", "Progreso de los cursos"]);
    expect(names({ search: "ALL" })).toEqual(["All users"]);
    expect(names({ lang: "es" })).toEqual(["Progreso de los cursos"]);
    expect(names({ format: "CSV" })).toEqual(["All users", "Partners by group"]);
    expect(names({ report_type: "users" })).toEqual(["All users"]);
    const id = listTemplates()[1]?.id.toUpperCase() ?? "";
    expect(names({ id })).toEqual(["Partners by group"]);
    expect(names({ id, format: "json" })).toEqual([]);
    expect(names({ id: "no such id" })).toEqual([]);
  });
});

describe("a report", () => {
  test("shows what the service held when it was made, also later", () => {
    const { world, create, run, get, data, list } = reporting();
    const { id } = create({ name: "People", reportType: "users", columns: { username: true } });
    const before = run(id);
    addUser(world, "ana");
    world.clock.advance(DAY);
    const after = run(id);
    expect([before.rows, after.rows]).toEqual([12, 13]);
    expect(data(before.id)).toHaveLength(12);
    expect(data(after.id).at(-1)).toEqual({ username: "ana" });
    expect(get(after.id)).toEqual(after);
    expect(after).toMatchObject({
      template_id: id,
      name: "People",
      status: "done",
      columns: ["username"],
      date_insert: "2026-11-21T12:00:00.000Z",
    });
    expect(list({ template_id: id.toUpperCase() })).toEqual([before, after]);
    expect(list({ search: "people" })).toHaveLength(2);
    expect(list()).toHaveLength(3);
  });

  test("outlives its template and ends by itself", () => {
    const { create, run, remove, removeTemplate, list, get, data, download, getTemplate } = reporting();
    const { id } = create({ name: "People", reportType: "users" });
    const report = run(id);
    expect(removeTemplate(id)).toEqual({ id });
    expect(list({ template_id: id })).toEqual([report]);
    for (const action of [() => getTemplate(id), () => removeTemplate(id), () => run(id)]) expect(refused(action)).toContain(id);
    expect(remove(report.id)).toEqual({ id: report.id });
    for (const action of [get, data, download, remove]) expect(refused(() => action(report.id))).toContain(report.id);
    expect(refused(() => list({ template_id: id }))).toContain("template_id");
  });

  test("is downloaded as CSV with titles and without formulas", () => {
    const { world, create, run, download } = reporting();
    const id = addUser(world, "=1+1", ["Board", "HR/Managers"]);
    world.state.putUser(id, { first_name: 'Ana "la jefa", ñ', position: "-2" });
    const columns = { username: "Usuario", first_name: true, position: true, active: true, groups: true };
    const report = run(create({ name: "One", reportType: "users", columns, run_parameters: { user_ids: [id] } }).id);
    const file = download(report.id);
    expect(file).toMatchObject({ contentType: "text/csv; charset=utf-8", name: `report-${report.id}.csv` });
    expect(parse(file.content as string)).toEqual([
      ["Usuario", "First name", "Position", "Active", "Groups"],
      ["'=1+1", 'Ana "la jefa", ñ', "'-2", "true", "Board; HR/Managers"],
    ]);
  });

  test("is downloaded as JSON with the slugs as keys", () => {
    const { create, run, data, download } = reporting();
    const report = run(create({ name: "All", reportType: "users", format: "json" }).id);
    const file = download(report.id);
    expect(file).toMatchObject({ contentType: "application/json; charset=utf-8", name: `report-${report.id}.json` });
    expect(JSON.parse(file.content as string)).toEqual(data(report.id));
  });
});
