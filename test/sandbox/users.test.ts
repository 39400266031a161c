import { describe, expect, test } from "vitest";
import { contract } from "../../src/learning-service/contract/contract.ts";
import { REMOVAL_CODE } from "../../src/learning-service/contract/endpoint.ts";
import { readCreatedId } from "../../src/learning-service/created.ts";
import { clientFor, problemOf, settingsFor, startSandbox, uuidOf } from "../learning-service/helpers.ts";

const ana = { username: "ana", first_name: "Ana", last_name: "Silva", email: "ana@acme.example" };

async function start(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox({ seed: "groups", ...options });
  const client = clientFor(settingsFor(sandbox.url, sandbox.refreshToken));
  const ids = (...paths: string[]) => paths.map((path) => sandbox.groups().find((group) => group.path === path)?.id ?? `no ${path}`);
  const userId = sandbox.addUser({ ...ana }, ["HR/All staff", "HR/Managers"]);
  const view = () => sandbox.users().find((user) => user.user_id === userId);
  return { sandbox, client, ids, userId, view };
}

describe("PUT /users/{user_id}", () => {
  test("rule 1: the sent groups are the whole set, not an addition", async () => {
    const { client, ids, userId, view } = await start();
    await client.users.update(userId, { group_ids: ids("HR/All staff", "Board"), confirm_group_removal: true });
    expect(view()?.groups).toEqual(["Board", "HR/All staff"]);
  });

  test("rule 2: omitted or empty group_ids leave the memberships untouched, even when confirmed", async () => {
    const { client, userId, view } = await start();
    await client.users.update(userId, { city: "Porto", confirm_group_removal: true });
    await client.users.update(userId, { group_ids: [], confirm_group_removal: true });
    expect(view()?.groups).toEqual(["HR/All staff", "HR/Managers"]);
    expect(view()?.fields["city"]).toBe("Porto");
  });

  test.for(["ids", "names", "objects"] as const)(
    "rule 3: an unconfirmed removal is refused, named as %s, and nothing of the update is applied",
    async (namedAs) => {
      const { client, ids, userId, view, sandbox } = await start({ namedAs });
      const problem = await problemOf(client.users.update(userId, { city: "Porto", group_ids: ids("HR/All staff", "Board") }));
      expect(problem).toMatchObject({ code: REMOVAL_CODE, status: 412, sent: "yes", retryable: false });
      expect(problem.named).toEqual(namedAs === "names" ? ["Managers"] : ids("HR/Managers"));
      expect(view()?.groups).toEqual(["HR/All staff", "HR/Managers"]);
      expect(view()?.fields["city"]).toBeUndefined();
      expect(sandbox.groups().find(({ path }) => path === "HR/Managers")?.user_ids).toContain(userId);
    },
  );

  test("rule 3 in an unreadable form names nothing", async () => {
    const { client, ids, userId } = await start({ namedAs: "unreadable" });
    const problem = await problemOf(client.users.update(userId, { group_ids: ids("Board") }));
    expect(problem.code).toBe(REMOVAL_CODE);
    expect(problem.named).toEqual([]);
  });

  test("rule 4: a confirmed removal is applied on both sides", async () => {
    const { client, ids, userId, view, sandbox } = await start();
    await client.users.update(userId, { group_ids: ids("HR/All staff"), confirm_group_removal: true });
    expect(view()?.groups).toEqual(["HR/All staff"]);
    expect(sandbox.groups().find(({ path }) => path === "HR/Managers")?.user_ids).not.toContain(userId);
  });

  test("rule 5: keeping all and adding others needs no confirmation", async () => {
    const { client, ids, userId, view } = await start();
    await client.users.update(userId, { group_ids: ids("HR/All staff", "HR/Managers", "Board") });
    expect(view()?.groups).toEqual(["Board", "HR/All staff", "HR/Managers"]);
  });

  test.for([
    ["an unknown user", 412, { city: "X" }, uuidOf(9)],
    ["an unknown group", 412, { group_ids: [uuidOf(1)] }, null],
    ["a group id that is no uuid", 412, { group_ids: ["x"] }, null],
    ["an e-mail address that is none", 412, { email: "nobody" }, null],
    ["a username that is taken", 412, { username: "Claire.Dubois@partner.example" }, null],
    ["a date that is none", 412, { date_of_birth: "31/12/2000" }, null],
    ["a gender that is not allowed", 412, { gender: "x" }, null],
    ["an unknown field", 512, { shoe_size: "42" }, null],
    ["a wrong type", 512, { active: "yes" }, null],
    ["a custom field without a value", 512, { custom_fields: [{ id: uuidOf(1) }] }, null],
    ["a create-only field", 512, { first_login: true }, null],
  ] as const)("%s is answered with %i and changes nothing", async ([, status, body, id]) => {
    const { client, userId, sandbox } = await start();
    const before = sandbox.users();
    const problem = await problemOf(client.users.update(id ?? userId, { department: "Legal", ...body } as never));
    expect(problem.status).toBe(status);
    expect(problem.code).toBe(status === 412 ? "invalid_parameters" : "specification_violation");
    expect(sandbox.users()).toEqual(before);
  });

  test("a body whose user_id is not that of the path is 512", async () => {
    const { client, userId } = await start();
    const problem = await problemOf(client.call(contract.users.update, { params: { user_id: userId }, body: { user_id: uuidOf(3) } }));
    expect(problem.status).toBe(512);
  });

  test("group_ids as an object mean the same", async () => {
    const { sandbox, ids, userId, view } = await start();
    const client = clientFor(settingsFor(sandbox.url, sandbox.issueRefreshToken(), { dialect: { groupIds: "object" } }));
    await client.users.update(userId, { group_ids: ids("HR/All staff", "HR/Managers", "Board") });
    expect(view()?.groups).toContain("Board");
    expect(sandbox.requests().at(-1)?.body).toMatchObject({ group_ids: Object.fromEntries(ids("Board").map((id) => [id, true])) });
  });
});

describe("POST /users", () => {
  const eva = { ...ana, username: "eva", email: "eva@acme.example" };

  test("makes an active user in the given groups and answers its id", async () => {
    const { client, ids, sandbox } = await start();
    const id = readCreatedId(await client.users.create({ ...eva, password: "secret", group_ids: ids("Board") }), null);
    expect(sandbox.users().find((user) => user.user_id === id)).toMatchObject({ username: "eva", active: true, groups: ["Board"] });
    expect(JSON.stringify(sandbox.requests())).not.toContain("secret");
  });

  test("can answer null although the user exists", async () => {
    const { client, sandbox } = await start({ nullBodies: true });
    expect(await client.users.create(eva)).toBeNull();
    expect(sandbox.users().some(({ username }) => username === "eva")).toBe(true);
  });

  test.for([
    ["no username", 412, { username: undefined }],
    ["an empty last name", 412, { last_name: "" }],
    ["a username that is taken", 412, { username: "ANA" }],
    ["an update-only field", 512, { active: false }],
    ["a number as a name", 512, { first_name: 7 }],
  ] as const)("%s is answered with %i and makes nobody", async ([, status, change]) => {
    const { client, sandbox } = await start();
    const before = sandbox.users().length;
    expect((await problemOf(client.users.create({ ...eva, ...change } as never))).status).toBe(status);
    expect(sandbox.users()).toHaveLength(before);
  });
});

describe("licences", () => {
  const eva = { ...ana, username: "eva", email: "eva@acme.example" };
  const languages = "Languages";

  async function subscription(client: Awaited<ReturnType<typeof start>>["client"], name: string) {
    const found = (await client.subscriptions.list().all()).find((item) => item.name === name);
    if (found === undefined) throw new Error(`no subscription ${name}`);
    return found;
  }

  test("auto_license uses a licence up, and switching the user off frees it", async () => {
    const { client } = await start();
    const before = (await subscription(client, "All courses")).unassigned_licenses ?? 0;
    const id = readCreatedId(await client.users.create({ ...eva, auto_license: true }), null) ?? "";
    expect((await subscription(client, "All courses")).unassigned_licenses).toBe(before - 1);
    await client.users.update(id, { auto_license: true });
    expect((await subscription(client, "All courses")).unassigned_licenses).toBe(before - 1);
    await client.users.update(id, { active: false });
    expect((await subscription(client, "All courses")).unassigned_licenses).toBe(before);
  });

  test("where none is free the user is neither made nor changed", async () => {
    const { client, userId, sandbox, view } = await start();
    const { id, unassigned_licenses: free } = await subscription(client, languages);
    for (let i = 0; i < (free ?? 0); i++) {
      await client.users.create({ ...eva, username: `u${i}`, email: `u${i}@acme.example`, subscription_id: id });
    }
    const before = sandbox.users();
    expect((await problemOf(client.users.create({ ...eva, subscription_id: id }))).status).toBe(412);
    expect((await problemOf(client.users.update(userId, { city: "Porto", subscription_id: id }))).status).toBe(412);
    expect(sandbox.users()).toEqual(before);
    expect(view()?.fields["city"]).toBeUndefined();
  });

  test("an unconfirmed removal takes no licence", async () => {
    const { client, ids, userId } = await start();
    const { unassigned_licenses: before } = await subscription(client, "All courses");
    expect((await problemOf(client.users.update(userId, { auto_license: true, group_ids: ids("Board") }))).code).toBe(REMOVAL_CODE);
    expect((await subscription(client, "All courses")).unassigned_licenses).toBe(before);
  });

  test("an unknown subscription is 412, also for a deactivated user", async () => {
    const { client, userId, view } = await start();
    expect((await problemOf(client.users.update(userId, { active: false, subscription_id: uuidOf(5) }))).status).toBe(412);
    expect(view()?.active).toBe(true);
  });
});
