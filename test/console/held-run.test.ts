import { afterAll, beforeAll, expect, test } from "vitest";
import type { StoredRun } from "../../src/console/pages/runs/run-data.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";

let place: Console;
let operator: Signed;
let id: string;

interface HeldRun {
  place: Console;
  operator: Signed;
  id: string;
  read(): Promise<StoredRun>;
}

/** Starts a run that finds seven leavers, more than the default allows. */
async function heldRun(): Promise<HeldRun> {
  const company = await consoleFor({ policy: { limits: { creates: 100, updates: 100, removals: 100, shrink: 100 } } });
  const signed = await company.signIn("operator");
  company.hr(company.employees.map((employee, i) => ({ ...employee, status: i < 7 ? "Left" : employee.status })));
  const run = /\/runs\/(.+)$/.exec((await signed.post("/jobs/nightly/run", {})).location ?? "")?.[1] ?? "";
  const read = (): Promise<StoredRun> => signed.json<StoredRun>(`/runs/${run}`);
  for (let i = 0; i < 600; i += 1) {
    const { run: stored, progress } = await read();
    if ((stored as StoredRun["run"] | null) !== null && progress === null) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { place: company, operator: signed, id: run, read };
}

let runOf: () => Promise<StoredRun>;
beforeAll(async () => {
  ({ place, operator, id, read: runOf } = await heldRun());
}, 120_000);
afterAll(() => place.close());

test("names the limit and its setting, and offers two choices with their effects", async () => {
  const { text } = await operator.get(`/runs/${id}`);
  expect(text).toMatch(/<h2\s+id="limit-1">7 leavers exceed the limit of 5<\/h2>/);
  expect(text).toContain("add <code>policy.limits.deactivations</code> to <code>jobs/nightly.yaml</code>");
  // The setting is named once.
  expect(text.match(/policy\.limits\.deactivations/g)).toHaveLength(1);
  expect(text).toContain("7 of 12 active accounts would be deactivated.");
  expect(text).toContain("An incomplete export often looks like this");
  for (const words of [
    "Let this run continue",
    "7 people can no longer sign in.",
    "Apply 7 changes",
    "Cancel this run",
    "Nothing changes.",
  ])
    expect(text).toContain(words);
  expect(text.match(/name="reason"\s+required/g)).toHaveLength(2);
  expect(text.match(/action="\/runs\/[^"]+\/cancel"/g)).toHaveLength(1);
});

test("shows a viewer why, and no choice", async () => {
  const { text } = await (await place.signIn("viewer")).get(`/runs/${id}`);
  expect(text).toContain("7 leavers exceed the limit of 5");
  expect(text).not.toContain("Apply 7 changes");
  expect(text).toContain("You need the role “operator”");
});

test.for(["approve", "cancel"])("comes back with the error at the field if %s has no reason", async (action) => {
  for (const reason of ["", " \n ", "x".repeat(4001)]) {
    const answer = await operator.post(`/runs/${id}/${action}`, { reason });
    expect(answer.status).toBe(400);
    const field = new RegExp(
      `<input\\s+id="${action}-[^"]*reason"[^>]*>\\s*<p class="error[^"]*" id="${action}-[^"]*reason-e">[^]*?</p>`,
    ).exec(answer.text)?.[0];
    expect(field).toContain('aria-invalid="true"');
    expect(field).toContain(reason.length > 4000 ? "more than 4,000 characters" : "needs a reason. Nothing was changed.");
    expect(answer.text.match(/aria-invalid/g)).toHaveLength(1);
  }
  expect((await runOf()).run.status).toBe("held");
  const machine = await fetch(`${place.url}/api/v1/runs/${id}/${action}`, {
    method: "POST",
    headers: { authorization: `Bearer ${await place.token("operator")}`, "content-type": "application/json" },
    body: "{}",
  });
  expect([machine.status, ((await machine.json()) as { code: string }).code]).toEqual([400, "request_unusable"]);
});

test("is cancelled with a reason, and the next page says so", async () => {
  const { status, location } = await operator.post(`/runs/${id}/cancel`, { reason: "The export is incomplete" });
  expect([status, location]).toEqual([303, `/runs/${id}`]);
  const { text } = await operator.get(`/runs/${id}`);
  expect(text).toContain("Run cancelled.");
  expect(text).toContain("Limits that put it on hold");
  expect(text).not.toContain("Let this run continue");
});

test("is shown in the language of the reader", async () => {
  const { text } = await operator.get(`/runs/${id}`);
  const german = await fetch(`${place.url}/runs/${id}`, { headers: { cookie: operator.cookie, "accept-language": "de" } });
  expect(text).toContain("7 leavers exceed the limit of 5");
  const page = await german.text();
  expect(page).toContain("7 Austritte überschreiten den Grenzwert von 5");
  expect(page).toContain("7 von 12 aktiven Konten würden deaktiviert.");
});

test("is shown as running from its release on", async () => {
  const held = await heldRun();
  let endTurn: () => void = () => undefined;
  const turn = held.place.state.locks.exclusively("plan:acme", () => new Promise<void>((resolve) => (endTurn = resolve)));
  expect((await held.operator.post(`/runs/${held.id}/approve`, { reason: "HR confirmed it" })).status).toBe(303);
  await expect.poll(async () => (await held.read()).progress?.run).toBe(held.id);
  const { text } = await held.operator.get(`/runs/${held.id}`);
  expect((await held.read()).run.status).toBe("held");
  expect(text).not.toContain("Nothing was sent");
  expect(text).toContain("Limits that put it on hold");
  endTurn();
  await turn;
  await expect.poll(async () => (await held.read()).run.status).toBe("completed");
  await held.place.close();
}, 120_000);
