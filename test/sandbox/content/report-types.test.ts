import { describe, expect, test } from "vitest";
import { contract } from "../../../src/learning-service/contract/contract.ts";
import { takeLicence } from "../../../src/sandbox/areas/licences.ts";
import { reportsArea } from "../../../src/sandbox/areas/reports/reports.ts";
import { type Body, reporting } from "./reporting.ts";
import { addUser, ask, groupId, refused } from "./world.ts";

const { reports: entries } = contract;

describe("the types of reports", () => {
  test("are listed with their columns, which are those of the rows", () => {
    const { world, make } = reporting("company");
    const types = ask(world, entries.types, reportsArea.types);
    expect(types.map(({ reportType }) => reportType)).toEqual(["users", "group_members", "course_progress", "learning_paths"]);
    for (const { reportType, columns } of types) {
      const [row] = make({ reportType });
      expect(Object.keys(row ?? {})).toEqual(columns.map(({ slug }) => slug));
    }
  });

  test("users: everybody with groups, state and licence", () => {
    const { world, make } = reporting();
    const id = addUser(world, "ana", ["HR/Managers", "Board"]);
    takeLicence(world, id, { auto_license: true });
    world.state.putUser(id, { active: false, employee_id: "00123", external_id: "wd-00123" });
    expect(make({ reportType: "users" })).toHaveLength(13);
    expect(make({ reportType: "users" }).at(-1)).toMatchObject({
      user_id: id,
      username: "ana",
      email: "ana@acme.example",
      employee_id: "00123",
      external_id: "wd-00123",
      active: false,
      groups: "Board; HR/Managers",
      department: "",
      position: "",
      subscription: "All courses",
    });
  });

  test("group_members: a row for each membership of the groups asked for and those below", () => {
    const { world, make } = reporting();
    const groups = (path: string) =>
      make({ reportType: "group_members", run_parameters: { group_ids: [groupId(world, path)] } }).map(({ group }) => group);
    expect(groups("Board")).toEqual(["Board"]);
    expect(new Set(groups("Partners"))).toEqual(new Set(["Partners/Trainers", "Partners/Resellers", "Partners/Managers"]));
    expect(groups("HR/Departments")).toEqual([]);
    expect(make({ reportType: "group_members" })).toHaveLength(
      [...world.state.users.values()].reduce((sum, { groups: own }) => sum + own.size, 0),
    );
  });

  test("course_progress and learning_paths: a row for each user and what reaches the user", () => {
    const { world, make } = reporting("company");
    const [user = ""] = world.state.users.keys();
    const scope = { run_parameters: { user_ids: [user] } };
    const courses = make({ reportType: "course_progress", ...scope });
    const [path] = make({ reportType: "learning_paths", ...scope });
    expect(path).toMatchObject({ title: "Security champions", total_courses: 3, assigned_date: "2026-10-16" });
    const ofPath = courses.filter(({ title }) => ["Phishing", "Passwords and passkeys", "Secure development"].includes(String(title)));
    expect(ofPath).toHaveLength(3);
    expect(path?.["progress"]).toBe(Math.floor(ofPath.reduce((sum, { progress }) => sum + Number(progress), 0) / 3));
    expect(path?.["number_passed_courses"]).toBe(ofPath.filter(({ progress_status }) => progress_status === "passed").length);
    expect(make({ reportType: "course_progress" }).length).toBeGreaterThan(900);
  });

  test("learning_paths: a path that reaches a user in several ways is listed once, by the first of them", () => {
    const { world, make } = reporting();
    const ana = addUser(world, "ana", ["Board"]);
    const [path = ""] = world.state.all("learning_path").keys();
    for (const id of world.state.all("learning_path_assignment").keys()) world.state.drop("learning_path_assignment", id);
    const assigned = (id: string, target: { user_id?: string; group_id?: string }, assigned_date: string) =>
      world.state.put("learning_path_assignment", id, {
        learning_path_id: path,
        ...target,
        to_all: target.group_id === undefined && target.user_id === undefined,
        assigned_date,
      });
    assigned("own", { user_id: ana }, "2026-11-10");
    assigned("group", { group_id: groupId(world, "Board") }, "2026-11-05");
    assigned("all", {}, "2026-11-15");
    const rows = make({ reportType: "learning_paths", run_parameters: { user_ids: [ana] } });
    expect(rows.map(({ assigned_date }) => assigned_date)).toEqual(["2026-11-05"]);
  });
});

describe("run_parameters", () => {
  test("must all fit; an empty list narrows nothing", () => {
    const { world, make } = reporting();
    const [ana, rui] = [addUser(world, "ana", ["Board"]), addUser(world, "rui", ["Board"])];
    world.state.putUser(rui, { active: false });
    const names = (run_parameters: NonNullable<Body["run_parameters"]>) =>
      make({ reportType: "users", run_parameters }).map(({ first_name }) => first_name);
    const board = [groupId(world, "Board")];
    expect(names({ group_ids: board })).toEqual(["Greta", "ana", "rui"]);
    expect(names({ group_ids: board, active: true })).toEqual(["Greta", "ana"]);
    expect(names({ group_ids: board, active: false, user_ids: [ana, rui] })).toEqual(["rui"]);
    expect(names({ user_ids: [], group_ids: [] })).toHaveLength(14);
  });

  test("that name a group which has gone find nobody in it", () => {
    const { world, create, run } = reporting();
    const board = groupId(world, "Board");
    const template = create({ name: "Board", reportType: "users", run_parameters: { group_ids: [board] } });
    expect(run(template.id).rows).toBe(1);
    world.state.dropGroup(board);
    expect(run(template.id).rows).toBe(0);
  });
});

test("reports of 100,000 users are made and downloaded whole", { timeout: 240_000 }, () => {
  const { world, create, run, download } = reporting();
  const groups = [...world.state.groups.keys()];
  for (let i = 0; i < 100_000; i++) {
    const id = `00000000-0000-4000-8000-${String(i).padStart(12, "0")}`;
    world.state.putUser(id, { username: `u${i}`, first_name: "U", last_name: "V", email: `u${i}@acme.example`, active: true }, [
      groups[i % groups.length] ?? "",
      groups[(i * 7 + 3) % groups.length] ?? "",
    ]);
  }
  const users = run(create({ name: "All", reportType: "users" }).id);
  expect(users.rows).toBe(100_012);
  expect((download(users.id).content as string).split("\n")).toHaveLength(100_014);
  expect(run(create({ name: "Members", reportType: "group_members" }).id).rows).toBeGreaterThan(190_000);
  expect(run(create({ name: "Progress", reportType: "course_progress" }).id).rows).toBeGreaterThan(200_000);
  expect(run(create({ name: "Paths", reportType: "learning_paths" }).id).rows).toBeGreaterThan(1000);
});

test("a report of more rows than the log can hold in a line is refused, and not kept", () => {
  const { world, create, run, list } = reporting();
  const groups = Array.from({ length: 1000 }, (_, i) => `g${i}`);
  for (const id of groups) world.state.addGroup({ id, name: id, parentId: null });
  for (let i = 0; i <= 500; i++) world.state.putUser(`u${i}`, { username: `u${i}` }, groups);
  const { id } = create({ name: "Members", reportType: "group_members", columns: { user_id: true } });
  expect(refused(() => run(id))).toContain("500000 rows");
  expect(list({ search: "Members" })).toEqual([]);
});
