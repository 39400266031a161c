import { fact } from "../../src/domain/facts/fact.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overviewPage } from "../../src/console/pages/overview/view.ts";
import { asReader, DEFAULT_READER } from "../../src/reporting/locales/reader.ts";
import { consoleFor, type Console } from "./helpers.ts";

type Given = Parameters<typeof overviewPage>[0];

const FRESH: Given = {
  removals: { pending: 0, approved: 0, people: 0, causes: 0, questions: 0, assigned_to_me: 0, oldest: null },
  causes: [],
  open_runs: [],
  unsettled: 0,
  missed: [],
  overdue_leavers: [],
  overdue_sources: [],
  overdue_deactivations: 0,
  nights: [],
  recent: [],
  applied_since: [],
  emergency_stops: [],
  running: [],
  services: [],
  jobs: [],
  users: false,
};

/** Returns the page as text, with its title. */
function drawn(given: Partial<Given>, setsUp = true): string {
  const page = asReader(DEFAULT_READER, () => overviewPage({ ...FRESH, ...given }, new Date(), setsUp));
  return `${page.title} ${(page.content as { text: string }).text}`;
}

test("an installation without a run is welcomed with its next step", () => {
  const page = drawn({});
  for (const words of ["Welcome to Rollcall", "Start with a sample of your HR export", "How it works", "Before the first run"])
    expect(page).toContain(words);
  expect(page).toMatch(/class="btn primary" href="\/setup"/);
  expect(page.match(/>To do</g)).toHaveLength(3);
  expect(page).not.toContain("Connection status");
});

test("what is done is marked, and a problem is shown", () => {
  const services = [{ account: "acme", ok: true, said: "", fact: null, at: new Date().toISOString(), insecure: false }];
  const jobs = [{ name: "nightly", nextRun: new Date().toISOString(), faults: [], unset: [], ran: false }];
  expect(drawn({ services, jobs, users: true })).not.toContain(">To do<");
  expect(drawn({ services: services.map((one) => ({ ...one, ok: false, fact: fact("run.stopped", {}) })) })).toContain("Connection status");
});

test("who cannot set up a job is led to the jobs", () => {
  const page = drawn({}, false);
  expect(page).toMatch(/class="btn primary" href="\/jobs"/);
  expect(page).not.toContain("Before the first run");
});

test("the page is gone after the first run", () => {
  const run = { status: "completed", kind: "sync", job: "nightly", counts: {}, rows: 3, started_at: new Date().toISOString() };
  expect(drawn({ nights: [{ id: "r1", held: [], pilot: null, ...run } as unknown as Given["nights"][number]] })).not.toContain("Welcome");
});

let place: Console;
beforeAll(async () => {
  place = await consoleFor();
});
afterAll(() => place.close());

test("the job of the practice service says how it moves to the real one, to those who can run it", async () => {
  const operator = await place.signIn("operator");
  const { text } = await operator.get("/jobs/nightly");
  expect(text.includes("uses the practice service")).toBe(false);
  writeFileSync(
    join(place.dir, "jobs", "practice.yaml"),
    "name: practice\nsource: { file: ../hr.csv }\nmapping: ../mapping.yaml\nservice: { base_url: sandbox }\n",
  );
  let page = "";
  await expect
    .poll(async () => (page = (await operator.get("/jobs/practice")).text), { timeout: 20_000 })
    .toContain("rollcall check practice");
  expect(page).toContain("This job uses the practice service: nothing reaches the real one.");
  expect(page).toMatch(/<code>rollcall check practice( --state [^<]+)?<\/code>/);
  expect((await (await place.signIn("viewer")).get("/jobs/practice")).text).not.toContain("uses the practice service");
});
