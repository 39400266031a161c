import { expect, test } from "vitest";
import type { FaultInput } from "../../src/sandbox/faults/faults.ts";
import { accounted, company, departments, mailOf, people, staff, type Employee } from "../helpers/company.ts";

/** Returns a generator of numbers in [0, 1), equal for equal seeds. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

for (const seed of [20261121]) {
  test(`I4: after runs with faults the service matches HR, except for pending removals (seed ${seed})`, async () => {
    const next = random(seed);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
    const c = await company({ parts: { policy: { absent: "deactivate" } } });
    const onUpdate: FaultInput[] = [
      { status: 500 },
      { status: 500, when: "after" },
      { status: 503, retryAfter: 0 },
      { status: 503, when: "after" },
      { reset: true },
      { reset: true, when: "after" },
      { status: 429, retryAfter: 0 },
      { status: 502, when: "after" },
      { status: 504 },
      { status: 408 },
      { body: "<html>ok</html>", when: "after" },
      { body: "null", when: "after" },
    ];
    const staffNow = new Map<string, Employee>();
    const given = new Map<string, Set<string>>();
    let born = 0;
    for (let night = 0; night < 3; night += 1) {
      for (const [id, employee] of staffNow) {
        const dice = next();
        if (dice < 0.2) employee.dept = pick(departments);
        else if (dice < 0.4) employee.last = `Name${Math.floor(next() * 1000)}`;
        else if (dice < 0.5) employee.status = employee.status === "Left" ? "Active" : "Left";
        else if (dice < 0.55) staffNow.delete(id);
      }
      for (let i = 0; i < 12; i += 1) staffNow.set(`${(born += 1)}`, { id: `${born}`, dept: pick(departments) });
      c.hr([...staffNow.values()]);
      for (let i = 0; i < 12; i += 1) c.service.failNext({ method: "PUT", path: "/users/", ...pick(onUpdate) });
      for (let i = 0; i < 3; i += 1) c.service.failNext({ method: "POST", path: "/users$", status: 429, retryAfter: 0 });
      c.service.failNext({ method: "GET", path: "/groups", ...pick([{ status: 503 }, { status: 500 }, { reset: true }]) });
      const run = await c.sync();
      expect(run.status).toBe("completed");
      expect(accounted(run.counts)).toBe(staffNow.size);
      for (const { id, dept = "", status } of staffNow.values()) {
        if (status !== "Left") given.set(id, (given.get(id) ?? new Set()).add(`HR/Departments/${dept}`));
      }
    }
    c.service.clearFaults();
    await c.sync();
    const before = c.userCalls().length;
    const last = await c.sync();
    expect(last).toMatchObject({ code: 0, counts: { unchanged: staffNow.size, done: 0, failed: 0, held: 0 } });
    expect(c.userCalls()).toHaveLength(before);

    const users = new Map(c.service.users().map((user) => [user.username, user]));
    expect(users.size).toBe(c.service.users().length);
    let held = 0;
    for (const employee of staffNow.values()) {
      const user = users.get(mailOf(employee));
      if (employee.status === "Left") {
        if (user !== undefined) expect(user.active, `for ${employee.id}`).toBe(false);
        continue;
      }
      expect(user, `for ${employee.id}`).toMatchObject({
        active: true,
        fields: { first_name: `First${employee.id}`, last_name: employee.last ?? `Last${employee.id}`, department: employee.dept },
      });
      const groups = user?.groups ?? [];
      expect(groups).toContain(staff);
      expect(groups).toContain(`HR/Departments/${employee.dept}`);
      // Only memberships that HR gave at some time, and each one it no longer gives is a pending removal.
      for (const group of groups) if (group !== staff) expect([...(given.get(employee.id) ?? [])]).toContain(group);
      held += groups.length - 2;
    }
    expect(last.counts["removals_pending"]).toBeGreaterThanOrEqual(held);
    for (const [username, user] of users) {
      if (![...staffNow.values()].some((employee) => mailOf(employee) === username)) expect(user.active, `for ${username}`).toBe(false);
    }
    expect(c.userCalls().filter(({ body }) => "confirm_group_removal" in body)).toEqual([]);
  }, 120_000);
}

test("I4: a person for whom the service always asks to wait does not block the run, and the next run tries again", async () => {
  const retry = { attempts: 3, delay: "20ms", max_delay: "50ms", give_up: "800ms" };
  const c = await company({ parts: { service: { retry } } });
  c.hr(people(6));
  await c.sync();
  const [poor] = c.accountsOf("0003");
  c.service.failNext({ method: "PUT", path: `/users/${poor?.user_id}`, status: 503, retryAfter: 0, times: -1 });
  c.hr(people(6).map((person) => ({ ...person, dept: "IT" })));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 1, status: "completed", counts: { updates: 6, done: 5, failed: 1 } });
  expect(c.operations(night.run).find(({ status }) => status === "failed")).toMatchObject({ key: "0003", code: "unavailable" });
  c.service.clearFaults();
  expect((await c.sync()).counts).toMatchObject({ updates: 1, unchanged: 5, done: 1, failed: 0 });
  expect(c.service.users().every(({ fields }) => fields["department"] === "IT")).toBe(true);
}, 120_000);

test("I4: an account gets everything again after a refusal that does not say what it refuses", async () => {
  const c = await company();
  c.hr(people(3));
  await c.sync();
  c.hr([...people(2), { id: "0003", status: "Left" }]);
  // The service deactivates the account, and refuses the request as well.
  const body = JSON.stringify({ code: "group_removal_requires_confirmation" });
  c.service.failNext({ method: "PUT", path: "/users", status: 412, when: "after", body });
  expect((await c.sync()).counts).toMatchObject({ held: 1 });
  expect(c.accountsOf("0003")[0]?.["active"]).toBe(false);
  // The person returns, and the row is what it was.
  c.hr(people(3));
  await c.sync();
  expect(c.accountsOf("0003")[0]?.["active"]).toBe(true);
});
