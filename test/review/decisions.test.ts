import { expect, onTestFinished, test } from "vitest";
import { undo, reassign, comment } from "../../src/review/change-decision.ts";
import { causeDigest } from "../../src/reporting/removals/evidence-digest.ts";
import { chooseRemovals, decide } from "../../src/review/decisions.ts";
import { circumstancesOf } from "../../src/reporting/removals/evidence.ts";
import { endException, listAllExceptions } from "../../src/review/exceptions.ts";
import { addApprovals, undoApproval, decideRemovals, type Decision } from "../../src/store/review/decisions.ts";
import { listRemovals } from "../../src/store/review/removals.ts";
import { verifiedTrail } from "../helpers/team-company.ts";
import { ana, ben, ids, inDepartment, inside } from "./inside.ts";
import { waitingPlace } from "./waiting-removals.ts";

const sales = "HR/Departments/Sales";
const marketing = "HR/Departments/Marketing";

test("I1: a decision counts only on the evidence that it was made on; of two who decide at once the second learns who, how and when", async () => {
  const here = await inside();
  const everybody = ids(4);
  await here.night(inDepartment("Sales", ...everybody));
  await here.night(inDepartment("Marketing", ...everybody));
  const seen = await here.removal("p1", sales);
  const cause = await listRemovals(here.state.db, { cause: seen.cause, status: ["pending"] });
  expect(cause).toHaveLength(4);
  const looked = causeDigest(cause);

  // Between the page and the decision HR moves the person again.
  await here.night([...inDepartment("Legal", "p1"), ...inDepartment("Marketing", "p2", "p3", "p4")]);
  const now = await here.removal("p1", sales);
  expect(now.id).not.toBe(seen.id);
  const wrong = await here.with(({ session }) =>
    decide(
      here.state,
      [{ removal: now, evidence: seen.evidence_digest }],
      { verdict: "approved", by: ana, reason: "x" },
      session.job.policy,
      new Date(),
    ),
  );
  expect(wrong).toMatchObject({ decided: [], refused: [{ id: now.id, why: { code: "removal.evidence_has_changed" } }] });
  expect((await here.decide([seen], "approved")).refused[0]?.why).toContain("already superseded");
  const whole = await chooseRemovals(here.state.db, { removals: [], causes: [{ id: seen.cause, evidence: looked }] });
  expect(whole).toMatchObject({
    chosen: [],
    refused: [{ id: seen.cause, why: { code: "cause.has_changed" } }],
  });
  const [p2, p3] = [await here.removal("p2", sales), await here.removal("p3", sales)];
  const short = await chooseRemovals(here.state.db, { removals: [{ id: p2.id, evidence: p2.evidence_digest.slice(0, 8) }], causes: [] });
  expect(short.chosen).toHaveLength(1);

  const both = await Promise.all([here.decide([p2], "rejected", ana), here.decide([p2], "approved", ben)]);
  expect(both.map(({ decided }) => decided.length).sort()).toEqual([0, 1]);
  const [late] = both.flatMap(({ refused }) => refused);
  expect(late?.why).toMatch(/^This removal is already (rejected|approved): (ana|ben) decided it on .* UTC, in the console/);
  expect((await here.again(p3)).status).toBe("pending");
  const trail = await verifiedTrail(here.state);
  expect(trail.at(-1)?.detail).toMatchObject({ via: "session" });
  expect(here.acme.confirmed()).toEqual([]);
}, 120_000);

test("I1: a decision is not stored when the evidence changes after it was checked", async () => {
  const place = await waitingPlace();
  onTestFinished(() => place.close());
  await place.add([{ id: "R-changed", evidence_digest: "b".repeat(64) }]);
  const decision: Decision = { status: "approved", by: "ana", how: "session", reason: "x", at: new Date(), dueAt: null, keepUntil: null };
  const checked = { id: "R-changed", evidence: "a".repeat(64) };
  expect(await decideRemovals(place.state.db, [{ ...checked, with: [] }], decision)).toEqual([]);
  expect(await place.status("R-changed")).toMatchObject({ status: "pending", by: null });
});

test("I1: a second approval is not stored if the first one was withdrawn after it was checked", async () => {
  const place = await waitingPlace();
  onTestFinished(() => place.close());
  const [evidence, db, at] = ["b".repeat(64), place.state.db, new Date()];
  await place.add([{ id: "R-two", evidence_digest: evidence }]);
  const second: Decision = { status: "approved", by: "ben", how: "session", reason: "x", at, dueAt: null, keepUntil: null };
  const first = { removal: "R-two", by: "ana", at, reason: "x", evidence, people: { names: ["ana"], any_admin: false } };
  const checked = { id: "R-two", evidence, with: ["ana"] };
  await addApprovals(db, [first]);
  expect(await undoApproval(db, "R-two")).toMatchObject({ status: "pending" });
  expect(await decideRemovals(db, [checked], second)).toEqual([]);
  expect(await place.status("R-two")).toMatchObject({ status: "pending", by: null });
  await addApprovals(db, [first]);
  expect(await decideRemovals(db, [checked], second)).toMatchObject([{ status: "approved", decided_by: "ben" }]);
});

test("I1: an approval can be undone while nothing was sent, and then nothing is sent; afterwards it cannot", async () => {
  const here = await inside("group_removals: review\napproval: { delay: 1h }");
  const { acme, state } = here;
  await here.night(inDepartment("Sales", "p1", "p2", "p3", "p4"));
  await here.night(inDepartment("Marketing", "p1", "p2", "p3", "p4"));
  const [p1, p2, p3, p4] = await Promise.all(["p1", "p2", "p3", "p4"].map((key) => here.removal(key, sales)));
  if (!p1 || !p2 || !p3 || !p4) throw new Error("four removals are needed");
  await here.decide([p1, p2, p3, p4], "approved");
  expect((await here.again(p1)).due_at?.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
  expect(await here.due()).toEqual([]);
  expect((await undo(state, [p1.id], ben, "wrong person", new Date())).done.map(({ status }) => status)).toEqual(["pending"]);
  expect((await undo(state, [p1.id], ben, "again", new Date())).refused[0]?.why.code).toBe("removal.is_undecided");

  // The hour passes. While the first of two requests is on its way, the approval is taken back.
  acme.job("group_removals: review");
  await state.db
    .updateTable("removal")
    .set({ due_at: new Date(), decided_at: new Date(Date.now() - 1) })
    .where("status", "=", "approved")
    .execute();
  acme.sandbox.failNext({ method: "PUT", path: `/users/${acme.userId("p2")}`, delayMs: 1500 });
  // What the database knew of an undo may be lost with the power; the trail is on the disk.
  await undo(state, [p3.id], ben, "wrong person", new Date());
  await state.db
    .updateTable("removal")
    .set({ status: "approved", decided_at: new Date(), decided_how: "session", decided_by: "ana" })
    .where("id", "=", p3.id)
    .execute();
  acme.sandbox.clearRequests();
  const carried = here.due();
  while (acme.puts("p2").length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const raced = await undo(state, [p2.id], ben, "stop", new Date());
  const left = await carried;
  expect(raced.done).toHaveLength(1);
  expect(left.find(({ id }) => id === p2.id)?.why).toBe("The approval was undone, so the removal is pending again.");
  for (const removal of [p1, p2, p3]) {
    expect([removal.key, (await here.again(removal)).status, acme.groupsOf(removal.key).includes(sales)]).toEqual([
      removal.key,
      "pending",
      true,
    ]);
    expect(acme.puts(removal.key).filter((put) => put.confirm_group_removal === true)).toEqual([]);
  }
  expect((await here.again(p4)).status).toBe("applied");
  expect((await undo(state, [p4.id], ben, "too late", new Date())).refused[0]?.why.code).toBe("removal.is_removed");
  expect((await verifiedTrail(state)).filter(({ action }) => action === "approval_undone")).toHaveLength(3);
}, 120_000);

test("I1: an approval whose confirmed request failed can be undone, and is then not sent again", async () => {
  const here = await inside();
  const { acme, state } = here;
  await here.night(inDepartment("Sales", "p1"));
  await here.night(inDepartment("Marketing", "p1"));
  const p1 = await here.removal("p1", sales);
  const path = `/users/${acme.userId("p1")}`;
  acme.sandbox.clearRequests();
  acme.sandbox.failNext({ method: "PUT", path });
  for (let i = 0; i < 6; i += 1) acme.sandbox.failNext({ method: "PUT", path, status: 500 });
  expect(await here.approve([p1])).toHaveLength(1);
  expect(await here.again(p1)).toMatchObject({ status: "approved", confirm_sent: true });
  acme.sandbox.clearFaults();
  expect((await undo(state, [p1.id], ben, "on second thoughts", new Date())).done).toHaveLength(1);
  acme.sandbox.clearRequests();
  await here.night(inDepartment("Marketing", "p1"));
  expect(await here.due()).toEqual([]);
  expect(acme.confirmed()).toEqual([]);
  expect(acme.groupsOf("p1")).toContain(sales);
  expect((await here.again(p1)).status).toBe("pending");
}, 120_000);

test("I1: an approval does not hold for a group that was renamed since", async () => {
  const here = await inside("group_removals: review\napproval: { delay: 1ms }");
  await here.night(inDepartment("Sales", "p1", "p2"));
  await here.night(inDepartment("Marketing", "p1", "p2"));
  const [p1, p2] = [await here.removal("p1", sales), await here.removal("p2", sales)];
  await here.decide([p1], "approved");
  await here.decide([p2], "rejected");
  await here.with(async ({ connect }) => {
    const { client } = await connect();
    await client.groups.update(here.acme.groupId(sales), { name: "Board of directors" });
  });
  await here.night(inDepartment("Marketing", "p1", "p2"));
  expect((await here.again(p1)).status).toBe("superseded");
  expect(here.acme.groupsOf("p1")).toContain("HR/Departments/Board of directors");
  expect((await here.removal("p1", "HR/Departments/Board of directors")).id).not.toBe(p1.id);
  expect(await here.again(p2)).toMatchObject({ status: "rejected", group_path: "HR/Departments/Board of directors" });
  expect(here.acme.confirmed()).toEqual([]);
}, 120_000);

test("a removal is kept until a date, reassigned and commented; then it is pending again, with all earlier comments", async () => {
  const here = await inside();
  const { state } = here;
  await here.night(inDepartment("Sales", "p1", "p2"));
  await here.night(inDepartment("Marketing", "p1", "p2"));
  const p1 = await here.removal("p1", sales);
  await expect(here.decide([p1], "rejected", ana, new Date(0))).rejects.toThrow("decision.date_is_past");
  await expect(reassign(state, [p1.id], ana, " ", "x", new Date())).rejects.toThrow("usage.assignee_is_missing");
  await reassign(state, [p1.id], ana, "ben", "Is she still with you?", new Date());
  await comment(state, [p1.id], ben, "Until the fair.", new Date());
  await here.decide([p1], "rejected", ben, new Date(Date.now() + 86_400_000));
  expect((await circumstancesOf(state.db, p1)).remarks).toMatchObject([
    { by: "ana", kind: "handed_over", to: "ben", text: "Is she still with you?" },
    { by: "ben", kind: "comment", text: "Until the fair." },
  ]);
  expect((await circumstancesOf(state.db, p1)).otherGroups).toEqual(["HR/All staff", marketing, "HR/Teams/Atlas"]);
  await here.night(inDepartment("Marketing", "p1", "p2"));
  expect((await here.again(p1)).status).toBe("rejected");
  expect(await listAllExceptions(state.db)).toMatchObject([
    { id: p1.id, by: "ben", reason: "as the test says", until: expect.any(String) },
  ]);

  await state.db
    .updateTable("removal")
    .set({ keep_until: new Date(Date.now() - 1000) })
    .where("id", "=", p1.id)
    .execute();
  await here.night(inDepartment("Marketing", "p1", "p2"));
  const anew = await here.removal("p1", sales);
  expect(anew.id).not.toBe(p1.id);
  expect((await circumstancesOf(state.db, anew)).earlier).toMatchObject([{ id: p1.id, status: "expired", decided_by: "ben" }]);

  const p2 = await here.removal("p2", sales);
  await here.decide([p2], "rejected");
  await expect(endException(state, "X-unknown", ana, "x", new Date())).rejects.toThrow("exception.does_not_exist");
  await endException(state, p2.id, ana, "The fair is over", new Date());
  await here.night(inDepartment("Marketing", "p1", "p2"));
  expect((await here.removal("p2", sales)).id).not.toBe(p2.id);
  expect((await verifiedTrail(state)).map(({ action }) => action)).toEqual(
    expect.arrayContaining(["removal_handed_over", "removal_commented", "removal_rejected", "exception_ended"]),
  );
}, 120_000);
