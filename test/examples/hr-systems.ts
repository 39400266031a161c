import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { company, departments, type Company } from "../helpers/company.ts";
import { standIn, type Received } from "../stand-ins/server.ts";
import { bamboohr, hibob, personio, successfactors, workday, type Person, type Quirks } from "../stand-ins/systems.ts";
import { parse } from "yaml";
import { root } from "./life.ts";

/** `source.http` of a shipped job, before a test changes it. */
export interface Http {
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  columns?: Record<string, unknown>;
}

interface Shipped {
  source: { http: Http; join?: { http: Http }[] };
}

export interface Example {
  job: string;
  mapping: string;
  system: (quirks: Quirks) => (request: Received) => ReturnType<ReturnType<typeof workday>>;
  env: Record<string, string>;
  /** A field as the system names it, without which the read is unusable; `null` for a report in CSV. */
  field: string | null;
}

/** The shipped examples over HTTP, with stand-ins for their systems. */
export const examples: Example[] = [
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

export const person = (n: number, more: Partial<Person> = {}): Person => ({
  id: `100${n}`,
  first: `Ana${n}`,
  department: "Sales",
  works: true,
  ...more,
});

/** A company with a shipped job and mapping, which ask a stand-in on this machine and change a sandbox. */
export async function living({ job, mapping, system, env }: Example, edit: (http: Http) => void = () => undefined) {
  const quirks: Quirks = {
    people: [1, 2, 3, 4, 5].map((n) => person(n)),
    forbidden: [],
    before: [],
    expires: false,
    change: (reply) => reply,
  };
  const answer = system(quirks);
  const hr = await standIn((request) => quirks.before.shift() ?? quirks.change(answer(request), request));
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
    edit(shipped.source.http);
    c.job({ source: { file: undefined, ...shipped.source } });
  };
  write(env);
  c.place.write("mapping.yaml", readFileSync(join(root, "mappings", `${mapping}.yaml`)));
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  c.place.write("successfactors.pem", privateKey.export({ type: "pkcs8", format: "pem" }));
  return { c, hr, quirks, write };
}

export function account(c: Company, id: string) {
  const found = c.service.users().find((user) => user["username"] === `p${id}@example.com`);
  return found === undefined ? null : { active: found.active, groups: found.groups };
}
