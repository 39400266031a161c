import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { freePort } from "../helpers/free-port.ts";
import { workplace, type CliResult, type Workplace } from "../helpers/cli.ts";

/** Memberships as `path user_id`. */
async function memberships(dir?: string): Promise<Set<string>> {
  const sandbox = await createSandbox(dir === undefined ? { seed: "company" } : { dir });
  try {
    return new Set(sandbox.groups().flatMap((group) => group.user_ids.map((member) => `${group.path} ${member}`)));
  } finally {
    await sandbox.close();
  }
}

/** A line of shell, as a person copies it. */
function shell(command: string, cwd: string): Promise<{ code: number | null; stdout: string }> {
  return new Promise((resolve) => {
    const child = execFile("sh", ["-c", command], { cwd, env: { PATH: process.env["PATH"] ?? "", NO_COLOR: "1" } }, (_error, stdout) =>
      resolve({ code: child.exitCode, stdout }),
    );
  });
}

const demoDir = ".rollcall/demo";
const missing = (from: Set<string>, to: Set<string>): string[] => [...from].filter((one) => !to.has(one));

describe("the demo", () => {
  let place: Workplace;
  /** The first start, for a machine. */
  let json: CliResult;
  /** The second one, for a person, and what a third process is told while it runs. */
  let code: number | null;
  let text = "";
  let errors = "";
  let intruder: CliResult;
  let before: Set<string>;
  let after: Set<string>;
  let commands: string[];

  beforeAll(async () => {
    place = workplace();
    place.write(".rollcall/other.txt", "kept");
    json = await place.run(["demo", "--json"]);
    const second = await place.start(["demo"]);
    second.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => second.on("close", resolve));
    await new Promise<void>((resolve) =>
      second.on("close", resolve).stdout?.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes("1. Yesterday")) resolve();
      }),
    );
    intruder = await place.run(["demo"]);
    code = await ended;
    before = await memberships();
    after = await memberships(join(place.dir, demoDir, "sandbox"));
    commands = (text.split("Try next")[1] ?? "").split("\n").flatMap((line) => /^ {4}(\S.*)$/.exec(line)?.[1] ?? []);
  }, 240_000);
  afterAll(() => place.remove());

  it("prints the result of the last run and nothing else with --json", () => {
    expect([json.code, json.stderr]).toEqual([0, ""]);
    expect(json.json<object>()).toMatchObject({
      job: "demo",
      status: "completed",
      counts: { rejected: 2, creates: 6, updates: 28, deactivations: 4, reactivations: 1, failed: 0, uncertain: 0, removals_pending: 30 },
    });
  });

  it("begins from the beginning at its second start, and deletes nothing but its own folder", () => {
    expect([code, errors]).toEqual([0, ""]);
    expect(text).toContain("300 accounts of the service were linked");
    expect(place.read(".rollcall/other.txt")).toBe("kept");
  });

  it("is left alone by another demo that starts meanwhile", () => {
    expect([intruder.code, intruder.stdout]).toEqual([2, ""]);
    expect(intruder.stderr).toMatch(/^The state directory .*demo is in use by process \d+ on /);
  });

  it("shows the plan before it sends anything, what was sent, and which rows could not be used", () => {
    expect(text).toContain("306 rows · 6 new accounts · 28 changes · 4 leavers · 1 rehire · 265 unchanged · 2 rejected");
    expect(text).toContain("39 changes applied, 0 failed, 0 unconfirmed");
    expect(text).toMatch(/row \d+: email: “[^”]+#acme.example” is not an e-mail address/);
    expect(text).toMatch(/row \d+: last_name is required: “Legal Last Name” is blank/);
  });

  it("shows pending removals by cause: the renamed department is one decision", () => {
    expect(text).toContain("Nothing was removed: 30 pending removals");
    expect(text).toContain("21 people lose the group HR/Departments/Sales EMEA; 21 of them gain HR/Departments/Sales – EMEA: renamed?");
    expect(text).toContain("HR's data does not put this person in the group HR/Departments/Finance. Someone probably added the membership");
    const report = /^ {4}(\S+\.html)$/m.exec(text)?.[1] ?? "";
    expect(place.read(report)).toContain("seems to be renamed");
  });

  it("prints without colours, and no stack trace", () => {
    expect(text).not.toContain("\u001b");
    expect(text).not.toMatch(/^\s+at .*:\d+/m);
  });

  it("I1, I6: removes no membership, adds those of the night, and leaves groups outside HR's authority alone", () => {
    expect(missing(before, after)).toEqual([]);
    const added = missing(after, before).map((one) => one.slice(0, one.lastIndexOf(" ")));
    expect(added.filter((path) => path === "HR/Departments/Sales – EMEA")).toHaveLength(21);
    // The two that someone added by hand are still there.
    expect(added.filter((path) => path === "Learning/Book club")).toHaveLength(1);
    expect(added.filter((path) => path === "HR/Departments/Finance")).toHaveLength(1);
  });

  it("ends with the command that shows its own state in the console, where its service is connected", async () => {
    const serve = commands.at(-1) ?? "";
    expect(serve).toMatch(/ serve --state \.rollcall\/demo --jobs \.rollcall\/demo$/);
    const { token } = (
      await place.run(["tokens", "create", "reader", "--role", "viewer", "--expires", "1h", "--state", demoDir, "--json"])
    ).json<{
      token: string;
    }>();
    const port = await freePort();
    const child = await place.start([...serve.slice(serve.indexOf(" serve ") + 1).split(" "), "--port", String(port), "--quiet"]);
    const ended = new Promise((resolve) => child.once("close", resolve));
    try {
      type Overview = { services: object[]; jobs: object[]; removals: { pending: number } };
      const overview = async (): Promise<Overview> => {
        const answer = await fetch(`http://127.0.0.1:${port}/api/v1/overview`, { headers: { authorization: `Bearer ${token}` } });
        return (await answer.json()) as Overview;
      };
      const connected = async (): Promise<object[]> => (await overview().catch(() => ({ services: [] }))).services;
      await expect.poll(connected, { timeout: 60_000 }).toMatchObject([{ account: "demo", ok: true }]);
      expect(await overview()).toMatchObject({ removals: { pending: 30 }, jobs: [{ name: "demo", ran: true, faults: [] }] });
    } finally {
      child.kill("SIGTERM");
      await ended;
    }
  }, 120_000);

  it("prints commands that work on the same state; approving the rename removes exactly those memberships", async () => {
    expect(commands).toHaveLength(4);
    const [list = "", approve = "", explain = ""] = commands;
    expect(approve).toContain('--reason "Renamed"');

    const listed = await shell(`${list} --json`, place.dir);
    expect(listed.code).toBe(0);
    const pending = JSON.parse(listed.stdout) as { person: { user_id: string }; group: { path: string } }[];
    const renamed = pending.filter((removal) => removal.group.path === "HR/Departments/Sales EMEA");
    expect([pending.length, renamed.length]).toEqual([30, 21]);

    const explained = await shell(explain, place.dir);
    expect(explained.code).toBe(0);
    expect(explained.stdout).toContain("− leaves the group HR/Departments/Sales, after a decision");

    expect((await shell(approve, place.dir)).code).toBe(0);
    const now = await memberships(join(place.dir, demoDir, "sandbox"));
    expect(missing(after, now).sort()).toEqual(renamed.map(({ person, group }) => `${group.path} ${person.user_id}`).sort());
    expect(missing(now, after)).toEqual([]);
    expect(JSON.parse((await shell(`${list} --json`, place.dir)).stdout)).toHaveLength(9);
  }, 240_000);

  it("keeps keys with zeros in front", async () => {
    const explained = await place.run(["explain", `${demoDir}/demo.yaml`, "00175", "--state", demoDir]);
    expect([explained.code, explained.stdout.split("\n")[0]]).toEqual([0, expect.stringMatching(/^00175: row \d+ of /)]);
    expect((await place.run(["explain", `${demoDir}/demo.yaml`, "175", "--state", demoDir])).code).toBe(2);
  });

  it("names its state in every command that it suggests, and so do commands with --state", async () => {
    expect(text).toMatch(/Apply it with `rollcall runs resume \S+ --state \.rollcall\/demo`/);
    const [run] = (await place.run(["runs", "list", "--state", demoDir, "--json"])).json<{ run: string }[]>();
    const { stdout } = await place.run(["runs", "show", run?.run ?? "", "--state", demoDir]);
    const suggested = stdout.split("\n").filter((line) => line.startsWith("Decide: "));
    expect(suggested).toEqual([
      expect.stringMatching(/rollcall review list --state \S+, then rollcall review approve --cause \S+ --reason "…" --state \S+$/),
    ]);
  });

  it("refuses to delete what no demo made: a job of the setup, an export, a changed job", async () => {
    const own = place.read(`${demoDir}/demo.yaml`);
    for (const [file, content, named] of [
      ["staff.yaml", "name: staff\n", "staff.yaml"],
      ["exports/ours.csv", "Employee ID\n1\n", "exports/ours.csv"],
      ["demo.yaml", `${own}schedule: { cron: "0 5 * * *", timezone: UTC }\n`, "demo.yaml (changed)"],
    ] as const) {
      place.write(`${demoDir}/${file}`, content);
      const refused = await place.run(["demo"]);
      expect([refused.code, refused.stdout]).toEqual([2, ""]);
      expect(refused.stderr).toContain(`contains files that no demo made: ${named}. Nothing was deleted.`);
      expect([place.read(`${demoDir}/${file}`), place.list(demoDir)]).toEqual([content, expect.arrayContaining(["database", "reports"])]);
      if (file === "demo.yaml") place.write(`${demoDir}/${file}`, own);
      else rmSync(join(place.dir, demoDir, file));
    }
  });

  it("refuses a folder that no demo made, and deletes nothing", async () => {
    place.write("state/demo/holiday.txt", "mine");
    const refused = await place.run(["demo", "--state", "state"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("The demo needs the directory");
    expect(place.read("state/demo/holiday.txt")).toBe("mine");
  });
});
