/** Rules that twenty requests at once try to get past; `states` are one state, or two that two processes opened. */
import { expect } from "vitest";
import { loadJob } from "../../src/config/job.ts";
import { UsageProblem } from "../../src/domain/problem.ts";
import { withOpenJob } from "../../src/app/open-session.ts";
import { linkAccount } from "../../src/identities/link.ts";
import { linkPairs } from "../../src/identities/link-pairs.ts";
import { doubtsAbout, retryPerson } from "../../src/identities/retry-create.ts";
import { loadMapping } from "../../src/mapping/load.ts";
import { applyDecisions } from "../../src/pipeline/pipeline.ts";
import { prepareQueues } from "../../src/queue/backend.ts";
import { toMissingGroupJson } from "../../src/reporting/missing-groups.ts";
import { decide, type DecisionRequest, type Decider } from "../../src/review/decisions.ts";
import { releaseArea } from "../../src/review/missing-areas.ts";
import { decideMissingGroup } from "../../src/review/missing-groups.ts";
import type { State } from "../../src/state/state.ts";
import { listAudit } from "../../src/store/audit/audit.ts";
import { findMissingGroup, listMissingGroups } from "../../src/store/directory/missing-groups.ts";
import { listLinks } from "../../src/store/identities/links.ts";
import { setGroupImpact, setPersonImpact } from "../../src/store/review/impact.ts";
import { listRemovals, type Removal } from "../../src/store/review/removals.ts";
import { setEmergencyStop } from "../../src/store/schedule/emergency-stop.ts";
import { inDecisions } from "../../src/store/transaction.ts";
import { company, mappingText, people, until, type Company, type Where } from "../helpers/company.ts";
import { testCall } from "../helpers/io.ts";

export interface Race {
  title: string;
  setUp(where: Where | null): Promise<Company>;
  run(c: Company, states: readonly State[]): Promise<void>;
}

const ana: Decider = { name: "ana", via: "session", proof: "oidc" };
const quiet = { phase: () => undefined, at: () => undefined, say: () => undefined, end: () => undefined };

/** Makes twenty requests at once, each through one of the states. @returns how many were not refused */
async function twenty(states: readonly State[], request: (state: State, i: number) => Promise<unknown>): Promise<number> {
  const all = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => request(states[i % states.length] as State, i)));
  const refused = all.flatMap((one) => (one.status === "rejected" ? [one.reason as Error] : []));
  for (const error of refused) expect(error).toBeInstanceOf(UsageProblem);
  return all.length - refused.length;
}

const audited = async ([state]: readonly State[], ...actions: string[]): Promise<number> =>
  (await listAudit((state as State).db)).filter(({ action }) => actions.includes(action)).length;

/** Twenty people whose change of department left a removal pending. */
async function twentyMovers(where: Where | null): Promise<Company> {
  const c = await company({ where, parts: { service: { rate: { per_second: 500, in_flight: 3 } } } });
  c.hr(people(20).map(({ id }) => ({ id, dept: "IT" })));
  await c.sync();
  c.hr(people(20));
  await c.sync();
  return c;
}

const pending = ([state]: readonly State[]): Promise<Removal[]> => listRemovals((state as State).db, { status: ["pending"] });
const evidenced = (removals: readonly Removal[]) => removals.map((removal) => ({ removal, evidence: removal.evidence_digest }));
const policyOf = async (c: Company) => (await loadJob(`${c.place.dir}/job.yaml`, { cwd: c.place.dir, env: {} })).job.policy;

type Request = Pick<DecisionRequest, "verdict"> & Partial<Parameters<typeof decide>[2]>;
async function decided(c: Company, state: State, removals: readonly Removal[], request: Request): Promise<Removal[]> {
  const result = await decide(state, evidenced(removals), { by: ana, reason: "x", ...request }, await policyOf(c), new Date());
  return result.decided;
}

const stop: Race = {
  title: "I1: no confirmed removal leaves after an emergency stop was answered, while twenty approvals are applied",
  setUp: twentyMovers,
  async run(c, states) {
    const confirmed = (): number => c.userCalls("PUT").filter(({ body }) => body["confirm_group_removal"] === true).length;
    c.service.failNext({ method: "PUT", path: "/users/", delayMs: 50, times: -1 });
    for (const state of states) await prepareQueues(state);
    const { job } = await loadJob(`${c.place.dir}/job.yaml`, { cwd: c.place.dir, env: {} });
    const mapping = await loadMapping(job.mapping, c.place.dir);
    const removals = await pending(states);
    expect(removals).toHaveLength(20);
    const sending = removals.map(async (removal, i) => {
      const state = states[i % states.length] as State;
      const now = await decided(c, state, [removal], { verdict: "approved" });
      const options = { stop: new AbortController().signal };
      return withOpenJob(
        testCall(c.place.dir),
        state,
        job,
        mapping,
        quiet,
        ({ session, connect }) => applyDecisions(session, connect, now),
        options,
      );
    });
    const ended = Promise.allSettled(sending);
    await until(() => confirmed() >= 3);
    await setEmergencyStop(states.at(-1) as State, {
      account: "acme",
      since: new Date().toISOString(),
      by: "olga",
      via: "session",
      reason: "Wrong export",
    });
    const then = confirmed();
    await ended;
    expect(confirmed()).toBe(then);
    expect(then).toBeLessThan(20);
    // What had left was answered, and each removal is applied or as its reviewer left it.
    const now = await listRemovals((states[0] as State).db, { status: ["applied", "approved"] });
    expect(now.filter(({ status }) => status === "applied")).toHaveLength(then);
    expect(now).toHaveLength(20);
  },
};

const card: Race = {
  title: "I1: of twenty requests at once, those that decide a card decide all of its parts or none",
  async setUp(where) {
    const c = await company({ where });
    c.hr(people(1));
    await c.sync();
    for (const name of ["IT", "Legal"]) c.service.addMember(`HR/Departments/${name}`, String(c.accountsOf("0001")[0]?.["user_id"]));
    await c.sync();
    return c;
  },
  async run(c, states) {
    const both = await pending(states);
    expect(both).toHaveLength(2);
    await twenty(states, (state, i) =>
      i % 2 === 0
        ? decided(c, state, both.slice(0, 1), { verdict: "approved" })
        : decided(c, state, both, { verdict: "rejected", whole: true }),
    );
    const now = new Map((await listRemovals((states[0] as State).db, {})).map(({ id, status }) => [id, status]));
    const statuses = both.map(({ id }) => now.get(id));
    expect([
      ["approved", "pending"],
      ["rejected", "rejected"],
    ]).toContainEqual(statuses);
  },
};

const advice: Race = {
  title: "nobody is decided on a recommendation that changed while twenty requests were answered",
  setUp: twentyMovers,
  async run(c, states) {
    const [{ db }] = states as [State];
    const removals = await pending(states);
    const readAt = new Date();
    const progress = (status: string) => ({ progress: { courses: { c1: { status, percent: 0, due: null } }, paths: {} }, readAt });
    for (const { account, user_id: user, group_id: group } of removals) {
      const items = [{ kind: "course" as const, id: "c1", name: "Selling", due: null }];
      await setGroupImpact(db, account, group, { items, complete: true, readAt });
      await setPersonImpact(db, account, user, progress("not_started"));
    }
    const approved = async (): Promise<number> => (await listRemovals(db, { status: ["approved"] })).length;
    const all = twenty(states, (state, i) => {
      const removal = removals[i] as Removal;
      return decided(c, state, [removal], { verdict: "approved", recommended: new Set([removal.id]) });
    });
    while ((await approved()) < 3) await new Promise((resolve) => setTimeout(resolve, 1));
    const then = await inDecisions((states.at(-1) as State).db, "nightly", async (tx) => {
      for (const { account, user_id: user } of removals) await setPersonImpact(tx, account, user, progress("in_progress"));
      return (await listRemovals(tx, { status: ["approved"] })).length;
    });
    await all;
    expect(await approved()).toBe(then);
    expect(then).toBeLessThan(20);
  },
};

const missingGroup: Race = {
  title: "of twenty decisions at once on one missing group, one counts, and it is the one that the audit trail has",
  async setUp(where) {
    const c = await company({ where, mapping: mappingText.replace("groups:\n", "groups:\n  unknown: propose\n") });
    c.hr([{ id: "0001", dept: "Research" }]);
    await c.sync();
    return c;
  },
  async run(_, states) {
    const [{ db }] = states as [State];
    const [missing] = await listMissingGroups(db);
    if (missing === undefined) throw new Error("no group is missing");
    const { evidence } = toMissingGroupJson(missing);
    const counted = await twenty(states, (state, i) =>
      decideMissingGroup(
        state,
        missing.id,
        { what: i % 2 === 0 ? "create" : "dismiss" },
        { by: ana, reason: `request ${i}`, evidence, now: new Date() },
      ),
    );
    expect(counted).toBe(1);
    const entries = (await listAudit(db)).filter(({ action }) => action.startsWith("group_"));
    expect(entries).toHaveLength(1);
    expect((await findMissingGroup(db, missing.id))?.reason).toBe(Reflect.get(Object(entries[0]?.detail), "reason"));
  },
};

const retry: Race = {
  title: "I2: of twenty people who say at once that a create did not happen, one is recorded",
  async setUp(where) {
    const c = await company({ where });
    c.service.failNext({ method: "POST", path: "/users$", status: 504, times: 1 });
    c.hr(people(1));
    await c.sync();
    return c;
  },
  async run(_, states) {
    const about = { account: "acme", job: "nightly", key: "0001", reason: "Looked", forced: false };
    const doubts = await doubtsAbout((states[0] as State).db, "acme", "0001");
    expect(doubts.intents).toHaveLength(1);
    const later = new Date(Date.now() + 86_400_000);
    expect(await twenty(states, (state) => retryPerson(state, ana, about, doubts, later))).toBe(1);
    expect(await audited(states, "create_retried")).toBe(1);
  },
};

const links: Race = {
  title: "I2: of twenty requests at once that link twenty keys to one account, one links",
  async setUp(where) {
    const c = await company({ where });
    c.service.addUser({ username: "hand@acme.example" }, ["HR/Departments/IT"]);
    c.hr(people(1));
    await c.sync();
    return c;
  },
  async run(c, states) {
    const userId = String(c.service.users().find(({ username }) => username === "hand@acme.example")?.["user_id"]);
    const about = { account: "acme", job: "nightly", reason: "Looked" };
    const linked = await twenty(states, (state, i) => {
      const key = `new-${i}`;
      return i % 4 < 2
        ? linkAccount(state, ana, { ...about, key, userId, from: null, sure: true }, new Date())
        : linkPairs(state, ana, about, [{ key, userId }], new Date());
    });
    expect(linked).toBe(1);
    expect((await listLinks((states[0] as State).db, "acme")).filter(({ user_id }) => user_id === userId)).toHaveLength(1);
    expect(await audited(states, "identity_linked")).toBe(1);
  },
};

const area: Race = {
  title: "of twenty people who release a missing area at once, one does",
  async setUp(where) {
    const c = await company({ where, parts: { policy: { absent: "deactivate" } } });
    c.hr(people(30).map(({ id }, i) => ({ id, dept: i < 6 ? "Legal" : "Sales" })));
    await c.sync();
    c.hr(people(24, 7));
    await c.sync();
    return c;
  },
  async run(_, states) {
    const [{ db }] = states as [State];
    const run = await db.selectFrom("run").select("id").orderBy("started_at", "desc").limit(1).executeTakeFirstOrThrow();
    const release = { run: run.id, area: "Department=Legal", by: ana, reason: "Closed", now: new Date() };
    expect(await twenty(states, (state) => releaseArea(state, release))).toBe(1);
    expect(await audited(states, "area_released")).toBe(1);
  },
};

export const races: readonly Race[] = [stop, card, advice, missingGroup, retry, links, area];
