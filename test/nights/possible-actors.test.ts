import { expect, onTestFinished, test } from "vitest";
import { addUser, setRole } from "../../src/actions/access/accounts.ts";
import { createToken } from "../../src/actions/access/tokens.ts";
import { readAccess, storedPeople, type MadeVia, type Proof } from "../../src/review/possible-actors.ts";
import type { Role } from "../../src/actions/access/rights.ts";
import { clearUserAccess, insertUser, insertUserAccess, setUser } from "../../src/store/console/users.ts";
import type { State } from "../../src/state/state.ts";
import { systemUser } from "../../src/cli/proven-actor.ts";
import { company, type Company, type Employee } from "../helpers/company.ts";
import { workplace } from "../helpers/cli.ts";

const now = new Date("2026-11-02T08:00:00Z");

async function openState(): Promise<State> {
  const place = workplace();
  onTestFinished(() => place.remove());
  return place.openState();
}

const local = (state: State, name: string, by: string, via: MadeVia, role: Role = "reviewer") =>
  addUser({ state, by, via, now }, { name, display: name, email: null, role, password: "correct horse battery" });
const known = (state: State, name: string, role: Role = "reviewer") =>
  insertUser(state.db, {
    name,
    display: name,
    email: null,
    source: "oidc",
    subject: name,
    password_hash: null,
    role,
    created_at: now,
    disabled_at: null,
    was_admin: role === "admin",
  });

test("a user from before makers were stored may be any administrator, and nobody else", async () => {
  const state = await openState();
  await Promise.all([known(state, "eva", "admin"), known(state, "ben"), local(state, "new", "ben", "session")]);
  const row = { display: "old", email: null, source: "local", subject: null, password_hash: null, created_at: now, disabled_at: null };
  for (const name of ["old", "older"]) await insertUser(state.db, { ...row, name, role: "reviewer" });
  const access = await readAccess(state.db);
  const people = (name: string) => access.actorsOf({ name, proof: "password" });
  expect(people("old")).toEqual({ names: ["old"], any_admin: true });
  const kinds = ["older", "eva", "ben", "new"].map((name) => access.relation(people("old"), people(name)).kind);
  expect(kinds).toEqual(["perhaps", "perhaps", "apart", "apart"]);
  // So may be an approval or a start that was stored by its name alone.
  expect(storedPeople(access, "ben", null)).toEqual({ names: ["ben"], any_admin: true });
  expect(access.relation(storedPeople(access, "ben", null), people("ben"))).toEqual({ kind: "same", who: "ben" });
});

test("I1: two accounts of one person count as one: the same e-mail address, or a name that was taken", async () => {
  const state = await openState();
  const email = (name: string, address: string) => setUser(state.db, name, { email: address });
  await Promise.all([
    known(state, "eva", "admin"),
    known(state, "ana.ruiz@example.com"),
    known(state, "ben+0123456789ab"),
    known(state, "zoe"),
    known(state, "luis"),
  ]);
  for (const name of ["ana", "ben", "carla"]) await local(state, name, "eva", "session");
  await email("ana", " Ana.Ruiz@Example.com ");
  await email("zoe", "zoe@example.com");
  await email("carla", "zoe@EXAMPLE.com");
  const access = await readAccess(state.db);
  const of = (name: string, proof: Proof) => access.actorsOf({ name, proof });
  expect(of("ana.ruiz@example.com", "oidc").names).toEqual(["ana.ruiz@example.com", "ana", "eva"]);
  const pairs = [
    ["ana.ruiz@example.com", "ana"],
    ["ben+0123456789ab", "ben"],
    ["zoe", "carla"],
  ] as const;
  expect(pairs.map(([one, other]) => access.relation(of(one, "oidc"), of(other, "password")).kind)).toEqual(["same", "same", "same"]);
  expect(access.relation(of("ana.ruiz@example.com", "oidc"), of("luis", "oidc")).kind).toBe("apart");
});

test("a one-time link and the command line prove nobody", async () => {
  const state = await openState();
  await known(state, "eva", "admin");
  await local(state, "ana", "root", "cli");
  await local(state, "leo", "root", "link");
  const expiresAt = new Date(now.getTime() + 3_600_000);
  await createToken(state, { name: "robot", role: "reviewer", expiresAt, by: "eva", via: "session" }, now);
  await createToken(state, { name: "cron", role: "reviewer", expiresAt, by: "root" }, now);
  const access = await readAccess(state.db);
  expect(access.actorsOf({ name: "root", proof: "link" })).toEqual({ names: ["root"], any_admin: true });
  expect(access.actorsOf({ name: "root" })).toEqual({ names: ["root"], any_admin: true });
  expect(access.actorsOf({ name: "leo", proof: "password" })).toEqual({ names: ["leo", "root"], any_admin: true });
  expect(access.actorsOf({ name: "robot", proof: "token" })).toEqual({ names: ["robot", "eva"], any_admin: false });
  expect(access.actorsOf({ name: "cron", proof: "token" })).toEqual({ names: ["cron", "root"], any_admin: true });
  const [robot, cron] = [access.actorsOf({ name: "robot", proof: "token" }), access.actorsOf({ name: "cron", proof: "token" })];
  expect(access.relation(robot, cron).kind).toBe("perhaps");
});

test("a sign-in through the identity provider takes the makers out, and a later role change puts one back", async () => {
  const state = await openState();
  await known(state, "hanna");
  const change = { user_name: "hanna", what: "role", by_name: "eva", via: "session", at: now };
  const names = async () => (await readAccess(state.db)).actorsOf({ name: "hanna", proof: "oidc" }).names;
  await insertUserAccess(state.db, change);
  expect(await names()).toEqual(["hanna", "eva"]);
  await clearUserAccess(state.db, "hanna");
  expect(await names()).toEqual(["hanna"]);
  await insertUserAccess(state.db, change);
  expect(await names()).toEqual(["hanna", "eva"]);
  // Of a local user nothing takes them out.
  await local(state, "ana", "eva", "session");
  await setRole({ state, by: "olga", via: "session", now }, "ana", "operator");
  expect((await readAccess(state.db)).actorsOf({ name: "Ána", proof: "password" }).names).toEqual(["Ána", "eva", "olga"]);
});

const staffIn = (dept: string): Employee[] => [
  ...["0001", "0002", "0003", "0004"].map((id) => ({ id, dept })),
  ...["0005", "0006", "0007", "0008", "0009"].map((id) => ({ id, dept: "Legal" })),
];

/** A company whose people of Sales move to IT overnight; `env` is of the second run. */
async function afterTheMove(approval: Record<string, unknown>, env: (c: Company) => Promise<Record<string, string>>): Promise<Company> {
  const c = await company({ parts: { policy: { approval, limits: { removals: 100, updates: 100 } } } });
  c.hr(staffIn("Sales"));
  expect(await c.sync()).toMatchObject({ code: 0 });
  c.hr(staffIn("IT"));
  c.clock.step(86_400_000);
  const second = await c.place.run(["sync", "job.yaml", "--json"], { env: await env(c) });
  expect(second.code).toBe(0);
  return c;
}

const makeToken = async (c: Company, name: string): Promise<string> =>
  (await c.run("tokens", "create", name, "--role", "operator")).stdout.trim();

async function approveAs(c: Company, token: string) {
  const pending = (await c.run("review list --json")).json<{ id: string }[] | { removals: { id: string }[] }>();
  const ids = (Array.isArray(pending) ? pending : pending.removals).map(({ id }) => id);
  expect(ids).toHaveLength(4);
  const args = ["review", "approve", ...ids, "--job", "job.yaml", "--reason", "Moved", "--json"];
  const result = await c.place.run(args, { env: { ROLLCALL_TOKEN: token } });
  return { code: result.code, ...result.json<{ decided: unknown[]; waiting: { why: string }[] }>() };
}

const confirmed = (c: Company): unknown[] => c.userCalls().filter(({ body }) => body["confirm_group_removal"] === true);

test("I1: two tokens from the command line are one person there, too", async () => {
  const c = await afterTheMove({ two_above: 2 }, async () => ({}));
  const [alpha, beta] = [await makeToken(c, "alpha"), await makeToken(c, "beta")];
  expect(await approveAs(c, alpha)).toMatchObject({ code: 1, decided: [], waiting: { length: 4 } });
  const second = await approveAs(c, beta);
  expect(second).toMatchObject({ code: 1, decided: [], waiting: { length: 4 } });
  expect(second.waiting[0]?.why).toContain(`${systemUser()} may be behind both`);
  expect(second.waiting[0]?.why).toContain("a reviewer who signs in through the identity provider");
  expect(confirmed(c)).toEqual([]);
  await c.sync();
  expect(confirmed(c)).toEqual([]);
  const list = (await c.run("review list --json")).stdout;
  const id = /R-[a-z0-9]+/.exec(list)?.[0] ?? "";
  expect((await c.run("review", "show", id)).stdout).toContain(`alpha (possibly also ${systemUser()}, any administrator)`);
});

test("I1: a token cannot approve what another token of the same person has found with four eyes", async () => {
  const c = await afterTheMove({ four_eyes: true }, async (here) => ({ ROLLCALL_TOKEN: await makeToken(here, "alpha") }));
  const answer = await approveAs(c, await makeToken(c, "beta"));
  expect(answer).toMatchObject({ code: 1, decided: [], waiting: { length: 4 } });
  expect(answer.waiting[0]?.why).toContain("alpha started the run that found it");
  expect(confirmed(c)).toEqual([]);
});

test("a run that the command line started has the same people behind it as that user's tokens", async () => {
  const c = await afterTheMove({ four_eyes: true }, async () => ({}));
  expect(await approveAs(c, await makeToken(c, "alpha"))).toMatchObject({ decided: [], waiting: { length: 4 } });
  expect(confirmed(c)).toEqual([]);
});
