/** A removal whose confirmed request has left belongs to its operation until the outcome is recorded. */
import { fact } from "../../src/domain/facts/fact.ts";
import { expect, test } from "vitest";
import { applyDecisions } from "../../src/pipeline/pipeline.ts";
import { supersede } from "../../src/store/review/removal-ends.ts";
import { listRemovals, type Removal } from "../../src/store/review/removals.ts";
import { verifiedTrail } from "../helpers/team-company.ts";
import { ids, inDepartment, inside, type Inside } from "../review/inside.ts";

const sales = "HR/Departments/Sales";

async function movedToMarketing(here: Inside, n: number): Promise<Removal[]> {
  await here.night(inDepartment("Sales", ...ids(n)));
  await here.night(inDepartment("Marketing", ...ids(n)));
  return listRemovals(here.state.db, { status: ["pending"] });
}

test("I1: what one run has removed is applied, although another run sees the membership gone before the answer is recorded", async () => {
  const here = await inside("group_removals: review\nlimits: { removals: 100%, updates: 100% }");
  const { acme, state } = here;
  const removals = await movedToMarketing(here, 12);
  expect(removals).toHaveLength(12);
  acme.sandbox.clearRequests();
  // The service has done it when the second run reads the memberships, and answers later.
  acme.sandbox.failNext({ method: "PUT", path: "/users/", delayMs: 1200, when: "after", times: -1 });
  const first = here.approve(removals);
  while (acme.confirmed().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const second = here.with(({ session, connect }) => applyDecisions(session, connect, removals));
  await Promise.all([first, second]);
  acme.sandbox.clearFaults();
  const now = await listRemovals(state.db, {});
  expect(now.map(({ status }) => status)).toEqual(removals.map(() => "applied"));
  const answers = (await verifiedTrail(state)).filter(({ action }) => action === "removal_answer");
  expect(answers).toHaveLength(12);
  const [one] = now;
  if (one === undefined) throw new Error("there are none");
  expect((await here.undo(one)).memberships).toMatchObject([{ key: one.key, group: sales, status: "added" }]);
  expect(acme.groupsOf(one.key)).toContain(sales);
}, 120_000);

test("I1: a removal is applied if its confirmed request left without an answer and the membership is gone", async () => {
  const here = await inside();
  const { acme } = here;
  const [removal] = await movedToMarketing(here, 1);
  if (removal === undefined) throw new Error("there is none");
  const path = `/users/${acme.userId(removal.key)}`;
  acme.sandbox.failNext({ method: "PUT", path });
  acme.sandbox.failNext({ method: "PUT", path, status: 500, when: "after", times: 1 });
  for (let i = 0; i < 6; i += 1) acme.sandbox.failNext({ method: "PUT", path, status: 500 });
  acme.sandbox.failNext({ method: "GET", path: "/groups", status: 500, times: 40 });
  await here.approve([removal]).catch(() => []);
  acme.sandbox.clearFaults();
  await here.night([...inDepartment("Marketing", "p1"), ...inDepartment("Legal", "p2")]);
  await here.due();
  expect(await here.again(removal)).toMatchObject({ status: "applied" });
}, 120_000);

test("I1: nobody else ends a removal while its confirmed request is on its way; what was confirmed is applied", async () => {
  const here = await inside();
  const { acme, state } = here;
  const [removal] = await movedToMarketing(here, 1);
  if (removal === undefined) throw new Error("there is none");
  acme.sandbox.clearRequests();
  acme.sandbox.failNext({ method: "PUT", path: "/users/", delayMs: 1000, when: "after", times: -1 });
  const sent = here.approve([removal]);
  while (acme.confirmed().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await supersede(state.db, [removal.id], fact("outcome.facts_changed_since", {}), new Date());
  expect((await here.again(removal)).status).toBe("approved");
  await state.db
    .updateTable("removal")
    .set({ status: "superseded", outcome: JSON.stringify(fact("outcome.not_decided", {})) })
    .execute();
  await sent;
  expect(await here.again(removal)).toMatchObject({ status: "applied", outcome: { code: "outcome.removed" } });
}, 120_000);
