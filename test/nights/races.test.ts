/** Rules that are read first and counted later, and many requests at once that try to come between. */
import { expect, test } from "vitest";
import { actorOfToken, createToken } from "../../src/actions/access/tokens.ts";
import { disableUser } from "../../src/actions/access/accounts.ts";
import { undo } from "../../src/review/change-decision.ts";
import type { Decider } from "../../src/review/decisions.ts";
import { revokeToken } from "../../src/store/console/api-tokens.ts";
import { insertUser, setUser } from "../../src/store/console/users.ts";
import { listApprovals } from "../../src/store/review/decisions.ts";
import { approveRun } from "../../src/pipeline/pipeline.ts";
import { listAudit } from "../../src/store/audit/audit.ts";
import { findRun } from "../../src/store/runs/runs.ts";
import { listRemovals, type Removal } from "../../src/store/review/removals.ts";
import { ana, ben, ids, inDepartment, inside, type Inside } from "../review/inside.ts";

const sales = "HR/Departments/Sales";

/** A cause with so many removals, found by nobody's run. */
async function causeOf(n: number, policy: string): Promise<{ here: Inside; removals: Removal[] }> {
  const here = await inside(policy);
  await here.night(inDepartment("Sales", ...ids(n)));
  await here.night(inDepartment("Marketing", ...ids(n)));
  const removals = (await listRemovals(here.state.db, { status: ["pending"] })).filter(({ group_path: path }) => path === sales);
  return { here, removals };
}

const portionsOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

test("I1: one reviewer who keeps a cause, and then undoes and approves it in portions at once, never passes the limit", async () => {
  const { here, removals } = await causeOf(
    60,
    "group_removals: review\napproval: { two_above: 20, four_eyes: true }\nlimits: { removals: 100%, updates: 100% }",
  );
  expect(removals).toHaveLength(60);
  expect((await here.decide(removals, "rejected")).decided).toHaveLength(60);
  const attempt = async (part: readonly Removal[]): Promise<number> => {
    await undo(
      here.state,
      part.map(({ id }) => id),
      ana,
      "not yet",
      new Date(),
    );
    return (await here.decide(part, "approved")).decided.length;
  };
  const [first = [], ...others] = portionsOf(removals, 3);
  const alone = await attempt(first);
  const together = await Promise.all(others.map(attempt));
  expect([alone, ...together].filter((n) => n > 0)).toEqual([]);
  expect(await listRemovals(here.state.db, { status: ["approved", "applied"] })).toEqual([]);
  // A second person still can.
  expect((await here.decide(removals, "approved", ben)).decided).toHaveLength(60);
}, 240_000);

test("I1: twenty requests of two reviewers at once count no approval of one person twice", async () => {
  const { here, removals } = await causeOf(
    30,
    "group_removals: review\napproval: { two_above: 5, four_eyes: true }\nlimits: { removals: 100%, updates: 100% }",
  );
  const requests = Array.from({ length: 20 }, (_, i) => async () => {
    const part = removals.slice(i, i + 10);
    if (i % 4 === 3)
      await undo(
        here.state,
        part.map(({ id }) => id),
        ana,
        "not yet",
        new Date(),
      );
    return here.decide(part, "approved", i % 2 === 0 ? ana : ben);
  });
  await Promise.all(requests.map((request) => request()));
  const approved = await listRemovals(here.state.db, { status: ["approved"] });
  const approvals = await listApprovals(
    here.state.db,
    approved.map(({ id }) => id),
  );
  expect(approved.length).toBeGreaterThan(0);
  for (const { id, decided_by: by } of approved) {
    const first = approvals.filter(({ removal }) => removal === id).map((one) => one.by);
    expect([id, first.some((name) => name !== by)]).toEqual([id, true]);
  }
}, 240_000);

test("I1: of twenty requests at once for the last two groups of a person, only one is decided", async () => {
  const here = await inside("group_removals: review\nleavers: { groups: review }");
  const person = { id: "p1", department: "Sales", site: "Home", teams: "" };
  await here.night([person, { id: "stays", department: "Legal" }]);
  await here.night([
    { ...person, status: "Left" },
    { id: "stays", department: "Legal" },
  ]);
  const pending = await listRemovals(here.state.db, { key: "p1", status: ["pending"] });
  expect(pending).toHaveLength(2);
  await Promise.all(Array.from({ length: 20 }, (_, i) => here.decide(pending.slice(i % 2, (i % 2) + 1), "approved")));
  expect(await listRemovals(here.state.db, { key: "p1", status: ["pending"] })).toHaveLength(1);
}, 120_000);

/** A token of a reviewer, as a program uses it. */
async function tokenOf(here: Inside, name: string): Promise<{ by: Decider; id: string }> {
  const { state } = here;
  const now = new Date();
  const made = await createToken(
    state,
    { name, role: "reviewer", expiresAt: new Date(now.getTime() + 1e7), by: "olga", via: "session" },
    now,
  );
  const by = await actorOfToken({ state, now: () => new Date() }, made.token);
  if (by === null) throw new Error("the token does not count");
  return { by, id: made.id };
}

for (const what of ["token", "user", "role"])
  test(`nobody decides whose ${what} ended while twenty requests were answered`, async () => {
    const { here, removals } = await causeOf(20, "group_removals: review\nlimits: { removals: 100%, updates: 100% }");
    const { state } = here;
    const user = {
      display: "Rita",
      email: "",
      source: "local",
      subject: null,
      password_hash: "x",
      created_at: new Date(),
      disabled_at: null,
      was_admin: false,
    };
    await insertUser(state.db, { ...user, name: "rita", role: "reviewer" });
    const { by, id } = await tokenOf(here, "rita");
    const decided = async (): Promise<number> => (await listRemovals(state.db, { status: ["approved"] })).length;
    const requests = removals.map((removal) => here.decide([removal], "approved", by));
    while ((await decided()) < 3) await new Promise((resolve) => setTimeout(resolve, 1));
    if (what === "token") await revokeToken(state.db, id, new Date());
    else if (what === "user") await disableUser({ state, by: "olga", now: new Date() }, "rita");
    else await setUser(state.db, "rita", { role: "viewer" });
    const then = await decided();
    const refused = (await Promise.all(requests)).flatMap((result) => result.refused);
    expect(await decided()).toBe(then);
    expect(refused).toHaveLength(20 - then);
    expect(refused[0]?.why).toContain("Your session, token or role ended");
  }, 240_000);

test("I3: of twenty who release one run on hold at once, one does, and the run ends as it would have alone", async () => {
  const here = await inside("group_removals: review\nlimits: { updates: 1 }");
  await here.night(inDepartment("Sales", ...ids(6)));
  const run = await here.night(inDepartment("Marketing", ...ids(6)));
  expect(run.status).toBe("held");
  const approval = { by: "olga", via: "session", reason: "a reorganization", people: { names: ["olga"], any_admin: false } };
  const released = await Promise.allSettled(
    Array.from({ length: 20 }, () => here.with(({ session, connect }) => approveRun(session, connect, run.id, approval))),
  );
  expect(released.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await findRun(here.state.db, run.id))?.status).toBe("completed");
  expect((await listAudit(here.state.db)).filter(({ action }) => action === "run_approved")).toHaveLength(1);
  for (const key of ids(6)) expect(here.acme.groupsOf(key)).toContain("HR/Departments/Marketing");
}, 240_000);
