import { expect, onTestFinished, test } from "vitest";
import type { StoredRun } from "../../src/console/pages/runs/run-data.ts";
import { listAudit } from "../../src/store/audit/audit.ts";
import { consoleFor } from "./helpers.ts";

test("the page of a run asks about a missing area, and its form releases it with a reason", async () => {
  const place = await consoleFor({ people: 20, policy: { absent: "deactivate" } });
  onTestFinished(() => place.close());
  const operator = await place.signIn("operator");
  const started = async (path: string, form: Record<string, string>): Promise<string> => {
    const { location } = await operator.post(path, form);
    const run = /\/runs\/(.+)$/.exec(location ?? "")?.[1] ?? "";
    await expect.poll(async () => (await operator.json<StoredRun>(`/runs/${run}`)).run?.status, { timeout: 60_000 }).toBe("completed");
    return run;
  };
  const active = (): number => place.sandbox.users().filter(({ fields }) => fields["active"] === true).length;
  const before = active();
  const legal = place.employees.filter(({ department }) => department === "Legal").length;
  place.hr(place.employees.filter(({ department }) => department !== "Legal"));
  const run = await started("/jobs/nightly/run", {});
  expect(active()).toBe(before);
  const page = (await operator.get(`/runs/${run}`)).text;
  for (const words of [
    `${legal} of ${legal} people whose Department is Legal are missing from the file.`,
    "Did this area really leave, or is the export incomplete? Ask HR.",
    'name="area" value="Department=Legal"',
  ])
    expect(page).toContain(words);
  const viewer = (await (await place.signIn("viewer")).get(`/runs/${run}`)).text;
  expect(viewer).toContain("people whose Department is Legal are missing");
  expect(viewer).not.toContain('name="area"');
  const refused = await operator.post(`/runs/${run}/release`, { area: "Department=Legal", reason: " " });
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(/<details[^>]* open>/);
  expect(refused.text).toContain("This needs a reason");
  expect((await operator.post(`/runs/${run}/release`, { area: "Department=IT", reason: "x" })).text).toContain(
    "does not wait for the area",
  );
  await started(`/runs/${run}/release`, { area: "Department=Legal", reason: "The office is closed" });
  expect(active()).toBe(before - legal);
  expect((await operator.get(`/runs/${run}`)).text).not.toContain("Did this area really leave");
  const entries = (await listAudit(place.state.db)).filter(({ action }) => action === "area_released");
  expect(entries).toMatchObject([{ actor: operator.name, detail: { area: "Department=Legal", reason: "The office is closed" } }]);
}, 180_000);
