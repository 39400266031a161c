import { expect, test } from "vitest";
import { company, oneByOne, type Company } from "../helpers/company.ts";

const limits = { updates: "100%", creates: "100%", shrink: "100%", deactivations: "100%" };

/** Runs a sync in a later second: the ids of runs are in the order of their seconds. */
function nextSync(c: Company): ReturnType<Company["sync"]> {
  c.clock.step(1000);
  return c.sync();
}

test("I10: a run on hold with an older file cannot be approved once a newer one is on hold, and the newer one can", async () => {
  const c = await company({ parts: { policy: { limits } } });
  c.hr([{ id: "0001", first: "Ana" }, { id: "0002" }]);
  expect((await c.sync()).counts).toMatchObject({ creates: 2, done: 2 });
  c.job({ policy: { limits: { ...limits, updates: 0 } } });
  c.hr([{ id: "0001", first: "Monday" }, { id: "0002" }]);
  const monday = await c.sync();
  c.hr([{ id: "0001", first: "Tuesday" }, { id: "0002" }]);
  const tuesday = await c.sync();
  expect([monday.code, tuesday.code]).toEqual([3, 3]);
  const older = await c.run("runs", "approve", monday.run, "--reason", "Looked at it");
  expect(older.code).toBe(2);
  expect(older.stderr).toContain(`Run ${tuesday.run}`);
  expect((await c.night("runs approve", [tuesday.run, "--reason", "looked at it"])).status).toBe("completed");
  expect(c.accountsOf("0001")[0]?.fields["first_name"]).toBe("Tuesday");
});

test("I4: the same cells under swapped column names count as changes and are sent", async () => {
  const c = await company();
  const rows = ["0001,Ana,Ruiz,p0001@acme.example,Sales,Active", "0002,Bo,Lee,p0002@acme.example,Sales,Active"];
  c.place.write("hr.csv", ["Employee ID,First,Last,Email,Department,Status", ...rows].join("\n") + "\n");
  expect((await c.sync()).counts).toMatchObject({ creates: 2 });
  c.place.write("hr.csv", ["Employee ID,Last,First,Email,Department,Status", ...rows].join("\n") + "\n");
  expect((await c.sync()).counts).toMatchObject({ updates: 2, unchanged: 0 });
  expect(c.service.users().map((user) => user.fields["first_name"])).toEqual(["Ruiz", "Lee"]);
});

test("I4: a membership that someone removed by hand is added again by the next run", async () => {
  const c = await company();
  c.hr([
    { id: "0001", dept: "Sales" },
    { id: "0002", dept: "IT" },
  ]);
  await c.sync();
  const [ana] = c.service.users();
  c.service.removeMember("HR/Departments/Sales", ana?.user_id ?? "");
  expect((await c.sync()).counts).toMatchObject({ updates: 1, done: 1, unchanged: 1 });
  expect(c.service.users()[0]?.groups).toContain("HR/Departments/Sales");
  expect((await c.sync()).counts).toMatchObject({ updates: 0, unchanged: 2 });
});

test("I4: a change that HR undoes is sent, even if nobody knows that the change was applied", async () => {
  const c = await company({ parts: { service: oneByOne } });
  c.hr([{ id: "0001", first: "Ana" }, { id: "0002" }]);
  await nextSync(c);
  c.service.failNext({ method: "PUT", path: "/users", status: 500, when: "after", times: 3 });
  c.hr([{ id: "0001", first: "Monday" }, { id: "0002" }]);
  expect((await nextSync(c)).counts).toMatchObject({ updates: 1, done: 0 });
  c.hr([{ id: "0001", first: "Ana" }, { id: "0002" }]);
  expect((await nextSync(c)).counts).toMatchObject({ updates: 1, done: 1, unchanged: 1 });
  expect(c.accountsOf("0001")[0]?.fields["first_name"]).toBe("Ana");
  expect((await nextSync(c)).counts).toMatchObject({ updates: 0, unchanged: 2 });
});

const answersLost = { method: "PUT", path: "/users", status: 500, when: "after", times: 3 } as const;

test("I4: a change that HR undoes is sent, even if the only attempt to apply it got no answer", async () => {
  const c = await company({ parts: { service: { ...oneByOne, retry: { attempts: 1 } } } });
  c.hr([{ id: "0001", first: "Ana" }, { id: "0002" }]);
  await nextSync(c);
  c.service.failNext({ ...answersLost, times: 1 });
  c.hr([{ id: "0001", first: "Monday" }, { id: "0002" }]);
  expect((await nextSync(c)).counts).toMatchObject({ updates: 1, failed: 1 });
  c.hr([{ id: "0001", first: "Ana" }, { id: "0002" }]);
  await nextSync(c);
  expect(c.accountsOf("0001")[0]?.fields["first_name"]).toBe("Ana");
  expect((await nextSync(c)).counts).toMatchObject({ updates: 0, unchanged: 2 });
});

test("I4: a status is sent after a deactivation with an unknown outcome, and a night with a blank status", async () => {
  const c = await company({ parts: { service: oneByOne } });
  c.hr([{ id: "0001" }, { id: "0002" }]);
  await nextSync(c);
  c.service.failNext(answersLost);
  c.hr([{ id: "0001", status: "Left" }, { id: "0002" }]);
  expect((await nextSync(c)).counts).toMatchObject({ deactivations: 1, done: 0 });
  c.hr([{ id: "0001", status: "" }, { id: "0002" }]);
  expect((await nextSync(c)).counts).toMatchObject({ updates: 1, done: 1 });
  expect(c.accountsOf("0001")[0]?.["active"]).toBe(false);
  c.hr([{ id: "0001" }, { id: "0002" }]);
  await nextSync(c);
  expect(c.accountsOf("0001")[0]?.["active"]).toBe(true);
});

test("I4: a reactivation with an unknown outcome does not hide a person who is then missing", async () => {
  const c = await company({ parts: { service: oneByOne, policy: { limits, absent: "deactivate" } } });
  c.hr([{ id: "0001" }, { id: "0002" }]);
  await nextSync(c);
  c.hr([{ id: "0001", status: "Left" }, { id: "0002" }]);
  await nextSync(c);
  c.service.failNext(answersLost);
  c.hr([{ id: "0001" }, { id: "0002" }]);
  expect((await nextSync(c)).counts).toMatchObject({ reactivations: 1, done: 0 });
  c.hr([{ id: "0002" }]);
  await nextSync(c);
  expect(c.accountsOf("0001")[0]?.["active"]).toBe(false);
  expect((await nextSync(c)).counts).toMatchObject({ absent_deactivated: 0, deactivations: 0 });
});
