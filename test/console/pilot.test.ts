import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { StoredRun } from "../../src/console/pages/runs/run-data.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";

let place: Console;
let reviewer: Signed;
let run: string;
let outside: { id: string; cause: string; evidence: string };

/** Runs the job as a pilot for one person, the first without a pending removal. */
beforeAll(async () => {
  place = await consoleFor();
  const operator = await place.signIn("operator");
  reviewer = await place.signIn("reviewer");
  const { causes } = await reviewer.json<{ causes: { id: string }[] }>("/review");
  const { removals } = await reviewer.json<{ removals: { id: string; cause: string; evidence_digest: string; person: { key: string } }[] }>(
    `/review/causes/${causes[0]?.id ?? ""}`,
  );
  outside = { id: removals[0]?.id ?? "", cause: removals[0]?.cause ?? "", evidence: removals[0]?.evidence_digest ?? "" };
  const pilot = place.employees.find(({ id }) => !removals.some(({ person }) => person.key === id))?.id ?? "";
  const job = join(place.dir, "jobs", "nightly.yaml");
  writeFileSync(job, JSON.stringify({ ...(JSON.parse(readFileSync(job, "utf8")) as object), pilot: { keys: [pilot] } }));
  run = /\/runs\/(.+)$/.exec((await operator.post("/jobs/nightly/run", {})).location ?? "")?.[1] ?? "";
  for (let i = 0; i < 600; i += 1) {
    const { run: stored, progress } = await operator.json<StoredRun>(`/runs/${run}`);
    if ((stored as StoredRun["run"] | null) !== null && progress === null) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}, 120_000);
afterAll(() => place.close());

test("the page of a run says on top that it is a pilot, and what a run for everyone would plan", async () => {
  const { text } = await reviewer.get(`/runs/${run}`);
  expect(text).toMatch(/This is a pilot \(.*jobs\/nightly\.yaml:\d+\): it is for 1 person of the file\./);
  expect(text).toContain("For the others, a run for everyone would plan:");
  expect(text).toContain("Not in the pilot");
  expect((await reviewer.get("/runs")).text).toContain("Sync, pilot");
  const report = await reviewer.get(`/runs/${run}/report`);
  expect(report.text).toContain("For the others, a run for everyone would plan:");
});

test("pages of pending removals say which cannot be decided, and offer no form for them", async () => {
  expect((await reviewer.get("/review")).text).toContain("Job nightly is a pilot:");
  const cause = await reviewer.get(`/review/causes/${outside.cause}`);
  expect(cause.text).toContain("Nothing can be decided for them until a run is for them again.");
  expect(cause.text).not.toContain('name="verdict"');
  const removal = await reviewer.get(`/review/removals/${outside.id}`);
  expect(removal.text).toContain("The person is not in the pilot of job nightly");
  expect(removal.text).not.toContain('name="verdict"');
  // A form that was open before is refused.
  const decided = await reviewer.post("/review/decide", {
    removals: `${outside.id}@${outside.evidence}`,
    verdict: "rejected",
    reason: "stays",
  });
  const shown = decided.location === null ? decided.text : (await reviewer.get(decided.location)).text;
  expect(shown).toContain("The person is not in the pilot of job nightly");
});

test.for([
  ["es", "Es un piloto"],
  ["de", "Dies ist ein Pilotlauf"],
  ["fr", "Ceci est un pilote"],
])("the page of a pilot is in the language of its reader: %s", async ([language, words]) => {
  const answer = await fetch(`${place.url}/runs/${run}`, { headers: { cookie: reviewer.cookie, "accept-language": language ?? "" } });
  expect(await answer.text()).toContain(words);
});
