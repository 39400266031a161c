import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { company, departments, people, type Company } from "../helpers/company.ts";

interface Entry {
  actor: string;
  action: string;
  detail: Record<string, unknown>;
}

/** A company after its first night, and calls by hand to its service. */
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

describe("a real service by hand", () => {
  test("I1: deletes no managed group, with --yes or without, and points to the review", async () => {
    const { c, byHand, idOf, sent } = await afterFirstNight();
    for (const name of ["All staff", "Departments", "HR"]) {
      const { code, stderr } = await byHand("groups", "delete", idOf(name));
      expect(stderr, `for ${name}`).toMatch(/could end memberships: the job nightly manages HR\/.*Nothing was sent\..*\n.*review approve/);
      expect(code, `for ${name}`).toBe(2);
    }
    expect(sent()).toEqual([]);
    expect(c.accountsOf("0001")[0]?.groups).toContain("HR/All staff");
  });

  test("counts groups as managed that only the last run of a job that is gone has managed", async () => {
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

  test("refuses if it cannot be found out whether a job manages the group", async () => {
    const { c, byHand, sent } = await afterFirstNight();
    const group = c.service.addGroup("Clubs/Chess");
    for (const service of ['{ account: "${NOT_SET}" }', "{ account: another", "{ account: ${NOT_SET} }", "{}"]) {
      c.place.write("broken.yaml", `name: broken\nservice: ${service}\n`);
      const { code, stderr } = await byHand("groups", "delete", group);
      expect(stderr, `for ${service}`).toMatch(
        /Whether a job manages Clubs\/Chess cannot be found out: .*broken\.yaml cannot be read\. Nothing was sent\./,
      );
      expect(code).toBe(2);
    }
    expect(sent()).toEqual([]);
    // It says that it works on another account.
    c.place.write("broken.yaml", "name: broken\nservice: { account: another }\n");
    expect((await byHand("groups", "delete", group)).code).toBe(0);
    expect(sent().map(({ method }) => method)).toEqual(["DELETE"]);
  });

  test("I6: deletes no group with members, also below it, and none that the service does not list", async () => {
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
    expect(unknown.stderr).toContain("The service lists no group");
    expect(unknown.code).toBe(2);
    // What may say who is in a group is no rename.
    c.place.write("members.json", JSON.stringify({ name: "Chess", user_ids: [] }));
    expect((await byHand("groups", "update", chess, "--body", "members.json")).stderr).toContain("could end the memberships");
    expect(sent()).toEqual([]);
    c.place.write("name.json", JSON.stringify({ name: "Chess club" }));
    expect((await byHand("groups", "update", chess, "--body", "name.json")).code).toBe(0);
  });

  test("changes no group of a linked account, however the field is spelled", async () => {
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
    expect(stderr).toContain("group_ids leaves out HR/Departments/Sales, where the account is now. Nothing was sent.");
    expect(code).toBe(2);
    c.place.write("body.json", JSON.stringify({ group_ids: [sales, it] }));
    expect((await byHand("users", "update", eva, "--body", "body.json")).code).toBe(0);
    expect(sent().map(({ method }) => method)).toEqual(["POST", "PUT"]);
  });

  test("I8: records every write before it leaves and how it was answered, with ids and names of fields only", async () => {
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

  test("I8: has the entry on the disk when the request arrives, and keeps it if the answer is lost", async () => {
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

  test("lets a token write only with a role that may run jobs, and records whose it is", async () => {
    const { c } = await afterFirstNight();
    const tokenOf = async (name: string, role: string): Promise<string> =>
      (await c.run("tokens", "create", name, "--role", role, "--json")).json<{ token: string }>().token;
    c.place.write("body.json", JSON.stringify({ name: "Clubs" }));
    const args = ["service", "groups", "create", "--body", "body.json", "--job", "job.yaml", "--yes"];
    const viewer = await c.place.run(args, { env: { ROLLCALL_TOKEN: await tokenOf("vic", "viewer") } });
    expect(viewer.code).toBe(2);
    expect(viewer.stderr).toContain("The role of vic, viewer, is not enough");
    expect((await c.place.run(args, { env: { ROLLCALL_TOKEN: await tokenOf("olga", "operator") } })).code).toBe(0);
    const entry = (await trail(c)).find(({ action }) => action === "service_write_sent");
    expect(entry).toMatchObject({ actor: "olga", detail: { via: "token" } });
  });
});

test("a write by hand to the sandbox of a state is recorded too", async () => {
  const c = await company();
  const { code } = await c.place.run(["service", "groups", "create", "--body", "-"], { input: JSON.stringify({ name: "Clubs" }) });
  expect(code).toBe(0);
  expect((await trail(c)).map(({ action, detail }) => [action, detail["endpoint"]])).toEqual([
    ["service_write_sent", "POST /groups"],
    ["service_write_answer", "POST /groups"],
  ]);
});
