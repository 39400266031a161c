import { expect, test } from "vitest";
import { company, oneByOne, people, type Employee } from "../helpers/company.ts";
import { jobWith, nextNight, pilotOf } from "./pilot-jobs.ts";

test("I5: a person for whom the pilot cannot be decided gets nothing, and is reported", async () => {
  const c = await company();
  c.hr([{ id: "0001", dept: "IT" }, { id: "0002", dept: "" }, { id: "0003" }]);
  await c.sync();
  c.service.clearRequests();
  jobWith(c, { when: 'Department == "IT"' });
  const night = await nextNight(c, [
    { id: "0001", dept: "IT", last: "New" },
    { id: "0002", dept: "", last: "New" },
    { id: "0003", last: "New" },
  ]);
  expect(night.counts).toMatchObject({ updates: 1, not_in_pilot: 2 });
  expect(c.userCalls("PUT")).toHaveLength(1);
  const { notes } = JSON.parse(c.place.read(`.rollcall/reports/${night.run}.json`)) as { notes: { code: string; rows: number }[] };
  expect(notes.filter(({ code }) => code === "undecided_pilot")).toMatchObject([{ rows: 1 }]);
});

test.for([
  ["NFC", "NFD"],
  ["NFD", "NFC"],
])("a key that is listed in %s means the row whose key is in %s", async ([listed = "", written = ""]) => {
  const c = await company();
  c.place.write("keys.txt", "José-1\nnobody\n".normalize(listed));
  jobWith(c, { keys: "keys.txt" });
  c.hr([{ id: "José-1".normalize(written), mail: "jose@acme.example" }, { id: "0002" }]);
  const night = await c.sync();
  expect(night.counts).toMatchObject({ creates: 1, not_in_pilot: 1 });
  const { notes } = JSON.parse(c.place.read(`.rollcall/reports/${night.run}.json`)) as { notes: { code: string; message: string }[] };
  expect(notes.find(({ code }) => code === "pilot_keys_missing")?.message).toContain("in no row of the file: 1.");
});

test("I5: a key that may mean two people of the file is in the pilot only as it is listed", async () => {
  const [one, two] = ["José-1".normalize("NFC"), "José-1".normalize("NFD")];
  const c = await company();
  c.hr([{ id: one, mail: "one@acme.example" }, { id: two, mail: "two@acme.example" }, { id: "0002" }]);
  const names = (): unknown[] => c.service.users().map(({ username }) => username);
  jobWith(c, { keys: [two] });
  expect((await c.run("explain", "job.yaml", one)).stdout).toContain("is not in the pilot");
  expect((await c.run("explain", "job.yaml", two)).stdout).not.toContain("is not in the pilot");
  const night = await c.sync();
  expect(night.counts).toMatchObject({ creates: 1, not_in_pilot: 2 });
  expect(names()).toEqual(["two@acme.example"]);
  const { notes } = JSON.parse(c.place.read(`.rollcall/reports/${night.run}.json`)) as { notes: { code: string; message: string }[] };
  expect(notes).toMatchObject([{ code: "undecided_pilot", rows: 1, examples: [2] }]);
  jobWith(c, { keys: [one, two] });
  expect(
    (
      await nextNight(c, [
        { id: one, mail: "one@acme.example" },
        { id: two, mail: "two@acme.example" },
      ])
    ).counts,
  ).toMatchObject({
    creates: 1,
    unchanged: 1,
    not_in_pilot: 0,
  });
});

test("I5: a key that means two people of the file and is listed as neither is in no pilot", async () => {
  const c = await company();
  // The signs for Kelvin and Angstrom are composed to K and Å.
  c.hr([{ id: "\u212bK", mail: "one@acme.example" }, { id: "\u00c5\u212a", mail: "two@acme.example" }, { id: "0003" }]);
  jobWith(c, { keys: ["A\u030aK", "0003"] });
  expect((await c.sync()).counts).toMatchObject({ creates: 1, not_in_pilot: 2 });
  expect(c.service.users().map(({ username }) => username)).toEqual(["p0003@acme.example"]);
});

test("I5: closes the account of a missing person only if the pilot lists the key as it is written", async () => {
  const policy = { policy: { absent: "deactivate" } };
  const [one, two] = ["José-1".normalize("NFC"), "José-1".normalize("NFD")];
  const staffNow = [{ id: one, mail: "one@acme.example" }, { id: "0002" }];
  const c = await company({ parts: policy });
  c.hr([...staffNow, { id: two, mail: "two@acme.example" }]);
  await c.sync();
  jobWith(c, { keys: [one] }, policy);
  expect((await nextNight(c, staffNow)).counts).toMatchObject({ absent: 0, absent_deactivated: 0, unchanged: 1, not_in_pilot: 1 });
  jobWith(c, { keys: [one, two] }, policy);
  expect((await nextNight(c, staffNow)).counts).toMatchObject({ absent: 1, absent_deactivated: 1, unchanged: 1 });
});

test("I5: rejects rows of shared usernames across the border of the pilot", async () => {
  const c = await company();
  jobWith(c, { keys: ["0001", "0003"] });
  c.hr([{ id: "0001", mail: "same@acme.example" }, { id: "0002", mail: "same@acme.example" }, { id: "0003" }]);
  expect((await c.sync()).counts).toMatchObject({ creates: 1, rejected: 2, not_in_pilot: 0 });
  expect(c.service.users().map(({ username }) => username)).toEqual(["p0003@acme.example"]);
});

test("percentages of limits count the people of the pilot, and an approval keeps its border", async () => {
  const c = await company();
  c.hr(people(40));
  await c.sync();
  const limits = { creates: 100, updates: 10, deactivations: 100, removals: 100, shrink: 100 };
  const renamed = people(40).map((one) => ({ ...one, mail: `new${one.id}@acme.example` }));
  c.job({ policy: { limits } });
  c.service.clearRequests();
  const night = await nextNight(c, renamed, "--only", 'row["Employee ID"] in ["0001", "0002"]');
  expect(night).toMatchObject({ code: 3, status: "held", held: [{ limit: "updates", found: 2, allowed: 0 }] });
  expect(night.counts).toMatchObject({ updates: 2, not_in_pilot: 38 });
  expect(JSON.stringify(night)).not.toContain("2 of 40");
  const released = await c.night("runs approve", [night.run, "--reason", "looked at it"]);
  expect(released).toMatchObject({ status: "completed", counts: { updates: 2, done: 2, not_in_pilot: 38 } });
  expect(c.userCalls("PUT")).toHaveLength(2);
  expect(pilotOf(released)).toMatchObject({ from: "--only", people: 2 });
});

test("refuses to continue a run whose pilot has changed since it read its file", async () => {
  const c = await company();
  const limits = { creates: 0, updates: 100, deactivations: 100, removals: 100, shrink: 100 };
  jobWith(c, { keys: ["0001"] }, { policy: { limits } });
  c.hr(people(3));
  const night = await c.sync();
  expect(night).toMatchObject({ status: "held", counts: { creates: 1, not_in_pilot: 2 } });
  for (const pilot of [null, { keys: ["0001", "0002"] }]) {
    jobWith(c, pilot, { policy: { limits } });
    const refused = await c.run("runs", "approve", night.run, "--reason", "looked at it");
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`since run ${night.run} began`)]);
  }
  expect(c.userCalls()).toEqual([]);
  // A run for everyone that waits on hold is not released once the job is a pilot.
  jobWith(c, null, { policy: { limits } });
  const everyone = await nextNight(c, people(3));
  expect(everyone.status).toBe("held");
  jobWith(c, { keys: ["0001"] }, { policy: { limits } });
  expect((await c.run("runs", "approve", everyone.run, "--reason", "looked at it")).code).toBe(2);
  expect(c.userCalls()).toEqual([]);
});

test("a pilot that a command starts leaves the unsent changes of other people's runs alone", async () => {
  const c = await company({ parts: { service: oneByOne } });
  c.hr(people(3));
  await c.sync();
  const changed = (last: string): Employee[] => people(3).map((one) => ({ ...one, last }));
  c.service.failNext({ method: "PUT", path: "/users/", status: 401, times: 1000 });
  const stopped = await nextNight(c, changed("Monday"));
  expect(stopped.status).toBe("interrupted");
  c.service.clearFaults();
  c.service.clearRequests();
  expect((await nextNight(c, changed("Tuesday"), "--only", 'row["Employee ID"] == "0002"')).counts).toMatchObject({ updates: 1, done: 1 });
  expect(c.userCalls("PUT")).toHaveLength(1);
  expect(c.accountsOf("0002")[0]?.fields["last_name"]).toBe("Tuesday");
  // The other two still wait; only that of 0002 is replaced.
  const left = await c.look(({ db }) => db.selectFrom("operation").select(["key", "status"]).where("run", "=", stopped.run).execute());
  expect(left.filter(({ status }) => status === "dropped").map(({ key }) => key)).toEqual(["0002"]);
  expect((await nextNight(c, changed("Tuesday"))).counts).toMatchObject({ updates: 2, unchanged: 1 });
});

test("two jobs: a pilot of one neither closes accounts of the other nor changes what the other does", async () => {
  const c = await company({ parts: { policy: { absent: "deactivate" } } });
  const other = (): Promise<{ counts: Record<string, number> }> => {
    c.clock.step(60_000);
    return c.night("sync", ["other.yaml"]);
  };
  c.place.write(
    "other.yaml",
    JSON.stringify({
      ...(JSON.parse(c.place.read("job.yaml")) as object),
      name: "other",
      source: { file: "other.csv", settle: "0s" },
      mapping: "other-mapping.yaml",
    }),
  );
  const mapping = c.place.read("mapping.yaml");
  c.place.write("other-mapping.yaml", `${mapping.slice(0, mapping.indexOf("groups:"))}groups: { authority: [] }\n`);
  c.hr(people(4));
  c.hr(people(2, 5), "other.csv");
  await c.sync();
  expect((await other()).counts).toMatchObject({ creates: 2 });
  jobWith(c, { keys: ["0001", "0005"] }, { policy: { absent: "deactivate" } });
  expect((await nextNight(c, people(4))).counts).toMatchObject({ absent: 0, not_in_pilot: 3 });
  c.hr(people(1, 5), "other.csv");
  expect((await other()).counts).toMatchObject({ absent: 1, absent_deactivated: 1 });
  // 0002 is in the other file now and no longer in this one.
  c.hr([{ id: "0002" }, { id: "0005" }], "other.csv");
  expect((await other()).counts).toMatchObject({ creates: 0, absent: 0 });
  expect((await nextNight(c, [{ id: "0001" }, { id: "0003" }, { id: "0004" }])).counts).toMatchObject({ absent: 0, not_in_pilot: 2 });
  expect(c.accountsOf("0002")).toMatchObject([{ active: true }]);
});

test("a pilot that was interrupted while it sent changes keeps its border when it is resumed", async () => {
  const c = await company();
  c.hr(people(6));
  await c.sync();
  c.service.clearRequests();
  c.service.failNext({ method: "PUT", path: "/users/", status: 401, times: 1000 });
  c.place.write("keys.txt", "0002\n0004\n");
  const changed = people(6).map((one) => ({ ...one, last: "New" }));
  const stopped = await nextNight(c, changed, "--keys", "keys.txt");
  expect(stopped.status).toBe("interrupted");
  c.service.clearFaults();
  c.service.clearRequests();
  // The file of keys no longer matters.
  c.place.write(
    "keys.txt",
    people(6)
      .map(({ id }) => id)
      .join("\n"),
  );
  const resumed = await c.night("runs resume", [stopped.run]);
  expect(resumed).toMatchObject({ status: "completed", counts: { updates: 2, done: 2, not_in_pilot: 4 } });
  expect(c.userCalls("PUT")).toHaveLength(2);
  expect((await nextNight(c, changed)).counts).toMatchObject({ updates: 4, unchanged: 2 });
});

test("limits treat the first run for everyone as the first run of the job, also after pilots", async () => {
  const c = await company({ parts: { policy: { limits: {} } } });
  jobWith(c, { keys: ["0001"] }, { policy: { limits: {} } });
  c.hr(people(31));
  expect(await c.sync()).toMatchObject({ status: "completed", counts: { creates: 1, not_in_pilot: 30 } });
  jobWith(c, null, { policy: { limits: {} } });
  expect(await nextNight(c, people(31))).toMatchObject({ status: "completed", counts: { creates: 30, done: 30, unchanged: 1 } });
});
