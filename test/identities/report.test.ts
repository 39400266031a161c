import { expect, test } from "vitest";
import { listAudit } from "../../src/store/audit/audit.ts";
import { listLinks } from "../../src/store/identities/links.ts";
import { company, people, staff, type Company } from "../helpers/company.ts";
import { makeTemplate } from "./template.ts";

interface Imported {
  linked: number;
  without_key: number;
  conflict_count: number;
  source: { template: string; report: string };
  people: { without_account: { count: number; first: string[] } };
}

const report = (template: string, key = "employee_id", id = "user_id") => ({
  service: { identities: { report: { template, key, user_id: id } } },
});

async function withAccounts(): Promise<Company> {
  const c = await company();
  for (const key of ["0001", "0002", "0003"]) c.service.addUser({ username: `old-${key}`, employee_id: key }, [staff]);
  c.service.addUser({ username: "admin" }, [staff]);
  c.hr(people(4));
  return c;
}

test("links a company's accounts from a report of the service, so that the first run creates no second account", async () => {
  const c = await withAccounts();
  await makeTemplate(c, { name: "Who is who", reportType: "users" });
  c.job(report("Who is who"));
  const dry = await c.run("identities", "import", "job.yaml", "--dry-run", "--json");
  expect(dry.json<Imported>()).toMatchObject({ linked: 0, without_key: 1 });
  const real = await c.run("identities", "import", "job.yaml", "--json");
  expect(real.code).toBe(0);
  expect(real.json<Imported>()).toMatchObject({
    linked: 3,
    without_key: 1,
    conflict_count: 0,
    source: { template: "Who is who" },
    people: { without_account: { count: 1, first: ["0004"] } },
  });
  const links = await c.look(({ db }) => listLinks(db, "acme"));
  expect(links.map(({ key, source }) => [key, source])).toEqual(["0001", "0002", "0003"].map((key) => [key, "imported"]));
  const trail = await c.look(({ db }) => listAudit(db));
  expect(trail.map(({ action, detail }) => [action, (detail as { template: string }).template])).toEqual([
    ["identities_imported", "Who is who"],
  ]);
  const again = await c.run("identities", "import", "job.yaml", "--json");
  expect(again.json<Imported>()).toMatchObject({ linked: 0, already_linked: 3 });
}, 120_000);

test("finds a template by id and its columns by title, as set in the job or on the command line", async () => {
  const c = await withAccounts();
  const columns = { employee_id: "Personnel number", user_id: "Account" };
  const id = await makeTemplate(c, { name: "Twice", reportType: "users", columns });
  await makeTemplate(c, { name: "Twice", reportType: "users" });
  c.job(report(id, "Personnel number", "Account"));
  expect((await c.run("identities", "import", "job.yaml", "--json", "--dry-run")).json()).toMatchObject({ would_link: 3 });
  c.job(report(id, "nothing", "nothing"));
  const own = ["--key", "employee_id", "--user-id", "user_id"];
  expect((await c.run("identities", "import", "job.yaml", "--json", ...own)).json()).toMatchObject({ linked: 3 });
}, 120_000);

test("explains a missing or duplicate template, a missing column and a job without a report", async () => {
  const c = await withAccounts();
  await makeTemplate(c, { name: "Who is who", reportType: "users" });
  await makeTemplate(c, { name: "Twice", reportType: "users" });
  await makeTemplate(c, { name: "Twice", reportType: "users" });
  const none = await c.run("identities", "import", "job.yaml");
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("service.identities.report")]);
  for (const [job, code, says] of [
    [report("Who is hoo"), 2, "did you mean “Who is who”?"],
    [report("Twice"), 2, "2 report templates called “Twice”"],
    [report("Who is who", "employe_id"), 4, "did you mean “employee_id”?"],
  ] as const) {
    c.job(job);
    const failed = await c.run("identities", "import", "job.yaml");
    expect([failed.code, failed.stderr]).toEqual([code, expect.stringContaining(says)]);
    expect(failed.stderr).toContain("Nothing was linked");
  }
  expect(await c.look(({ db }) => listLinks(db, "acme"))).toEqual([]);
}, 120_000);
