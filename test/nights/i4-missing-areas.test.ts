import { expect, test } from "vitest";
import { accounted, company, mappingText, people, type Company, type Employee, type Night } from "../helpers/company.ts";

const cityMapping = `${mappingText.replace("Department}", "Department}")}    - { name: city, groups: ["HR/Cities/{City}"] }\n`;
const header = "Employee ID,First,Last,Email,Department,Status,City";
const city = (n: number): string => (n <= 12 ? "Lisbon" : n <= 100 ? "Porto" : "Faro");

/** Writes an export with a city for each person: `null` leaves the person out. */
function write(
  c: Company,
  staff: readonly Employee[],
  cityOf: (n: number) => string | null,
  changed: (n: number) => Partial<Employee> = () => ({}),
): void {
  const rows = staff.flatMap((one) => {
    const n = Number(one.id);
    const place = cityOf(n);
    const { id, dept = "Sales", status = "Active", mail = `p${id}@acme.example` } = { ...one, ...changed(n) };
    return place === null ? [] : [`${id},First${id},Last${id},${mail},${dept},${status},${place}`];
  });
  c.place.write("hr.csv", `${[header, ...rows].join("\n")}\n`);
}

const staff = people(200);
async function running(policy: Record<string, unknown>): Promise<Company> {
  const c = await company({ mapping: cityMapping, parts: { policy } });
  for (const name of ["Lisbon", "Porto", "Faro", "Lisboa"]) c.service.addGroup(`HR/Cities/${name}`);
  write(c, staff, city);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 200 } });
  c.service.clearRequests();
  return c;
}

const active = (c: Company, n: number): unknown => c.accountsOf(String(n).padStart(4, "0"))[0]?.fields["active"];
const areas = (night: Night): unknown => (night as Night & { areas?: unknown }).areas;
const lisbon = { column: "City", value: "Lisbon", known: 12, missing: 12, blank: 0 };

test("blocks the people of a city that is missing, night after night, and continues with everyone else", async () => {
  const c = await running({ absent: "deactivate" });
  write(
    c,
    staff,
    (n) => (n <= 12 || n === 150 ? null : city(n)),
    (n) => (n === 20 ? { dept: "IT" } : {}),
  );
  const night = await c.sync();
  expect(night).toMatchObject({
    code: 1,
    status: "completed",
    counts: { absent: 13, absent_deactivated: 1, updates: 1, blocked: 12, held: 0 },
  });
  expect(areas(night)).toEqual([{ ...lisbon, blocked: 12 }]);
  expect(accounted(night.counts)).toBe(187);
  expect([active(c, 1), active(c, 150)]).toEqual([true, false]);
  expect(c.operations(night.run)).toContainEqual(
    expect.objectContaining({
      key: "0001",
      kind: "deactivate",
      status: "held",
      code: "area_missing",
      reason: "12 of 12 people whose City is Lisbon are missing from the file.",
    }),
  );
  const nextFor = async (n: number): Promise<string> =>
    (await c.run("explain", "job.yaml", String(n).padStart(4, "0"), "--json")).json<{ next: string }>().next;
  expect(await nextFor(1)).toBe(
    "The key is not in the file, and the person is blocked, so nothing is sent. 12 of 12 people whose City is Lisbon are missing from the file.",
  );
  expect(await nextFor(150)).toContain("A run with a full export deactivates the account.");
  write(
    c,
    staff,
    (n) => (n <= 12 || n === 150 ? null : city(n)),
    (n) => (n === 21 ? { dept: "IT" } : {}),
  );
  const next = await c.sync();
  expect(next).toMatchObject({ code: 1, counts: { absent_deactivated: 0, blocked: 12 } });
  expect(areas(next)).toEqual([{ ...lisbon, blocked: 12 }]);
  // Eight of them are back: the other four are no area any more.
  write(c, staff, (n) => (n <= 4 || n === 150 ? null : city(n)));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { absent_deactivated: 4, blocked: 0 } });
  expect([active(c, 4), active(c, 5)]).toEqual([false, true]);
}, 300_000);

test("a release applies what the export says about the area at once, and only for these people", async () => {
  const c = await running({ absent: "deactivate" });
  const gone = (n: number): string | null => (n <= 12 ? null : city(n));
  write(c, staff, gone);
  const night = await c.sync();
  expect(await c.run("runs", "show", night.run)).toMatchObject({
    stdout: expect.stringContaining(`rollcall runs release ${night.run} --area City=Lisbon --reason`) as string,
  });
  const nothing = await c.run("runs", "release", night.run, "--area", "City=Lisbon");
  expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining("needs a reason") as string });
  const wrong = await c.run("runs", "release", night.run, "--area", "City=Porto", "--reason", "closed");
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("It waits for: City=Lisbon.") as string });
  expect(active(c, 1)).toBe(true);
  const released = await c.night("runs release", [night.run, "--area", "City=Lisbon", "--reason", "the office is closed"]);
  expect(released).toMatchObject({ code: 0, status: "completed", counts: { absent_deactivated: 12, blocked: 0 } });
  expect(active(c, 1)).toBe(false);
  expect((await c.run("explain", "job.yaml", "0001")).stdout).not.toContain("is blocked");
  const again = await c.run("runs", "release", night.run, "--area", "City=Lisbon", "--reason", "closed");
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("does not wait for the area") as string });
  expect((await c.run("audit", "list", "--json")).stdout).toContain('"area_released"');
  // They come back, and are missing once more: that is another question.
  write(c, staff, city);
  expect(await c.sync()).toMatchObject({ counts: { reactivations: 12 } });
  write(c, staff, gone, (n) => (n === 30 ? { dept: "IT" } : {}));
  expect(await c.sync()).toMatchObject({ code: 1, counts: { absent_deactivated: 0, blocked: 12, updates: 1 } });
}, 300_000);

test("blank cells block too, `check`, `plan` and `sync` agree on them, and rows that say inactive are applied", async () => {
  const c = await running({ absent: "deactivate" });
  write(
    c,
    staff,
    (n) => (n <= 3 ? null : n <= 12 ? "" : city(n)),
    (n) => (n === 12 || n === 60 ? { status: "Left" } : n === 4 ? { dept: "IT" } : {}),
  );
  const check = (await c.run("check", "job.yaml", "--json")).json<{
    counts: Record<string, number>;
    notes: { code: string; message: string }[];
  }>();
  const sentence = "Of 12 people whose City is Lisbon, 3 are missing from the file, and 9 have no City now.";
  expect(check.notes).toContainEqual(expect.objectContaining({ code: "area_missing", message: sentence }));
  const plan = await c.night("plan", ["job.yaml"]);
  const night = await c.sync();
  for (const { counts } of [check, plan, night]) {
    expect(counts).toMatchObject({ held: 8, deactivations: 2, updates: 0 });
    expect(accounted(counts)).toBe(197);
  }
  expect(areas(night)).toEqual([{ ...lisbon, missing: 3, blank: 9, blocked: 11 }]);
  expect(c.userCalls("PUT")).toHaveLength(2);
  const explained = (await c.run("explain", "job.yaml", "0005", "--json")).json<{ next: string; outcome: { action: string } }>();
  expect(explained.outcome.action).toBe("held");
  expect(explained.next).toBe(`The person is blocked, so nothing is sent. ${sentence}`);
  expect((await c.run("explain", "job.yaml", "0012", "--json")).stdout).not.toContain("are missing from the file");
  // The row is unchanged, and still blocked.
  const next = await c.sync();
  expect(next).toMatchObject({ code: 1, counts: { held: 8, blocked: 11 } });
  write(
    c,
    staff,
    (n) => (n <= 3 ? null : city(n)),
    (n) => (n === 12 || n === 60 ? { status: "Left" } : {}),
  );
  expect(await c.sync()).toMatchObject({ code: 0, counts: { held: 0, absent_deactivated: 3 } });
}, 300_000);

test("a renamed value, fewer than half, and a closed area whose rows say so block nobody", async () => {
  const c = await running({ absent: "deactivate" });
  write(c, staff, (n) => (n <= 12 ? "Lisboa" : city(n)));
  const renamed = await c.sync();
  expect(renamed).toMatchObject({ code: 0, counts: { blocked: 0, removals_pending: 12, updates: 12 } });
  expect(areas(renamed)).toBeUndefined();
  write(c, staff, (n) => (n <= 5 ? null : n <= 12 ? "Lisboa" : city(n)));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { absent_deactivated: 5, blocked: 0 } });
  write(
    c,
    staff,
    (n) => (n <= 5 ? null : n <= 12 ? "" : city(n)),
    (n) => (n <= 12 ? { status: "Left" } : {}),
  );
  const closed = await c.sync();
  expect(closed).toMatchObject({ code: 0, counts: { deactivations: 7, blocked: 0 } });
  expect(areas(closed)).toEqual([{ ...lisbon, value: "Lisboa", known: 7, missing: 0, blank: 7, blocked: 0 }]);
}, 300_000);

test("`absent: report` shows the same sentence, in the report, the mail data and the run, and a release of a planned run counts for it", async () => {
  const c = await running({ absent: "report" });
  write(c, staff, (n) => (n <= 12 ? null : city(n)));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 0, counts: { absent: 12, blocked: 0 } });
  expect(areas(night)).toEqual([{ ...lisbon, blocked: 0 }]);
  expect(c.place.read(`.rollcall/reports/${night.run}.html`)).toContain("12 of 12 people whose City is Lisbon are missing from the file.");
  c.job({ policy: { absent: "deactivate" } });
  const plan = await c.night("plan", ["job.yaml"]);
  expect(plan).toMatchObject({ counts: { absent_deactivated: 0 } });
  expect(await c.run("runs", "release", plan.run, "--area", "City=Lisbon", "--reason", "closed")).toMatchObject({ code: 0 });
  c.job({ policy: { absent: "deactivate", limits: { deactivations: 100 } } });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { absent_deactivated: 12 } });
}, 300_000);

test("people of several missing areas are asked about once, and a partial file asks nothing", async () => {
  const c = await running({ absent: "deactivate" });
  const dept = (n: number): Partial<Employee> => (n <= 12 ? { dept: "Legal" } : {});
  write(c, staff, city, dept);
  await c.sync();
  write(c, staff.slice(20, 22), () => "");
  expect(areas(await c.sync("--file", "hr.csv"))).toBeUndefined();
  write(c, staff, (n) => (n <= 12 ? null : city(n)), dept);
  const night = await c.sync();
  expect(night).toMatchObject({ code: 1, counts: { blocked: 12 } });
  expect((areas(night) as unknown[]).length).toBe(1);
}, 300_000);

test("people of a missing area stay blocked when the larger one that blocked them is back", async () => {
  const c = await company({ mapping: cityMapping, parts: { policy: { absent: "deactivate" } } });
  for (const name of ["Lisbon", "Porto"]) c.service.addGroup(`HR/Cities/${name}`);
  const home = (n: number): string => (n <= 6 ? "Lisbon" : "Porto");
  const dept = (n: number): Partial<Employee> => ({ dept: n <= 16 ? "IT" : "Sales" });
  write(c, staff, home, dept);
  await c.sync();
  write(c, staff, (n) => (n <= 16 ? null : home(n)), dept);
  const first = await c.sync();
  expect(first).toMatchObject({ status: "completed" });
  expect(areas(first)).toEqual([{ column: "Department", value: "IT", known: 16, missing: 16, blank: 0, blocked: 16 }]);
  write(c, staff, (n) => (n <= 6 ? null : home(n)), dept);
  const second = await c.sync();
  expect(second).toMatchObject({ counts: { absent_deactivated: 0, blocked: 6 } });
  expect(areas(second)).toEqual([{ ...lisbon, known: 6, missing: 6, blocked: 6 }]);
  expect(active(c, 1)).toBe(true);
}, 120_000);
