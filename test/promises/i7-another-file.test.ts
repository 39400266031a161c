import { expect, test } from "vitest";
import { company, mappingText, people, type Night } from "../helpers/company.ts";

const limits = ({ held = [] }: Night): string[] => held.map(({ limit, found, allowed }) => `${limit} ${found} > ${allowed}`);
const unlimited = { creates: 100, updates: 100, deactivations: 100, removals: 100, shrink: 100, renamed: 100, rekeyed: 100 };
const allowed = { policy: { absent: "deactivate", limits: unlimited } };

test("another company's file is on hold although every limit allows it, and a release counts for that content", async () => {
  const c = await company({ parts: allowed });
  const [ours, theirs] = [people(20), people(20, 501)];
  c.hr(ours);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 20 } });
  c.service.clearRequests();
  c.hr(theirs);
  const night = await c.sync();
  expect(night).toMatchObject({ code: 3, status: "held", counts: { creates: 20, absent: 20 } });
  expect(limits(night)).toEqual(["known_missing 20 > 10"]);
  expect(night.held?.[0]).toMatchObject({
    message:
      "20 of 20 known people are missing from the file. Check whether it is the complete export of this company, and whether HR has changed its keys.",
  });
  expect(c.userCalls()).toEqual([]);
  expect(await c.night("runs approve", [night.run, "--reason", "we bought it"])).toMatchObject({
    status: "completed",
    counts: { creates: 20, done: 20 },
  });
  c.hr(ours);
  const back = await c.sync();
  expect(limits(back)).toEqual(["known_missing 20 > 10"]);
  await c.night("runs approve", [back.run, "--reason", "and sold it"]);
  c.hr(theirs);
  expect(await c.sync()).toMatchObject({ status: "completed" });
}, 180_000);

test("half of the people, fewer than five, a partial file and a pilot do not count as another file", async () => {
  const c = await company({ parts: { policy: { limits: unlimited } } });
  c.hr(people(10));
  await c.sync();
  c.hr([...people(1, 900)], "part.csv");
  expect(await c.sync("--file", "part.csv")).toMatchObject({ code: 0, counts: { creates: 1 } });
  expect(limits(await c.sync("--file", "part.csv", "--complete"))).toEqual(["known_missing 10 > 5"]);
  c.hr(people(6));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { absent: 5 } });
  c.hr(people(2));
  expect(await c.sync()).toMatchObject({ code: 0, status: "completed" });
}, 120_000);

test("an export without those who work here is on hold, although the many who left are still in it", async () => {
  const c = await company({ parts: allowed });
  const leavers = people(20, 101);
  c.hr([...people(8), ...leavers]);
  await c.sync();
  const left = leavers.map((one) => ({ ...one, status: "Left" }));
  c.hr([...people(8), ...left]);
  expect(await c.sync()).toMatchObject({ counts: { deactivations: 20 } });
  c.hr(left);
  const night = await c.sync();
  expect(limits(night)).toEqual(["known_missing 8 > 4"]);
  expect(night.held?.[0]).toMatchObject({
    message: expect.stringContaining("8 of 8 people with an active account are missing") as string,
  });
}, 120_000);

test("someone who is now in the file of another job of the account is not missing", async () => {
  const c = await company({ parts: allowed });
  c.hr(people(8));
  await c.sync();
  c.job({ source: { file: "other.csv" }, ...allowed }, "other.yaml");
  const other = c.place.read("other.yaml").replace('"nightly"', '"other"').replace("mapping.yaml", "other-mapping.yaml");
  c.place.write("other.yaml", other);
  c.place.write("other-mapping.yaml", mappingText.replaceAll("HR/", "Ext/"));
  c.hr(people(7), "other.csv");
  await c.run("sync", "other.yaml");
  c.hr(people(1, 8));
  expect(await c.sync()).toMatchObject({ code: 0, status: "completed" });
}, 120_000);

test("a file with nothing but unknown statuses is on hold with the list of them", async () => {
  const c = await company();
  c.hr(people(20));
  await c.sync();
  c.service.clearRequests();
  c.hr(people(20).map((one, n) => ({ ...one, status: n < 12 ? "A" : n < 18 ? "T" : "Active" })));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 3, status: "held" });
  expect(limits(night)).toEqual(["unknown_statuses 18 > 17"]);
  expect(night.held?.[0]).toMatchObject({
    message:
      "18 of 20 people have a status in the column “Status” that the mapping does not list (mapping.yaml:9): “A” (12) and “T” (6). Add these statuses to the mapping, or correct the export.",
  });
  expect(c.userCalls()).toEqual([]);
  expect(await c.night("runs approve", [night.run, "--reason", "looked at it"])).toMatchObject({ code: 0, counts: { unchanged: 20 } });
  // Nothing is new about them any more.
  expect(await c.sync()).toMatchObject({ code: 0, status: "completed" });
  c.hr(people(20).map((one, n) => ({ ...one, status: n < 17 ? "B" : "Active" })));
  expect(await c.sync()).toMatchObject({ code: 0, status: "completed" });
}, 120_000);
