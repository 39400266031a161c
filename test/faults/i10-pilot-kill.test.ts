import { expect, test } from "vitest";
import { company, people, until } from "../helpers/company.ts";

test("I10: a pilot that is killed while it creates accounts ends with the accounts of its people, once each", async () => {
  const c = await company({ parts: { service: { rate: { per_second: 20, in_flight: 1 } } } });
  // After a completed run, an unconfirmed create no longer reserves its groups.
  c.hr(people(1, 900));
  await c.sync();
  const job = JSON.parse(c.place.read("job.yaml")) as Record<string, unknown>;
  c.place.write("job.yaml", JSON.stringify({ ...job, pilot: { when: 'Department == "IT"' } }));
  c.hr([...people(60).map((one, i) => ({ ...one, dept: i % 3 === 0 ? "IT" : "Sales" })), ...people(1, 900)]);
  const child = await c.place.start(["sync", "job.yaml"]);
  await until(() => c.service.users().length >= 4);
  child.kill("SIGKILL");
  await new Promise((resolve) => child.on("close", resolve));
  const [stopped] = (await c.run("runs", "list", "--json")).json<{ run: string; status: string }[]>();
  expect(stopped?.status).toBe("interrupted");
  const resumed = await c.night("runs resume", [stopped?.run ?? ""]);
  expect(resumed).toMatchObject({ status: "completed", counts: { not_in_pilot: 41, failed: 0 } });
  const names = c.service.users().map(({ username }) => username);
  expect(new Set(names).size).toBe(names.length);
  const ofPilot = new Set(["p0900@acme.example", ...people(60).flatMap(({ id }, i) => (i % 3 === 0 ? [`p${id}@acme.example`] : []))]);
  expect(names.filter((name) => !ofPilot.has(name))).toEqual([]);
  // A create in flight at the kill is settled, or waits for a person.
  expect(names.length).toBeGreaterThanOrEqual(20);
}, 120_000);
