import { fact } from "../../src/domain/facts/fact.ts";
import { expect, test } from "vitest";
import { listAudit } from "../../src/store/audit/audit.ts";
import { leaveUnlinked } from "../../src/store/identities/intents.ts";
import { company, oneByOne, people, type Company } from "../helpers/company.ts";

interface Unsettled {
  key: string;
  username: string;
  reason: string | null;
  since: string;
  status: string;
  groups: string[];
  candidates: { user_id: string; groups: string[] }[];
  commands: { link: string; retry: string };
}

const create = { method: "POST", path: "/users" };

async function doubtful(): Promise<Company> {
  const c = await company({ parts: { service: { ...oneByOne, identities: { settle: "1h" } } } });
  c.service.failNext({ ...create, status: 500, when: "before" });
  c.hr(people(1));
  await c.sync();
  return c;
}

const unsettled = async (c: Company): Promise<Unsettled[]> =>
  (await c.run("identities", "list", "job.yaml", "--unsettled", "--json")).json<Unsettled[]>();

test("lists an unconfirmed create with its evidence, and after a retry the next run sends it again", async () => {
  const c = await doubtful();
  expect(await unsettled(c)).toMatchObject([
    {
      key: "0001",
      username: "p0001@acme.example",
      status: "uncertain",
      groups: ["HR/All staff", "HR/Departments/Sales"],
      commands: { link: "rollcall identities link job.yaml 0001 USER_ID", retry: 'rollcall identities retry job.yaml 0001 --reason "…"' },
    },
  ]);
  const text = (await c.run("identities", "list", "job.yaml", "--unsettled")).stdout;
  expect(text).toContain("its answer was lost");
  expect(text).toContain("Requested groups: HR/All staff, HR/Departments/Sales");
  expect((await c.sync()).counts).toMatchObject({ held: 1, creates: 0 });

  const silent = await c.run("identities", "retry", "job.yaml", "0001");
  expect([silent.code, silent.stderr]).toEqual([2, expect.stringContaining("needs a reason")]);
  const other = await c.run("identities", "retry", "job.yaml", "1", "--reason", "x");
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("nothing to retry for 1")]);
  const early = await c.run("identities", "retry", "job.yaml", "0001", "--reason", "looked it up");
  expect(early.code).toBe(2);
  expect(early.stderr).toMatch(
    /The service may still create the account of 0001 until .*\. Nothing was changed\.\nLook in the service again after that\./,
  );
  c.clock.step(60_000);
  const retried = await c.run("identities", "retry", "job.yaml", "0001", "--reason", "looked it up", "--reviewer", "Ana", "--json");
  expect(retried.code).toBe(0);
  expect(retried.json<{ retried: string[] }>().retried).toHaveLength(1);
  const [entry] = await c.look(({ db }) => listAudit(db));
  expect(entry).toMatchObject({
    actor: "Ana",
    action: "create_retried",
    detail: { key: "0001", status: "uncertain", reason: "looked it up", forced: false },
  });

  // The journal keeps it even if the database is lost.
  c.loseDatabase();
  expect(await unsettled(c)).toEqual([]);
  expect((await c.sync()).counts).toMatchObject({ creates: 1, done: 1 });
  expect(c.accountsOf("0001")).toHaveLength(1);
  const again = await c.run("identities", "retry", "job.yaml", "0001", "--reason", "x");
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("is linked to")]);
}, 120_000);

test("I2: a create that the service accepted is retried only with --force, with a warning of a second account", async () => {
  const c = await doubtful();
  await c.look(async (state) => {
    const intent = await state.db.selectFrom("intent").selectAll().executeTakeFirstOrThrow();
    await leaveUnlinked(state, intent.operation, fact("unconfirmed.no_id", {}), new Date());
  });
  const refused = await c.run("identities", "retry", "job.yaml", "0001", "--reason", "x");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("makes a second account, unless the first was deleted");
  expect(refused.stderr).toContain("the service accepted it, but did not return the account's id");
  expect(await unsettled(c)).toMatchObject([{ status: "unlinked" }]);
  expect((await c.run("identities", "retry", "job.yaml", "0001", "--reason", "deleted by Ben", "--force")).code).toBe(0);
  expect(await unsettled(c)).toEqual([]);
  const [entry] = await c.look(({ db }) => listAudit(db));
  expect(entry).toMatchObject({ action: "create_retried", detail: { status: "unlinked", forced: true } });
}, 120_000);

test("after a retry a possible duplicate counts as another person, and the next run sends the create", async () => {
  const c = await company();
  c.hr(people(1));
  await c.sync();
  // Another key with the same e-mail address, while the first has left the file.
  c.hr([{ id: "0002", mail: "p0001@acme.example" }]);
  const held = await c.sync();
  expect(held.counts).toMatchObject({ held: 1, creates: 0 });
  const told = await c.run("identities", "retry", "job.yaml", "0002", "--reason", "father and son", "--json");
  expect(told.json()).toMatchObject({ key: "0002", retried: [], distinct_from: ["0001"] });
  const rows = await c.look(({ db }) => db.selectFrom("distinct_person").select(["key", "other_key"]).execute());
  expect(rows).toEqual([{ key: "0002", other_key: "0001" }]);
  expect(c.userCalls("POST")).toHaveLength(1);
  await c.sync();
  // The create is sent; HR must correct the address, which this service does not accept twice.
  expect(c.userCalls("POST").map(({ body }) => body["first_name"])).toEqual(["First0001", "First0002"]);
}, 120_000);
