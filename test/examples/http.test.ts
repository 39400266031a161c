import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { company, departments, type Company } from "../helpers/company.ts";
import { standIn, type Received } from "../stand-ins/server.ts";
import { bamboohr, hibob, personio, successfactors, workday, type Person, type Quirks } from "../stand-ins/systems.ts";
import { parse } from "yaml";
import { root } from "./life.ts";

interface Shipped {
  source: { http: object; join?: { http: object }[] };
}

interface Example {
  job: string;
  mapping: string;
  system: (quirks: Quirks) => (request: Received) => ReturnType<ReturnType<typeof workday>>;
  env: Record<string, string>;
  /** A field as the system names it, without which the read is unusable; `null` for a report in CSV. */
  field: string | null;
}

const examples: Example[] = [
  { job: "workday-http", mapping: "workday", system: workday, env: { HR_TENANT: "acme", HR_USER: "isu", HR_PASSWORD: "pw" }, field: null },
  {
    job: "successfactors-http",
    mapping: "successfactors-http",
    system: successfactors,
    env: { HR_TENANT: "acme", HR_KEY: "key", HR_USER: "api" },
    field: "email",
  },
  { job: "bamboohr-http", mapping: "bamboohr-http", system: bamboohr, env: { HR_TENANT: "acme", HR_KEY: "key" }, field: "department" },
  { job: "personio-http", mapping: "personio-http", system: personio, env: { HR_KEY: "key", HR_PASSWORD: "pw" }, field: "department" },
  { job: "hibob", mapping: "hibob", system: hibob, env: { HR_USER: "service", HR_PASSWORD: "pw" }, field: "work" },
];

const person = (n: number, more: Partial<Person> = {}): Person => ({
  id: `100${n}`,
  first: `Ana${n}`,
  department: "Sales",
  works: true,
  ...more,
});

/** A company with a shipped job and mapping, which ask a stand-in on this machine and change a sandbox. */
async function living({ job, mapping, system, env }: Example) {
  const quirks: Quirks = { people: [1, 2, 3, 4, 5].map((n) => person(n)), forbidden: [], before: [], expires: false };
  const answer = system(quirks);
  const hr = await standIn((request) => quirks.before.shift() ?? answer(request));
  const c = await company();
  for (const name of ["Sites/Madrid", "Managers", ...departments.map((each) => `Departments/${each}`)]) c.service.addGroup(`HR/${name}`);
  // The shipped job as it is, but with a stand-in instead of https, and the service of this test.
  const write = (values: Record<string, string>): void => {
    const all: Record<string, string> = { HR_HOST: new URL(hr.url).host, ...values };
    const text = readFileSync(join(root, "jobs", `${job}.yaml`), "utf8")
      .replaceAll("https://${HR_HOST}", "http://${HR_HOST}")
      .replace("../secrets/", "");
    const shipped = parse(text.replaceAll(/\$\{(HR_\w+)\}/g, (_, name: string) => all[name] ?? "")) as Shipped;
    for (const { http } of [shipped.source, ...(shipped.source.join ?? [])]) Object.assign(http, { private_network: true });
    c.job({ source: { file: undefined, ...shipped.source } });
  };
  write(env);
  c.place.write("mapping.yaml", readFileSync(join(root, "mappings", `${mapping}.yaml`)));
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  c.place.write("successfactors.pem", privateKey.export({ type: "pkcs8", format: "pem" }));
  return { c, hr, quirks, write };
}

function account(c: Company, id: string) {
  const found = c.service.users().find((user) => user["username"] === `p${id}@example.com`);
  return found === undefined ? null : { active: found.active, groups: found.groups };
}

describe.each(examples)("$job", (example) => {
  test("creates people, moves one, closes a leaver, and asks about the old group", async () => {
    const { c, quirks } = await living(example);
    expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 5, done: 5 }, source: { rows: 5 } });
    expect(account(c, "1003")).toMatchObject({ active: true });
    expect(account(c, "1003")?.groups).toEqual(expect.arrayContaining(["HR/All staff", "HR/Departments/Sales"]));
    c.clock.step(86_400_000);
    quirks.people = [person(1), person(2), person(3, { department: "IT" }), person(4, { works: false }), person(5)];
    const night = await c.sync();
    expect(night.counts).toMatchObject({ deactivations: 1, removals_pending: 1 });
    expect(account(c, "1004")).toMatchObject({ active: false });
    expect(account(c, "1003")?.groups).toEqual(expect.arrayContaining(["HR/Departments/IT", "HR/Departments/Sales"]));
  });

  test("waits for a busy system, and stops at wrong credentials and at a page to sign in", async () => {
    const { c, quirks, write } = await living(example);
    quirks.before = [
      { status: 503, headers: { "retry-after": "20" } },
      ...(example.job.startsWith("successfactors") || example.job.startsWith("personio") ? [] : [{ status: 429 }]),
    ];
    // A busy token endpoint ends the read; the next one succeeds.
    const first = await c.sync();
    if (first.code !== 0) expect(first).toMatchObject({ code: 4, problem: { code: "source_token" } });
    expect((await c.sync()).code).toBe(0);
    expect(c.service.users().length).toBe(5);
    quirks.before = [{ body: "<html><title>Sign in</title></html>", headers: { "content-type": "text/html" } }];
    expect(await c.sync()).toMatchObject({ code: 4, problem: { code: "html" } });
    write(Object.fromEntries(Object.entries(example.env).map(([name, value]) => [name, name === "HR_TENANT" ? value : "wrong"])));
    const refused = await c.sync();
    expect(refused).toMatchObject({ code: 4, status: "failed" });
    expect(refused.problem?.code).toMatch(/^source_(refused|token)$/);
  });
});

test.for(examples.filter(({ field }) => field !== null))("$job is unusable if a field is left out with 200", async (example) => {
  const { c, quirks } = await living(example);
  quirks.forbidden = [example.field ?? ""];
  expect(await c.sync()).toMatchObject({ code: 4, problem: { code: "column_never_occurs" } });
  expect(c.userCalls()).toEqual([]);
});

test("a snapshot of SuccessFactors that expires makes the read unusable", async () => {
  const { c, quirks } = await living(examples[1] as Example);
  quirks.expires = true;
  const night = await c.sync();
  expect(night).toMatchObject({ code: 4, problem: { code: "source_failed" } });
  expect(night.problem?.message).toContain("/odata/v2/User: the system answered 400; nothing was changed");
  expect(c.userCalls()).toEqual([]);
});

test("Personio lowers the page size silently, and nobody is missed", async () => {
  const { c, hr } = await living(examples[3] as Example);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 5 } });
  expect(hr.requests.filter(({ path }) => path === "/v1/company/employees").map(({ query }) => query.get("offset"))).toEqual(["0", "3"]);
});
