import type { Fact } from "../../src/domain/facts/fact.ts";
import { englishText } from "../../src/reporting/fact-text.ts";
import { fact } from "../../src/domain/facts/fact.ts";
import { expect, test } from "vitest";
import { endException, exceptionId, listAllExceptions } from "../../src/review/exceptions.ts";
import { listExceptions } from "../../src/store/review/exceptions.ts";
import { listRestored } from "../../src/store/review/removals.ts";
import { removalStateText } from "../../src/reporting/labels.ts";
import { findRun, newRunId } from "../../src/store/runs/runs.ts";
import { revertRemovals, revertRun } from "../../src/pipeline/pipeline.ts";
import { verifiedTrail } from "../helpers/team-company.ts";
import { ana, ben, ids, inDepartment, inside } from "./inside.ts";
import { problemOf } from "../helpers/problems.ts";

const sales = "HR/Departments/Sales";

test("a run is reverted: what it and the decisions on it removed is back and is kept, twice is once, and who cannot have it back is named", async () => {
  const here = await inside();
  const { acme, state } = here;
  const everybody = ["back", "gone", "other", "left", "waits"];
  await here.night(inDepartment("Sales", ...everybody));
  const night = await here.night(inDepartment("Marketing", ...everybody));
  expect((await problemOf(here.revert(night.id))).message).toContain("removed a membership");
  expect((await problemOf(here.revert("20000101-000000-none"))).message).toContain("There is no run");
  const removals = await Promise.all(everybody.filter((key) => key !== "waits").map((key) => here.removal(key, sales)));
  expect(await here.approve(removals)).toEqual([]);
  expect(acme.groupsOf("back")).not.toContain(sales);
  const decisions = (await state.db.selectFrom("run").selectAll().where("kind", "=", "decisions").executeTakeFirst())?.id ?? "";

  // Meanwhile one account is gone from the service, one key has another account, and one person has left.
  acme.sandbox.failNext({ method: "PUT", path: `/users/${acme.userId("gone")}`, status: 404 });
  await state.db.updateTable("link").set({ user_id: "00000000-0000-4000-8000-000000000009" }).where("key", "=", "other").execute();
  acme.sandbox.clearRequests();
  const first = await here.revert(night.id);
  expect(Object.fromEntries(first.memberships.map(({ key, status }) => [key, status]))).toEqual({
    back: "added",
    left: "added",
    gone: "missing",
    other: "missing",
  });
  expect(first.memberships.find(({ key }) => key === "other")?.why).toMatchObject({ code: "operation.not_the_removed_account" });
  expect(first.memberships.find(({ key }) => key === "gone")?.why).toMatchObject({ code: expect.stringMatching(/\w+/) as unknown });
  for (const key of ["back", "left"]) expect(acme.groupsOf(key)).toContain(sales);
  expect(acme.confirmed()).toEqual([]);
  expect(acme.puts("back")).toHaveLength(1);
  expect((await findRun(state.db, night.id))?.reverted_by).toBe(first.run.id);
  const restored = (await listRestored(state.db, first.run.id, 10)).map((removal) => [removal.key, removalStateText(removal)]);
  expect(restored).toEqual(
    ["back", "left"].map((key) => [key, expect.stringMatching(/^removed, restored on .* by ben: a mistake in HR$/)]),
  );

  // Again, also by the run of the decisions: only what is missing is sent.
  acme.sandbox.clearRequests();
  const second = await here.revert(night.id);
  expect(Object.fromEntries(second.memberships.map(({ key, status }) => [key, status]))).toEqual({
    back: "there",
    left: "there",
    gone: "added",
    other: "missing",
  });
  expect(acme.puts("back")).toEqual([]);
  expect(acme.groupsOf("gone")).toContain(sales);
  await here.revert(decisions);
  expect(acme.puts("back")).toEqual([]);

  // Nothing takes them away again: not the next night, not after the person left, and not with a changed row.
  await here.night([
    ...inDepartment("Legal", "back", "gone"),
    ...inDepartment("Marketing", "waits", "other"),
    { id: "left", status: "Left" },
  ]);
  await expect(here.removal("back", sales)).rejects.toThrow("no pending removal");
  const kept = await listAllExceptions(state.db);
  expect(kept.map(({ key }) => key).sort()).toEqual(["back", "gone", "left", "other"]);
  expect(kept[0]).toMatchObject({ by: "ben", reason: "a mistake in HR", until: null, id: expect.stringMatching(/^X-/) });
  const run = await here.night([...inDepartment("Legal", "back", "gone")].map((row) => ({ ...row, first: "Robin" })));
  expect(((run.notes ?? []) as { fact: Fact }[]).map((note) => englishText(note.fact)).join("\n")).toContain(
    "An exception with no end date by ben keeps the membership: a mistake in HR",
  );

  // Ended, it asks again; and a third revert does not bring the exception back.
  const [exception] = (await listExceptions(state.db)).filter(({ key }) => key === "back");
  if (exception === undefined) throw new Error("there is none");
  await endException(state, exceptionId(exception), ana, "HR was right", new Date());
  await here.revert(night.id);
  await here.night(inDepartment("Legal", "back", "gone"));
  expect((await here.removal("back", sales)).status).toBe("pending");
  expect((await verifiedTrail(state)).filter(({ action }) => action === "run_reverted").map(({ actor }) => actor)).toEqual([
    "ben",
    "ben",
    "ben",
    "ben",
  ]);
}, 240_000);

test("I10: a revert that a service stops continues where it stopped, and reports a deleted group", async () => {
  const here = await inside();
  const { acme, state } = here;
  const everybody = ids(3);
  acme.sandbox.addGroup("HR/Departments/Old");
  await here.night([...inDepartment("Sales", ...everybody), ...inDepartment("Old", "old")]);
  const night = await here.night(inDepartment("Marketing", ...everybody, "old"));
  const removals = await Promise.all(everybody.map((key) => here.removal(key, sales)));
  await here.approve([...removals, await here.removal("old", "HR/Departments/Old")]);
  await here.with(async ({ connect }) => {
    const { client } = await connect();
    await client.groups.delete(acme.groupId("HR/Departments/Old"));
  });

  const stop = new Error("the process is gone");
  await expect(
    here.with(({ session }) =>
      revertRun(
        session,
        async () => {
          throw stop;
        },
        night.id,
        { by: ben, reason: "a mistake" },
      ),
    ),
  ).rejects.toBe(stop);
  // What keeps them is there before anything is sent.
  expect(await listExceptions(state.db, { fromRun: night.id })).toHaveLength(4);
  const { memberships, run } = await here.with(({ session, connect }) =>
    revertRun(session, connect, night.id, { by: ben, reason: "a mistake", id: newRunId(new Date()) }),
  );
  expect(memberships.map(({ key, status }) => `${key} ${status}`).sort()).toEqual(["old missing", "p1 added", "p2 added", "p3 added"]);
  expect(memberships.find(({ key }) => key === "old")?.why).toEqual(fact("operation.group_gone", { group: "HR/Departments/Old" }));
  expect(run.kind).toBe("revert");
  for (const key of everybody) expect(acme.groupsOf(key)).toContain(sales);
}, 120_000);

test("one removal is undone alone: nobody else of its run is touched, and the run can still be reverted as a whole", async () => {
  const here = await inside();
  const { acme, state } = here;
  await here.night(inDepartment("Sales", "one", "two"));
  const night = await here.night(inDepartment("Marketing", "one", "two"));
  const removals = [await here.removal("one", sales), await here.removal("two", sales)] as const;
  expect((await problemOf(here.undo(removals[0]))).message).toContain("was not applied");
  await here.approve(removals);
  acme.sandbox.clearRequests();
  const { run, memberships } = await here.undo(removals[0]);
  expect(memberships).toMatchObject([{ key: "one", group: sales, status: "added" }]);
  expect([acme.groupsOf("one").includes(sales), acme.groupsOf("two").includes(sales)]).toEqual([true, false]);
  expect([acme.puts("one").length, acme.puts("two").length, acme.confirmed().length]).toEqual([1, 0, 0]);
  expect((await listExceptions(state.db)).map(({ key, reason }) => [key, reason])).toEqual([["one", "only this one"]]);
  expect((await here.again(removals[0])).restored).toMatchObject({ run: run.id, reason: "only this one" });
  expect((await here.again(removals[1])).restored).toBeNull();
  expect((await findRun(state.db, night.id))?.reverted_by).toBeNull();
  // No later run takes it away, and the rest of the run can be undone afterwards.
  await here.night(inDepartment("Marketing", "one", "two"));
  await expect(here.removal("one", sales)).rejects.toThrow("no pending removal");
  acme.sandbox.clearRequests();
  const rest = await here.revert(night.id);
  expect(rest.memberships.map(({ key, status }) => [key, status])).toEqual([
    ["one", "there"],
    ["two", "added"],
  ]);
  expect(acme.puts("one")).toEqual([]);
  expect((await here.again(removals[0])).restored).toMatchObject({ run: run.id });
}, 60_000);

test("I10: undoing one removal, stopped before it was sent, continues without restoring an exception that was ended since", async () => {
  const here = await inside();
  const { state } = here;
  await here.night(inDepartment("Sales", "one"));
  await here.night(inDepartment("Marketing", "one"));
  const removal = await here.removal("one", sales);
  await here.approve([removal]);
  const stop = new Error("the process is gone");
  const request = { by: ben, reason: "only this one" };
  const broken = (): Promise<never> => Promise.reject(stop);
  const id = newRunId(new Date());
  await expect(here.with(({ session }) => revertRemovals(session, broken, [removal.id], { ...request, id }))).rejects.toBe(stop);
  expect((await findRun(state.db, id))?.status).toBe("interrupted");
  const again = (previous: string) =>
    here.with(({ session, connect }) => revertRemovals(session, connect, [removal.id], { ...request, previous }));
  const second = await again(id);
  expect(second.memberships).toMatchObject([{ key: "one", status: "added" }]);
  expect((await findRun(state.db, id))?.status).toBe("superseded");
  const [exception] = await listExceptions(state.db);
  if (exception === undefined) throw new Error("there is none");
  await endException(state, exceptionId(exception), ana, "HR was right", new Date());
  expect((await again(second.run.id)).memberships).toEqual([]);
  expect(await listExceptions(state.db)).toEqual([]);
}, 60_000);
