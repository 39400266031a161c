import { describe, expect, test } from "vitest";
import { uuidOf } from "../learning-service/helpers.ts";
import { openService } from "./helpers.ts";

interface Group {
  id: string;
  name: string;
  parent_id?: string;
  user_ids?: string[];
  children?: Group[] | Record<string, Group>;
}

async function open(options: Parameters<typeof openService>[0] = {}) {
  const service = await openService(options);
  const create = (body: object) => service.ask("POST", "/groups", { body });
  const update = (path: string, body: object) => service.ask("PUT", `/groups/${service.groupId(path)}`, { body });
  const remove = (path: string) => service.ask("DELETE", `/groups/${service.groupId(path)}`);
  const paths = () => service.sandbox.groups().map(({ path }) => path);
  return { ...service, create, update, remove, paths };
}

describe("a new group", () => {
  test("is below its parent and can have members at once", async () => {
    const { create, ask, groupId, sandbox } = await open();
    const made = (await create({ name: "Night shift", parent_id: groupId("HR/Teams").toUpperCase() })).json<Group>();
    expect(made).toEqual({ id: made.id, name: "Night shift", parent_id: groupId("HR/Teams"), user_ids: [] });
    const user = sandbox.addUser({ username: "ana" });
    await ask("PUT", `/users/${user}`, { body: { user_id: user, group_ids: [made.id] } });
    expect(sandbox.groups().find(({ path }) => path === "HR/Teams/Night shift")?.user_ids).toEqual([user]);
    expect((await ask("GET", `/groups/${made.id}`)).json<Group>().user_ids).toEqual([user]);
  });

  test("is a root without a parent", async () => {
    const { create, paths } = await open();
    expect((await create({ name: "Alumni" })).json<Group>()).not.toHaveProperty("parent_id");
    expect(paths()).toContain("Alumni");
  });

  test.for([
    ["a name that stands under the same parent, in any case", { name: "MANAGERS", parent_id: "HR" }, 412],
    ["a name of a root", { name: "board" }, 412],
    ["a parent that is none", { name: "X", parent_id: uuidOf(1) }, 412],
    ["a parent that is no uuid", { name: "X", parent_id: "HR/Teams" }, 412],
    ["an empty name", { name: "" }, 412],
    ["no name", {}, 412],
    ["an unknown field", { name: "X", user_ids: [] }, 512],
    ["a number as a name", { name: 5 }, 512],
  ] as const)("is refused with %s", async ([, body, status]) => {
    const { create, paths, groupId } = await open();
    const before = paths();
    const parent = "parent_id" in body && body.parent_id === "HR" ? { parent_id: groupId("HR") } : {};
    expect((await create({ ...body, ...parent })).status).toBe(status);
    expect(paths()).toEqual(before);
  });

  test("may have a name that exists under another parent", async () => {
    const { create, groupId } = await open();
    expect((await create({ name: "Managers", parent_id: groupId("Learning") })).status).toBe(200);
  });
});

describe("a group that is changed", () => {
  test("keeps its members and what is below it when it is renamed and moved", async () => {
    const { update, sandbox, paths } = await open();
    const members = sandbox.groups().find(({ path }) => path === "Partners/Trainers")?.user_ids;
    const answer = await update("Partners", { name: "Friends", parent_id: sandbox.groups().find(({ path }) => path === "Learning")?.id });
    expect(answer.json()).toMatchObject({ name: "Friends" });
    expect(sandbox.groups().find(({ path }) => path === "Learning/Friends/Trainers")?.user_ids).toEqual(members);
    expect(paths().filter((path) => path.startsWith("Partners"))).toEqual([]);
  });

  test("becomes a root with parent_id null, and stays where it is without one", async () => {
    const { update, paths } = await open();
    await update("HR/Teams", { name: "Crews" });
    expect(paths()).toContain("HR/Crews/Atlas");
    await update("HR/Crews", { parent_id: null });
    expect(paths()).toContain("Crews/Atlas");
  });

  test("cannot go below itself, nor next to one of its name, nor below what is none", async () => {
    const { update, groupId, paths } = await open();
    const before = paths();
    expect((await update("HR", { parent_id: groupId("HR") })).status).toBe(412);
    expect((await update("HR", { parent_id: groupId("HR/Teams") })).status).toBe(412);
    expect((await update("Partners/Managers", { parent_id: groupId("HR") })).status).toBe(412);
    expect((await update("HR/Teams", { name: "Sites" })).status).toBe(412);
    expect((await update("Board", { parent_id: uuidOf(1) })).status).toBe(412);
    expect(paths()).toEqual(before);
    expect((await update("Board", { name: "Board" })).status).toBe(200);
  });
});

describe("a group that is deleted", () => {
  test("ends its memberships and its assignments, and nothing else", async () => {
    const { remove, sandbox, ask, groupId, paths } = await open();
    const course = (await ask("GET", "/courses?_limit=1")).json<{ id: string }[]>()[0]?.id;
    const id = groupId("HR/All staff");
    await ask("POST", "/assignments/courses", { body: { course_ids: [course], group_ids: [id, groupId("Board")] } });
    const members = sandbox.users().filter(({ groups }) => groups.includes("HR/All staff"));
    expect((await remove("HR/All staff")).json()).toEqual({ id });
    expect(paths()).not.toContain("HR/All staff");
    for (const { user_id, groups } of members) {
      const now = sandbox.users().find((user) => user.user_id === user_id);
      expect(now?.groups).toEqual(groups.filter((path) => path !== "HR/All staff"));
    }
    const assigned = (await ask("GET", "/assignments/courses?_limit=1000")).json<{ group_id?: string }[]>();
    expect(assigned.some(({ group_id }) => group_id === id)).toBe(false);
    expect(assigned.some(({ group_id }) => group_id === groupId("Board"))).toBe(true);
    expect((await ask("GET", `/groups/${id}`)).status).toBe(412);
    expect((await ask("GET", `/groups/${id}/assignments/courses`)).status).toBe(412);
    expect((await ask("DELETE", `/groups/${id}`)).status).toBe(412);
  });

  test("must have no groups below it", async () => {
    const { remove, paths } = await open();
    expect((await remove("HR/Teams")).status).toBe(412);
    expect(paths()).toContain("HR/Teams/Atlas");
  });

  test("is another group when it is made again", async () => {
    const { remove, create, groupId } = await open();
    const before = groupId("Board");
    await remove("Board");
    expect((await create({ name: "Board" })).json<Group>().id).not.toBe(before);
  });
});

describe("the tree", () => {
  test("shows every group once, with children of an item as a list and those of a child as a map by id", async () => {
    const { ask, sandbox, groupId } = await open();
    const roots = (await ask("GET", "/groups/tree")).json<Group[]>();
    const seen: string[] = [];
    const walk = (group: Group): void => {
      seen.push(group.id);
      for (const child of Object.values(group.children ?? {})) walk(child);
    };
    roots.forEach(walk);
    expect(seen.toSorted()).toEqual(
      sandbox
        .groups()
        .map(({ id }) => id)
        .toSorted(),
    );
    const hr = roots.find(({ name }) => name === "HR");
    expect(hr?.children).toBeInstanceOf(Array);
    const teams = (hr?.children as Group[] | undefined)?.find(({ name }) => name === "Teams");
    expect(Object.keys(teams?.children ?? {})).toContain(groupId("HR/Teams/Atlas"));
  });

  test("of one group begins at that group", async () => {
    const { ask, groupId } = await open();
    const teams = (await ask("GET", `/groups/${groupId("HR/Teams")}`)).json<Group>();
    expect(teams.parent_id).toBe(groupId("HR"));
    expect((teams.children as Group[]).map(({ name }) => name)).toContain("Atlas");
  });

  test("leaves out who is in the hidden groups, everywhere", async () => {
    const { ask, groupId } = await open({ hideUserIds: ["Board"] });
    expect((await ask("GET", `/groups/${groupId("Board")}`)).json()).not.toHaveProperty("user_ids");
    const found = (await ask("GET", "/groups?search=BOARD")).json<Group[]>();
    expect(found.map(({ name, user_ids }) => [name, user_ids !== undefined])).toEqual([
      ["Onboarding 2026", true],
      ["Board", false],
    ]);
    expect((await ask("GET", "/groups?search=trainers")).json<Group[]>()[0]?.user_ids).toHaveLength(3);
  });
});
