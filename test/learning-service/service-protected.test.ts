import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { company, departments, people, type Company } from "../helpers/company.ts";

interface Entry {
  actor: string;
  action: string;
  detail: Record<string, unknown>;
}

/** A company after its first run, with manual calls to its service. */
async function afterFirstNight() {
  const c = await company();
  c.hr(people(2));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { done: 2 } });
  const byHand = (...args: string[]) => c.run("service", ...args, "--job", "job.yaml", "--yes");
  const groupIds = new Map(
    (await c.run("service", "groups", "list", "--all", "--job", "job.yaml")).json<Group[]>().map((g) => [g.name, g.id]),
  );
  const idOf = (name: string): string => groupIds.get(name) ?? "";
  const writes = () => c.service.requests().filter(({ method, path }) => method !== "GET" && !path.includes("/oauth2/"));
  const before = writes().length;
  return { c, byHand, idOf, sent: () => writes().slice(before) };
}

interface Group {
  id: string;
  name: string;
}

async function trail(c: Company): Promise<Entry[]> {
  return (await c.run("audit list --json --limit 200")).json<Entry[]>().toReversed();
}

describe("manual calls to a real service", () => {
  test("I1: never delete a managed group, with or without --yes, and point to the review", async () => {
    const { c, byHand, idOf, sent } = await afterFirstNight();
    for (const name of ["All staff", "Departments", "HR"]) {
      const { code, stderr } = await byHand("groups", "delete", idOf(name));
      expect(stderr, `for ${name}`).toMatch(/could end memberships: the job nightly manages HR\/.*Nothing was sent\..*\n.*review approve/);
      expect(code, `for ${name}`).toBe(2);
    }
    expect(sent()).toEqual([]);
    expect(c.accountsOf("0001")[0]?.groups).toContain("HR/All staff");
  });

  test("I1: never rename or move a managed group, or a group to a managed place", async () => {
    const { c, byHand, idOf, sent } = await afterFirstNight();
    const chess = c.service.addGroup("Clubs/Chess");
    const root = (await c.run("service groups list --all --job job.yaml")).json<Group[]>().find(({ name }) => name === "Clubs")?.id ?? "";
    for (const [group, body] of [
      [idOf("All staff"), { name: "Everyone" }],
      [idOf("Departments"), { parent_id: root }],
      [idOf("HR"), { name: "People" }],
      [chess, { parent_id: idOf("Departments") }],
      [chess, { name: "Sales", parent_id: idOf("Departments").toUpperCase() }],
      [root, { parent_id: idOf("HR") }],
      [root, { parent_id: idOf("HR"), name: "Departments" }],
    ] as const) {
      c.place.write("place.json", JSON.stringify(body));
      const { code, stderr } = await byHand("groups", "update", group, "--body", "place.json");
      expect(stderr, `for ${JSON.stringify(body)}`).toMatch(
        /would change who belongs in it: the job nightly manages HR.*Nothing was sent\./,
      );
      expect(code).toBe(2);
    }
    expect(sent()).toEqual([]);
    c.place.write("place.json", JSON.stringify({ name: "Chess club", parent_id: null }));
    await byHand("groups", "update", chess, "--body", "place.json");
    expect(sent().map(({ method }) => method)).toEqual(["PUT"]);
  });

  test("treat groups as managed if only the last run of a deleted job managed them", async () => {
    const { c, idOf, sent } = await afterFirstNight();
    const narrow = c.place
      .read("mapping.yaml")
      .replace('["HR/**"]', '["Other/**"]')
      .replace(/ {2}rules:[\s\S]*$/, "  rules: []\n");
    c.place.write("other-mapping.yaml", narrow);
    const job = JSON.parse(c.place.read("job.yaml")) as object;
    c.place.write("elsewhere/other.yaml", JSON.stringify({ ...job, name: "other", mapping: "../other-mapping.yaml" }));
    rmSync(join(c.place.dir, "job.yaml"));
    const { code, stderr } = await c.run("service", "groups", "delete", idOf("All staff"), "--job", "elsewhere/other.yaml", "--yes");
    expect(stderr).toContain("the job nightly manages HR/All staff");
    expect(code).toBe(2);
    expect(sent()).toEqual([]);
  });

  test("are refused if it is unknown whether a job manages the group", async () => {
    const { c, byHand, sent } = await afterFirstNight();
    const group = c.service.addGroup("Clubs/Chess");
    for (const service of ['{ account: "${NOT_SET}" }', "{ account: another", "{ account: ${NOT_SET} }", "{}"]) {
      c.place.write("broken.yaml", `name: broken\nservice: ${service}\n`);
      const { code, stderr } = await byHand("groups", "delete", group);
      expect(stderr, `for ${service}`).toMatch(
        /Can't tell whether a job manages Clubs\/Chess: .*broken\.yaml can't be read\. Nothing was sent\./,
      );
      expect(code).toBe(2);
    }
    expect(sent()).toEqual([]);
    // This file names another account.
    c.place.write("broken.yaml", "name: broken\nservice: { account: another }\n");
    expect((await byHand("groups", "delete", group)).code).toBe(0);
    expect(sent().map(({ method }) => method)).toEqual(["DELETE"]);
  });

  test("I6: never delete a group with members in it or below it, or one that the service doesn't list", async () => {
    const { c, byHand, sent } = await afterFirstNight();
    const chess = c.service.addGroup("Clubs/Chess");
    const user = c.accountsOf("0001")[0]?.user_id ?? "";
    c.service.addMember(chess, user);
    const clubs = (await c.run("service groups list --all --job job.yaml")).json<Group[]>().find(({ name }) => name === "Clubs")?.id ?? "";
    for (const id of [chess, clubs]) {
      const { code, stderr } = await byHand("groups", "delete", id);
      expect(stderr).toContain("could end the memberships of Clubs/Chess, which has members. Nothing was sent.");
      expect(code).toBe(2);
    }
    const unknown = await byHand("groups", "delete", "00000000-0000-4000-8000-000000000000");
    expect(unknown.stderr).toContain("The service has no group");
    expect(unknown.code).toBe(2);
    // A field that may change members isn't a rename.
    c.place.write("members.json", JSON.stringify({ name: "Chess", user_ids: [] }));
    expect((await byHand("groups", "update", chess, "--body", "members.json")).stderr).toContain("could end the memberships");
    expect(sent()).toEqual([]);
    c.place.write("name.json", JSON.stringify({ name: "Chess club" }));
    expect((await byHand("groups", "update", chess, "--body", "name.json")).code).toBe(0);
  });

  test("never change groups of a linked account, with any spelling of the field", async () => {
    const { c, byHand, idOf, sent } = await afterFirstNight();
    const user = c.accountsOf("0001")[0]?.user_id ?? "";
    const bodies = [{ group_ids: [idOf("All staff")] }, { group_ids: [] }, { Group_IDs: {} }, { groups: null }];
    for (const body of bodies) {
      c.place.write("body.json", JSON.stringify(body));
      const { code, stderr } = await byHand("users", "update", user.toUpperCase(), "--body", "body.json");
      expect(stderr).toMatch(/is linked to 0001, and `.*` would change its groups\. Nothing was sent\.\n.*review approve/);
      expect(code).toBe(2);
    }
    expect((await byHand("users", "update", "p0001@acme.example", "--body", "body.json")).stderr).toContain("is not named by an id");
    expect(sent()).toEqual([]);
    c.place.write("body.json", JSON.stringify({ city: "Lugo" }));
    expect((await byHand("users", "update", user, "--body", "body.json")).code).toBe(0);
    expect(sent().map(({ method }) => method)).toEqual(["PUT"]);
  });

  test("changes no group of a linked account that only the body names", async () => {
    const { c, byHand, idOf, sent } = await afterFirstNight();
    const user = c.accountsOf("0001")[0]?.user_id ?? "";
    const stranger = "00000000-0000-4000-8000-000000000001";
    for (const body of [{ user_id: user }, { userId: user }, { USER_ID: [user] }]) {
      c.place.write("body.json", JSON.stringify({ ...body, group_ids: [idOf("All staff")] }));
      const { code, stderr } = await byHand("users", "update", stranger, "--body", "body.json");
      expect(stderr, `for ${JSON.stringify(body)}`).toMatch(/^`.*` in the body names another user than the address.*Nothing was sent\./);
      expect(code).toBe(2);
    }
    const empty = c.service.addGroup("Clubs/Chess");
    for (const members of [{ user_ids: [user.toUpperCase()] }, { people: { [user]: true } }]) {
      c.place.write("body.json", JSON.stringify({ name: "Chess", ...members }));
      for (const call of [["create"], ["update", empty]]) {
        const { code, stderr } = await byHand("groups", ...call, "--body", "body.json");
        expect(stderr, `${call[0]} ${JSON.stringify(members)}`).toMatch(
          /is linked to 0001, and `.*` would change its groups\. Nothing was sent\./,
        );
        expect(code).toBe(2);
      }
    }
    c.place.write("body.json", JSON.stringify({ name: "Chess", user_ids: ["p0001@acme.example"] }));
    expect((await byHand("groups", "create", "--body", "body.json")).stderr).toContain("is not named by an id");
    expect(sent()).toEqual([]);
    c.place.write("body.json", JSON.stringify({ user_id: stranger.toUpperCase(), group_ids: [empty] }));
    await byHand("users", "update", stranger, "--body", "body.json");
    expect(sent().map(({ method }) => method)).toEqual(["PUT"]);
  });

  test("I6: adds groups to an account that nobody is linked to, and leaves none out", async () => {
    const { c, byHand, idOf, sent } = await afterFirstNight();
    const [sales, it] = [idOf(departments[0] ?? ""), idOf(departments[1] ?? "")];
    c.place.write(
      "eva.json",
      JSON.stringify({ username: "eva", first_name: "Eva", last_name: "Ruiz", email: "eva@acme.example", group_ids: [sales] }),
    );
    const created = await byHand("users", "create", "--body", "eva.json");
    const eva = created.json<{ user_id: string }>().user_id;
    c.place.write("body.json", JSON.stringify({ group_ids: [it] }));
    const { code, stderr } = await byHand("users", "update", eva, "--body", "body.json");
    expect(stderr).toContain("group_ids leaves out HR/Departments/Sales, which the account is in. Nothing was sent.");
    expect(code).toBe(2);
    c.place.write("body.json", JSON.stringify({ group_ids: [sales, it] }));
    expect((await byHand("users", "update", eva, "--body", "body.json")).code).toBe(0);
    expect(sent().map(({ method }) => method)).toEqual(["POST", "PUT"]);
  });

  test("I8: record every write before it is sent and its response, with ids and field names only", async () => {
    const { c, byHand } = await afterFirstNight();
    const user = c.accountsOf("0001")[0]?.user_id ?? "";
    c.place.write("body.json", JSON.stringify({ city: "Lugo", employee_id: user }));
    expect((await byHand("users", "update", user, "--body", "body.json")).code).toBe(0);
    c.place.write("body.json", JSON.stringify({ colour: "blue" }));
    expect((await byHand("users", "update", user, "--body", "body.json")).code).toBe(1);
    const endpoint = "PUT /users/{user_id}";
    const of = (entries: Entry[]) => entries.filter(({ action }) => action.startsWith("service_write"));
    const common = { account: "acme", endpoint, ids: { user_id: [user] }, via: "cli" };
    expect(of(await trail(c)).map(({ action, detail }) => ({ action, ...detail }))).toEqual([
      { action: "service_write_sent", ...common, fields: ["city", "employee_id"] },
      { action: "service_write_answer", ...common, fields: ["city", "employee_id"], answer: "ok" },
      { action: "service_write_sent", ...common, fields: ["colour"] },
      { action: "service_write_answer", ...common, fields: ["colour"], answer: "specification_violation", status: 512, sent: "yes" },
    ]);
    expect(JSON.stringify(of(await trail(c)))).not.toContain("Lugo");
    expect((await c.run("audit verify")).code).toBe(0);
  });

  test("I8: have the audit entry on disk when the request arrives, and keep it if the response is lost", async () => {
    const { c, byHand } = await afterFirstNight();
    await c.service.close();
    c.place.write("body.json", JSON.stringify({ city: "Lugo" }));
    expect((await byHand("users", "update", "00000000-0000-4000-8000-000000000000", "--body", "body.json")).code).toBe(5);
    const actions = (await trail(c)).map(({ action, detail }) => [action, detail["answer"]]);
    expect(actions).toEqual([
      ["service_write_sent", undefined],
      ["service_write_answer", "no_connection"],
    ]);
  });

  test("need a token with a role that may run jobs, and record its owner", async () => {
    const { c } = await afterFirstNight();
    const tokenOf = async (name: string, role: string): Promise<string> =>
      (await c.run("tokens", "create", name, "--role", role, "--json")).json<{ token: string }>().token;
    c.place.write("body.json", JSON.stringify({ name: "Clubs" }));
    const args = ["service", "groups", "create", "--body", "body.json", "--job", "job.yaml", "--yes"];
    const viewer = await c.place.run(args, { env: { ROLLCALL_TOKEN: await tokenOf("vic", "viewer") } });
    expect(viewer.code).toBe(2);
    expect(viewer.stderr).toContain("vic has the role viewer, which doesn't allow this");
    expect((await c.place.run(args, { env: { ROLLCALL_TOKEN: await tokenOf("olga", "operator") } })).code).toBe(0);
    const entry = (await trail(c)).find(({ action }) => action === "service_write_sent");
    expect(entry).toMatchObject({ actor: "olga", detail: { via: "token" } });
  });
});

test("a manual write to the sandbox is recorded too", async () => {
  const c = await company();
  const { code } = await c.place.run(["service", "groups", "create", "--body", "-"], { input: JSON.stringify({ name: "Clubs" }) });
  expect(code).toBe(0);
  expect((await trail(c)).map(({ action, detail }) => [action, detail["endpoint"]])).toEqual([
    ["service_write_sent", "POST /groups"],
    ["service_write_answer", "POST /groups"],
  ]);
});
