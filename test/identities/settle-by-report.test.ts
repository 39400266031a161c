import { expect, test } from "vitest";
import { listAudit } from "../../src/store/audit/audit.ts";
import { people, staff, type Company } from "../helpers/company.ts";
import { makeTemplate } from "./template.ts";
import { threeLost } from "./three-lost.ts";

const reportsAsked = (c: Company) => c.service.requests().filter(({ method, path }) => method === "POST" && path.endsWith("/run"));
const unsettled = async (c: Company): Promise<string[]> =>
  (await c.run("identities", "list", "job.yaml", "--json")).json<{ unsettled: { key: string }[] }>().unsettled.map(({ key }) => key);

test("I2: a report settles creates that the groups cannot tell apart, and a missing key lets none be sent again", async () => {
  const c = await threeLost();
  await makeTemplate(c, { name: "Who is who", reportType: "users" });
  const third = await c.sync();
  expect(reportsAsked(c)).toHaveLength(1);
  expect(await unsettled(c)).toEqual(["0004"]);
  expect(
    c
      .userCalls("POST")
      .map(({ path }) => path)
      .filter((path) => path.endsWith("/users")),
  ).toEqual([]);
  expect(c.operations(third.run).find(({ key }) => key === "0004")).toMatchObject({ status: "held", code: "unsettled_create" });
  const { links } = (await c.run("identities", "list", "job.yaml", "--json")).json<{ links: { key: string; user_id: string }[] }>();
  for (const key of ["0002", "0003"]) expect(links.find((link) => link.key === key)?.user_id).toBe(c.accountsOf(key)[0]?.["user_id"]);
  const trail = await c.look(({ db }) => listAudit(db));
  expect(trail.filter(({ action }) => action === "create_settled").map(({ detail }) => (detail as { key: string }).key)).toEqual([
    "0002",
    "0003",
  ]);
}, 120_000);

test("I2: a key with two rows in the report settles nothing", async () => {
  const c = await threeLost();
  await makeTemplate(c, { name: "Who is who", reportType: "users" });
  c.service.addUser({ username: "other", employee_id: "0002" }, [staff]);
  await c.sync();
  expect(await unsettled(c)).toEqual(["0002", "0004"]);
  expect(c.service.users().filter(({ fields }) => fields["first_name"] === "First0002")).toHaveLength(1);
}, 120_000);

test("I2: an account with two keys in the report, and one that the groups rule out, settle nothing", async () => {
  const c = await threeLost();
  await makeTemplate(c, { name: "Who is who", reportType: "users" });
  const [third] = c.accountsOf("0003");
  const elsewhere = c.service.addUser({ username: "elsewhere" }, ["HR/Departments/IT"]);
  const rows = [
    { employee_id: "0002", user_id: elsewhere },
    { employee_id: "0003", user_id: third?.["user_id"] },
    { employee_id: "0004", user_id: third?.["user_id"] },
  ];
  c.service.failNext({ method: "GET", path: "/reports/.+/data", status: 200, body: JSON.stringify(rows), times: -1 });
  await c.sync();
  expect(reportsAsked(c)).toHaveLength(1);
  expect(await unsettled(c)).toEqual(["0002", "0003", "0004"]);
}, 120_000);

test("a missing report does not stop a run, which says why creates stay unconfirmed", async () => {
  const c = await threeLost();
  c.hr([...people(4), { id: "0005", dept: "IT" }]);
  const third = await c.sync();
  expect(third.status).toBe("completed");
  expect(third.stderr).toContain("Creates stay unconfirmed, because the service's report can't be used.");
  expect(c.accountsOf("0005")).toHaveLength(1);
  expect(await unsettled(c)).toEqual(["0002", "0003", "0004"]);
}, 120_000);
