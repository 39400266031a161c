import { describe, expect, test } from "vitest";
import { ALL_COURSES } from "../../src/sandbox/subscriptions.ts";
import { fixedUuid } from "../../src/sandbox/seed/people.ts";
import { company, mappingText, people, type Company } from "../helpers/company.ts";

/** This subscription has 12 free licences, the other active one 500. */
const languages = fixedUuid("subscription languages");
/** How often the list was read from its start. */
const asks = (c: Company): number =>
  c.service.requests().filter(({ path }) => path.includes("/subscriptions?") && !/_start=[1-9]/.test(path)).length;
const withLicence = (line: string): string => `${mappingText}on_create: { ${line} }\n`;

interface Reported {
  notes: { code: string; message: string; rows: number; examples: number[] }[];
}

function notes(c: Company, run: string): Reported["notes"] {
  return (JSON.parse(c.place.read(`.rollcall/reports/${run}.json`)) as Reported).notes;
}

test("reports too few licences before anything is sent, in the report and on standard error, and continues the run", async () => {
  const c = await company({ mapping: withLicence(`subscription_id: { value: ${languages} }`) });
  c.hr(people(13));
  const planned = await c.night("plan", ["job.yaml"]);
  const sentence = "There are not enough free licences: Languages: 13 people for 12 free licences.";
  expect(planned.stderr).toContain(sentence);
  expect(notes(c, planned.run)).toMatchObject([{ code: "licences_short", rows: 13, examples: [2, 3, 4, 5, 6] }]);
  expect(c.userCalls()).toEqual([]);
  const night = await c.sync();
  // The service refuses the person beyond the limit, with its own message.
  expect(night).toMatchObject({ code: 1, status: "completed", counts: { creates: 13, done: 12, failed: 1 } });
}, 120_000);

test("`licences: hold` puts the run on hold until it is approved, unless there are enough licences", async () => {
  const c = await company({ mapping: withLicence(`subscription_id: { value: ${languages} }`), parts: { policy: { licences: "hold" } } });
  c.hr(people(13));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 3, status: "held", held: [{ limit: "licences", found: 13, allowed: 12, of: "Languages" }] });
  expect(c.userCalls()).toEqual([]);
  c.hr(people(12));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 12, failed: 0 } });
}, 120_000);

test("`auto_license` counts all free licences, and an unknown subscription has none", async () => {
  const c = await company({ mapping: withLicence("auto_license: true"), parts: { policy: { licences: "hold" } } });
  c.hr(people(20));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 20 } });
  c.place.write(
    "mapping.yaml",
    withLicence(`subscription_id: { value: ${ALL_COURSES.replace(/^./, (digit) => (digit === "a" ? "b" : "a"))} }`),
  );
  c.hr(people(21));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 3, held: [{ limit: "licences", found: 1, allowed: 0 }] });
}, 120_000);

test("requests the subscriptions once, and only if someone would join with a licence", async () => {
  const c = await company({ mapping: withLicence("auto_license: true") });
  c.hr(people(3));
  await c.sync();
  expect(asks(c)).toBe(1);
  c.service.clearRequests();
  c.hr(people(3).map((one) => ({ ...one, dept: "IT" })));
  await c.sync();
  expect(asks(c)).toBe(0);
  c.place.write("mapping.yaml", mappingText);
  c.hr(people(4));
  await c.sync();
  expect(asks(c)).toBe(0);
});

describe("subscriptions that cannot be read", () => {
  test.for([403, 404])("(%i) hold no one, and the run reports it", async (status) => {
    const c = await company({ mapping: withLicence("auto_license: true"), parts: { policy: { licences: "hold" } } });
    c.service.failNext({ method: "GET", path: "/subscriptions", status });
    c.hr(people(2));
    const night = await c.sync();
    expect(night).toMatchObject({ code: 0, counts: { creates: 2 } });
    expect(notes(c, night.run)).toMatchObject([{ code: "licences_unknown", rows: 2 }]);
    expect(night.stderr).toContain("the subscriptions can't be read");
  });
});
