import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { consoleFor, type Console, type Signed } from "./helpers.ts";

let place: Console;
let viewer: Signed;

beforeEach(async () => {
  place = await consoleFor({ people: 5 });
  viewer = await place.signIn("viewer");
}, 60_000);
afterEach(() => place.close());

interface Service {
  account: string;
  ok: boolean;
  said: string;
  insecure: boolean;
}
const services = async (): Promise<Service[]> => (await viewer.json<{ services: Service[] }>("/status")).services;
const readings = (): number => place.sandbox.requests().filter(({ method, path }) => method === "GET" && path.includes("/groups")).length;

test("the overview knows how the service is although no run has met it since the start, and asks seldom", async () => {
  const before = readings();
  await expect.poll(services, { timeout: 10_000 }).toMatchObject([{ account: "acme", ok: true, said: "Connected." }]);
  for (let i = 0; i < 5; i += 1) expect((await viewer.get("/")).text).toContain("Connected");
  // The one at the start of the console, before this test began to count or after.
  expect(readings() - before).toBeLessThanOrEqual(1);
});

test("health and overview show a connection without encryption", async () => {
  await expect.poll(services, { timeout: 10_000 }).toMatchObject([{ account: "acme", insecure: false }]);
  const file = join(place.dir, "jobs", "nightly.yaml");
  const text = readFileSync(file, "utf8").replace(/("?)base_url"?: *"?[^",\n]+"?/, '"base_url": "http://lms.invalid", "insecure": true');
  writeFileSync(file, text);
  place.clock.step(4000);
  await expect.poll(services, { timeout: 10_000 }).toMatchObject([{ account: "acme", insecure: true }]);
  expect((await viewer.get("/status")).text).toContain("others on the network can read tokens and personal data");
  expect((await viewer.get("/")).text).toContain("Not encrypted.");
});

/** The jobs and the accounts of the emergency stop on the connection page. */
async function shownAt(page: string) {
  const { jobs, emergency } = await viewer.json<{ jobs: { name: string }[]; emergency: { account: string }[] }>(page);
  return { jobs: jobs.map(({ name }) => name), emergency: emergency.map(({ account }) => account) };
}

describe("jobs that nobody has run", () => {
  const jobFile = (name: string, text: string): void => writeFileSync(join(place.dir, "jobs", `${name}.yaml`), text);
  const example = (name: string, service: string, more = ""): void =>
    jobFile(name, `name: ${name}\n${more}source: { file: ../hr.csv }\nmapping: ../mapping.yaml\nservice: ${service}\n`);

  test("are not asked for their service, and one that waits for its environment is no problem", async () => {
    example("first", "{ base_url: http://127.0.0.1:9, account: first, auth: { refresh_token: x } }");
    example("second", '{ base_url: "${NOT_SET_URL}", account: second, auth: { refresh_token: "${NOT_SET_TOKEN}" } }');
    place.clock.step(600_000);
    await expect.poll(services, { timeout: 10_000 }).toMatchObject([{ account: "acme", ok: true }]);
    const overview = await viewer.json<{ jobs: { name: string; ran: boolean; unset: string[] }[] }>("/overview");
    expect(overview.jobs).toMatchObject([
      { name: "first", ran: false, unset: [] },
      { name: "nightly", ran: true, unset: [] },
      { name: "second", ran: false, unset: ["NOT_SET_URL", "NOT_SET_TOKEN"] },
    ]);
    const { text } = await viewer.get("/");
    expect(text).toContain("nightly");
    expect(text).not.toContain("second");
    for (const page of ["/", "/status", "/jobs"]) expect((await viewer.get(page)).text, `on ${page}`).not.toContain('class="bad"');
    const [used = "", templates = ""] = (await viewer.get("/jobs")).text.split("Templates and new jobs");
    expect([...used.matchAll(/href="\/jobs\/(\w+)"/g)].map(([, name]) => name)).toEqual(["nightly"]);
    expect([...templates.matchAll(/href="\/jobs\/(\w+)"/g)].map(([, name]) => name)).toEqual(["first", "second"]);
    expect((await services()).map(({ account }) => account)).toEqual(["acme"]);
    expect(await shownAt("/status")).toEqual({ jobs: ["nightly"], emergency: ["acme"] });
  });

  test("are asked once they are scheduled, and a fault that is more than a missing variable is shown", async () => {
    example(
      "first",
      "{ base_url: http://127.0.0.1:9, account: first, auth: { refresh_token: x } }",
      'schedule: { cron: "0 4 1 1 *", timezone: UTC }\n',
    );
    example("second", '{ base_url: "${NOT_SET_URL}", account: second, auth: { refresh_token: x }, tmeout: 3s }');
    place.clock.step(600_000);
    await expect.poll(services, { timeout: 10_000 }).toMatchObject([
      { account: "acme", ok: true },
      { account: "first", ok: false },
    ]);
    expect(await shownAt("/status")).toEqual({ jobs: ["first", "nightly", "second"], emergency: ["acme", "first"] });
    expect((await viewer.get("/")).text).toContain("in the job file");
  });
});

test("a problem is gone from the page as soon as a run has met the service", async () => {
  place.sandbox.failNext({ path: "/groups", status: 503, times: -1 });
  place.clock.step(600_000);
  await expect.poll(services, { timeout: 10_000 }).toMatchObject([{ account: "acme", ok: false }]);
  place.sandbox.clearFaults();
  const operator = await place.signIn("operator");
  await operator.post("/jobs/nightly/run", { plan_only: "yes" });
  await expect.poll(services, { timeout: 20_000 }).toMatchObject([{ account: "acme", ok: true }]);
});
