import { join } from "node:path";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listAudit } from "../../src/store/audit/audit.ts";
import { people, type Company, type Employee } from "../helpers/company.ts";
import { snapshot } from "../helpers/snapshot.ts";

const first = people(2);
const joiners = people(5, 3);
const everybody = [...first, ...joiners];

async function night(c: Company, employees: readonly Employee[]) {
  c.hr(employees);
  const result = await c.sync();
  const held = c.operations(result.run).filter(({ status }) => status === "held");
  return { ...result, held: held.map(({ key, code }) => [key, code]) };
}

async function ok(c: Company, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await c.run(...args);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}`);
  return stdout;
}

const twoNights = snapshot(async (c) => {
  await night(c, first);
  await ok(c, "backup", "night-1.rcb");
  await night(c, everybody);
});

/**
 * Overwrites the journal lines of a person with NULs.
 * @returns their line numbers
 */
async function wipe(c: Company, key: string): Promise<number[]> {
  await c.place.reopen();
  const file = join(c.place.dir, ".rollcall", "journal.jsonl");
  const lines = readFileSync(file, "utf8").split("\n");
  const wiped = lines.flatMap((line, i) => (/^\{"t":"(intent|link)"/.test(line) && line.includes(`"key":"${key}"`) ? [i + 1] : []));
  for (const number of wiped) lines[number - 1] = "\0".repeat(lines[number - 1]?.length ?? 0);
  writeFileSync(file, lines.join("\n"));
  return wiped;
}

test("I2: after a restore, people whose journal lines are damaged get no second account", async () => {
  const c = await twoNights();
  const wiped = await wipe(c, "0005");
  expect(wiped).toHaveLength(2);
  const told = await ok(c, "restore", "night-1.rcb", "--replace");
  expect(told).toContain(`line ${wiped[0]} cannot be read and line ${wiped[1]} cannot be read`);
  expect(told).toMatch(/block every new account/);
  c.service.clearRequests();

  const renamed = everybody.map((person) => (person.id === "0005" ? { ...person, mail: "other@acme.example" } : person));
  const third = await night(c, [...renamed, ...people(1, 8)]);
  expect(third.held).toEqual([
    ["0005", "journal_damaged"],
    ["0008", "journal_damaged"],
  ]);
  expect(third.stderr).toContain(`journal.jsonl: line ${wiped[0]} cannot be read`);
  expect(c.userCalls("POST")).toEqual([]);
  expect(c.service.users()).toHaveLength(7);

  await ok(c, "identities", "link", "job.yaml", "0005", String(c.accountsOf("0005")[0]?.["user_id"]), "--yes", "--reason", "Looked it up");
  await ok(c, "restore", "--settled", "--reason", "Looked line 12 up in the service");
  const fourth = await night(c, [...renamed, ...people(1, 8)]);
  expect(fourth).toMatchObject({ code: 0, held: [] });
  expect(c.service.users()).toHaveLength(8);
  const trail = await c.look((state) => listAudit(state.db));
  expect(trail.find(({ action }) => action === "journal_damage_settled")?.detail).toMatchObject({
    reason: "Looked line 12 up in the service",
    lines: wiped.map((line) => ({ line, what: "unreadable" })),
  });
  await ok(c, "audit", "verify");
}, 240_000);

test("I2: a journal found damaged at any start holds all creates, also without its database, until the hold is ended", async () => {
  const c = await twoNights();
  const [line] = await wipe(c, "0004");
  c.service.clearRequests();
  const third = await night(c, [...everybody, ...people(1, 8)]);
  expect(third.held).toEqual([["0008", "journal_damaged"]]);
  expect(third.stderr).toContain(`${join(c.place.dir, ".rollcall", "journal.jsonl")}: line ${line} cannot be read`);

  const verified = await c.run("audit", "verify");
  expect(verified.code).toBe(1);
  expect(verified.stdout).toContain(`journal.jsonl: line ${line} cannot be read`);
  expect((await c.run("audit", "verify", "--json")).json()).toMatchObject({ ok: false, damage: { count: 2 } });

  const forgotten = await c.run("people", "forget", "0002", "--job", "job.yaml", "--reason", "Request 7");
  expect(forgotten.code).toBe(2);
  c.loseDatabase();
  c.job({ service: { auth: { refresh_token: c.service.issueRefreshToken() } } });
  const fourth = await night(c, [...everybody, ...people(1, 8)]);
  const { stdout } = await c.run("runs", "list", "--json");
  await c.run("runs", "approve", fourth.run, "--reason", "x");
  expect(stdout).toContain(fourth.run);
  expect(c.userCalls("POST")).toEqual([]);

  expect((await c.run("restore", "--settled")).code).toBe(2);
  await ok(c, "identities", "link", "job.yaml", "0004", String(c.accountsOf("0004")[0]?.["user_id"]), "--yes", "--reason", "Looked it up");
  await ok(c, "restore", "--settled", "--reason", "Linked 0004");
  await night(c, [...everybody, ...people(1, 8)]);
  expect(c.service.users().map(({ username }) => username)).toEqual([...everybody, ...people(1, 8)].map(({ id }) => `p${id}@acme.example`));
  expect((await c.run("restore", "--settled", "--reason", "Again")).stderr).toMatch(/There is nothing to settle/);
}, 240_000);

test("I2: after a restore with a journal whose last lines are missing, no one who joined since gets a second account", async () => {
  const c = await twoNights();
  await c.place.reopen();
  const file = join(c.place.dir, ".rollcall", "journal.jsonl");
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const lost = lines.findIndex((line) => line.startsWith('{"t":"intent"') && line.includes('"key":"0005"'));
  writeFileSync(
    file,
    lines
      .slice(0, lost)
      .map((line) => `${line}\n`)
      .join(""),
  );
  const told = await ok(c, "restore", "night-1.rcb", "--replace");
  expect(told).toContain(`lines after line ${lost} are missing`);
  expect(told).toMatch(/block every new account/);
  c.service.clearRequests();
  const third = await night(c, [...everybody, ...people(1, 8)]);
  expect(third.held).toContainEqual(["0005", "journal_damaged"]);
  expect(c.userCalls("POST")).toEqual([]);
  expect((await c.run("audit", "verify")).stderr).toContain("are missing");
  await ok(c, "restore", "--settled", "--reason", "Linked everyone in the service");
  expect((await night(c, everybody)).stderr).not.toContain("are missing");
}, 240_000);
