import { fact } from "../../src/domain/facts/fact.ts";
import { expect, test } from "vitest";
import { listAudit } from "../../src/store/audit/audit.ts";
import { rememberSeen } from "../../src/store/directory/directory.ts";
import { leaveUnlinked, noteEvidence } from "../../src/store/identities/intents.ts";
import { listLinks } from "../../src/store/identities/links.ts";
import { listRemovals } from "../../src/store/review/removals.ts";
import { replayJournal } from "../../src/state/journal/replay.ts";
import { company, people, type Company } from "../helpers/company.ts";
import { openIntent } from "../helpers/open-intent.ts";

const who = (c: Company) =>
  c.look(async ({ db }) => Object.fromEntries((await listLinks(db, "acme")).map(({ key, user_id: user }) => [key, user])));

test("refuses a link to another key's account with both records, and --from moves it", async () => {
  const c = await company();
  c.hr(people(2));
  await c.sync();
  const before = await who(c);
  const user = before["0001"] ?? "";
  // HR changes the first person's key and removes a group from her.
  c.hr([{ id: "0001", dept: "IT" }, { id: "0002" }]);
  await c.sync();
  expect(await c.look(({ db }) => listRemovals(db, { status: ["pending"] }))).toHaveLength(1);

  const refused = await c.run("identities", "link", "job.yaml", "9001", user);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(`${user} is already linked to 0001`);
  expect(refused.stderr).toContain("First0001 Last0001, p0001@acme.example");
  expect(refused.stderr).toContain("9001: no known details");
  expect(refused.stderr).toContain(`rollcall identities link job.yaml 9001 ${user} --from 0001`);
  const wrong = await c.run("identities", "link", "job.yaml", "9001", user, "--from", "0002");
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("it is linked to 0001")]);
  const nobody = await c.run("identities", "link", "job.yaml", "9001", "0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a", "--from", "0002");
  expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining("it isn't linked to anyone")]);
  expect(await who(c)).toEqual(before);

  const moved = await c.run(
    "identities",
    "link",
    "job.yaml",
    "9001",
    user.toUpperCase(),
    "--from",
    "0001",
    "--reason",
    "new key",
    "--yes",
    "--json",
  );
  expect(moved.code).toBe(0);
  expect(moved.json()).toMatchObject({ key: "9001", user_id: user, linked: true, moved_from: "0001" });
  expect(moved.stderr).toContain("0001 is still in the last file");
  expect(await who(c)).toEqual({ "0002": before["0002"], "9001": user });
  const trail = await c.look(({ db }) => listAudit(db));
  expect(trail.at(-1)).toMatchObject({ action: "identity_moved", detail: { from: "0001", key: "9001", user_id: user, reason: "new key" } });
  expect(await c.look(({ db }) => listRemovals(db, { status: ["pending"] }))).toEqual([]);

  // The next run uses the account under the new key and creates no other.
  c.hr([{ id: "9001", mail: "p0001@acme.example", first: "Ana" }, { id: "0002" }]);
  const night = await c.sync();
  expect(night.counts).toMatchObject({ creates: 0, updates: 1 });
  expect(c.service.users()).toHaveLength(2);
  expect(c.service.users().find((one) => one.user_id === user)?.fields["first_name"]).toBe("Ana");
}, 120_000);

test("warns of an account that is not the one of the possible duplicate, so that nobody gets two", async () => {
  const c = await company();
  c.hr(people(2));
  await c.sync();
  const { "0001": first = "", "0002": second = "" } = await who(c);
  // The first person has another key now.
  c.hr([{ id: "9001", mail: "p0001@acme.example", first: "First0001", last: "Last0001" }, { id: "0002" }]);
  await c.sync();
  const link = (user: string, from: string) => c.run("identities", "link", "job.yaml", "9001", user, "--from", from, "--reason", "new key");
  const wrong = await link(second, "0002");
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("9001 is blocked because it may be the same person as 0001.")]);
  expect(await who(c)).toEqual({ "0001": first, "0002": second });
  expect(await link(first, "0001")).toMatchObject({ code: 0 });
});

test("moves survive the loss of the database in their order, even if keys lose and regain an account", async () => {
  const c = await company();
  c.hr(people(3));
  await c.sync();
  const start = await who(c);
  const [a = "", b = ""] = [start["0001"], start["0002"]];
  const link = async (key: string, user: string, ...more: string[]): Promise<void> => {
    expect((await c.run("identities", "link", "job.yaml", key, user, "--yes", "--reason", "swapped", ...more)).code).toBe(0);
  };
  // The first two swap accounts through a third key; then a key without an account gets another one.
  await link("0009", a, "--from", "0001");
  await link("0001", b, "--from", "0002");
  await link("0002", a, "--from", "0009");
  await link("0009", "3c3c3c3c-3c3c-4c3c-8c3c-3c3c3c3c3c3c");
  await link("0010", "3c3c3c3c-3c3c-4c3c-8c3c-3c3c3c3c3c3c", "--from", "0009");
  const end = { ...start, "0001": b, "0002": a, "0010": "3c3c3c3c-3c3c-4c3c-8c3c-3c3c3c3c3c3c" };
  expect(await who(c)).toEqual(end);
  c.loseDatabase();
  expect(await who(c)).toEqual(end);
  expect(
    await c.look(({ db }) => db.selectFrom("intent").select(["key", "status"]).where("status", "not in", ["linked", "moved"]).execute()),
  ).toEqual([]);

  // As after a power cut that only the journal survived: it is replayed over the existing data, with a last
  // move that the database never saw.
  await c.look(async (state) => {
    const { db, journal } = state;
    await journal.append({
      t: "moved",
      account: "acme",
      job: "nightly",
      key: "0011",
      from: "0001",
      userId: b,
      at: new Date().toISOString(),
    });
    await db.deleteFrom("setting").where("name", "=", "journal_offset").execute();
    await replayJournal(db, journal);
  });
  const { "0001": _moved, ...rest } = end;
  expect(await who(c)).toEqual({ ...rest, "0011": b });
}, 120_000);

test("I2: the replay of the journal does not settle a create by an old link that its key had lost before", async () => {
  const c = await company();
  c.hr(people(1));
  await c.sync();
  const user = (await who(c))["0001"] ?? "";
  expect((await c.run("identities", "link", "job.yaml", "9001", user, "--from", "0001", "--yes", "--reason", "x")).code).toBe(0);
  await c.look(
    ({ journal }) =>
    journal.append({
      t: "intent", operation: "later-1", account: "acme", job: "nightly", key: "0001", username: "p", digest: "d", at: new Date().toISOString(),
    }), // prettier-ignore
  );
  c.loseDatabase();
  expect(await who(c)).toEqual({ "9001": user });
  const intents = await c.look(({ db }) => db.selectFrom("intent").select(["operation", "status"]).execute());
  expect(intents.filter(({ status }) => status !== "linked" && status !== "moved")).toEqual([
    { operation: "later-1", status: "uncertain" },
  ]);
}, 120_000);

const unseen = "0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a";

test("I2: links an account that no snapshot saw, and a key that is in no file, only if a person is sure and says why", async () => {
  const c = await company();
  c.hr(people(1));
  await c.sync();
  const link = (...more: string[]) => c.run("identities", "link", "job.yaml", "0700", unseen, "--json", ...more);
  for (const doubtful of [
    await link(),
    await link("--reason", "looked it up"),
    await link("--yes"),
    await link("--yes", "--reason", " "),
  ]) {
    expect(doubtful.code).toBe(2);
    expect(doubtful.stderr).toContain("was never seen in any group");
    expect(doubtful.stderr).toContain("0700 is in no file");
    expect(doubtful.stderr).toContain("add --yes and --reason");
  }
  expect(Object.keys(await who(c))).toEqual(["0001"]);
  const linked = await link("--yes", "--reason", "looked it up");
  expect(linked.code).toBe(0);
  expect(linked.json()).toMatchObject({ linked: true });
  expect(linked.stderr).toContain("was never seen in any group");
  const trail = await c.look(({ db }) => listAudit(db));
  expect(trail.at(-1)).toMatchObject({ action: "identity_linked", detail: { key: "0700", user_id: unseen, reason: "looked it up" } });
}, 120_000);

test("I2: the command line never links a create whose request may be in flight, and doubts an account that is no candidate", async () => {
  const c = await company();
  c.hr([{ id: "0001" }, { id: "0002" }]);
  await c.sync();
  const candidate = "3c3c3c3c-3c3c-4c3c-8c3c-3c3c3c3c3c3c";
  const intent = { account: "acme", job: "nightly", username: "new@acme.example", digest: "d", groups: [], named: [] };
  await c.look(async (state) => {
    await openIntent(state, { ...intent, operation: "r-1", key: "0500" }, new Date());
    await rememberSeen(state.db, "acme", [candidate, unseen], 1);
  });
  const link = (user: string, ...more: string[]) => c.run("identities", "link", "job.yaml", "0500", user, ...more);
  const inFlight = await link(candidate, "--yes", "--reason", "sure");
  expect([inFlight.code, inFlight.stderr]).toEqual([2, expect.stringContaining("may still be in flight")]);
  await c.look(async (state) => {
    await leaveUnlinked(state, "r-1", fact("unconfirmed.no_id", {}), new Date());
    await noteEvidence(state.db, "r-1", { reason: fact("unconfirmed.one_and_others", {}), candidates: [candidate], others: [] });
  });
  const other = await link(unseen);
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("not a candidate for this person")]);
  expect(Object.keys(await who(c))).toEqual(["0001", "0002"]);
  expect((await link(candidate)).code).toBe(0);
  expect((await who(c))["0500"]).toBe(candidate);
}, 120_000);

test("an exception of a reverted run stays with the person whose key changes", async () => {
  const c = await company();
  c.hr(people(2));
  await c.sync();
  c.hr([{ id: "0001", dept: "IT" }, { id: "0002" }]);
  const { run } = await c.sync();
  const [pending] = await c.look(({ db }) => listRemovals(db, { status: ["pending"] }));
  expect((await c.run("review", "approve", pending?.id ?? "", "--reason", "moved")).code).toBe(0);
  expect((await c.run("runs", "revert", run, "--job", "job.yaml", "--reason", "a mistake")).code).toBe(0);

  const user = (await who(c))["0001"] ?? "";
  expect((await c.run("identities", "link", "job.yaml", "9001", user, "--from", "0001", "--yes", "--reason", "new key")).code).toBe(0);
  c.hr([{ id: "9001", mail: "p0001@acme.example", dept: "IT" }, { id: "0002" }]);
  await c.sync();
  expect(await c.look(({ db }) => listRemovals(db, { status: ["pending"] }))).toEqual([]);
  const [exception] = (await c.run("review", "exceptions", "--json")).json<{ key: string; group: { path: string } }[]>();
  expect(exception).toMatchObject({ key: "9001", group: { path: "HR/Departments/Sales" } });
});
