import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../../src/cli/run-cli.ts";
import { company, mailOf, people } from "../helpers/company.ts";
import { freePort } from "../helpers/free-port.ts";
import { testIo } from "../helpers/io.ts";

const DAY = 86_400_000;

test("two concurrent commands share no directory, environment, state, clock or output", async () => {
  const token = "second-companys-token";
  const [one, two] = [await company(), await company()];
  one.hr(people(5));
  two.hr(people(9, 100));
  two.job({ service: { account: "${ACCOUNT}" } });
  const at = [new Date("2031-03-01T02:00:00Z"), new Date("2027-07-01T02:00:00Z")] as const;
  const first = testIo(one.place.dir, { now: () => at[0], env: { ROLLCALL_STATE: "here" } });
  const second = testIo(two.place.dir, {
    now: () => at[1],
    env: { ROLLCALL_STATE: "there", ACCOUNT: "globex", ROLLCALL_SECRET_KEY: token.padEnd(40, "x") },
  });
  const codes = await Promise.all([
    runCli(["sync", "job.yaml", "--json"], first.io),
    runCli(["sync", "job.yaml", "--json"], second.io),
    runCli(["--help"], testIo(one.place.dir).io),
  ]);
  expect(codes).toEqual([0, 0, 0]);
  const results = [first, second].map(
    ({ stdout }) => JSON.parse(stdout()) as { run: string; counts: Record<string, number>; source: { file: string } },
  );
  expect(results.map(({ counts }) => counts["creates"])).toEqual([5, 9]);
  expect(results[0]?.run).toMatch(/^20310301-020000-/);
  expect(results[1]?.run).toMatch(/^20270701-020000-/);
  expect(results.map(({ source }) => source.file)).toEqual([join(one.place.dir, "hr.csv"), join(two.place.dir, "hr.csv")]);
  expect([one.place.list("."), two.place.list(".")]).toEqual([
    ["here", "hr.csv", "job.yaml", "mapping.yaml"],
    ["hr.csv", "job.yaml", "mapping.yaml", "there"],
  ]);
  expect(one.service.users().map((user) => user["username"])).toEqual(people(5).map((person) => mailOf(person)));
  expect(two.service.users()).toHaveLength(9);
  for (const { stderr } of [first, second]) expect(stderr()).toContain("Sending …");
  expect(first.stderr() + first.stdout()).not.toContain("0100");
});

test("the log of a daemon has no events of a command in the same process", async () => {
  const [served, other] = [await company(), await company()];
  served.hr(people(3));
  other.hr(people(4));
  mkdirSync(join(served.place.dir, "jobs"));
  const daemon = testIo(served.place.dir, { env: { ROLLCALL_LOG_LEVEL: "debug" } });
  const ended = runCli(["serve", "--port", String(await freePort())], daemon.io);
  await expect.poll(daemon.stdout).toContain("The console is at");
  expect((await other.sync()).counts["creates"]).toBe(4);
  daemon.stop();
  expect(await ended).toBe(0);
  expect(daemon.stderr()).toContain('"event":"process_ready"');
  expect(daemon.stderr()).not.toMatch(/run_began|operation_began|service_call/);
});

test("a clock moved forward expires a token only for that command", async () => {
  const c = await company();
  c.hr(people(2));
  const made = (await c.run("tokens", "create", "robot", "--role", "operator", "--expires", "30d", "--json")).json<{ token: string }>();
  const soon = await c.place.run(["sync", "job.yaml"], { env: { ROLLCALL_TOKEN: made.token } });
  expect(soon.code).toBe(0);
  c.clock.step(31 * DAY);
  const late = await c.place.run(["sync", "job.yaml"], { env: { ROLLCALL_TOKEN: made.token } });
  expect(late).toMatchObject({ code: 2 });
  expect(late.stderr).toContain("ROLLCALL_TOKEN isn't a valid API token");
  c.clock.step(-31 * DAY);
  expect((await c.place.run(["sync", "job.yaml"], { env: { ROLLCALL_TOKEN: made.token } })).code).toBe(0);
});
