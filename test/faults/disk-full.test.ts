import { spawn, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { workplace } from "../helpers/cli.ts";
import { company, people, type Company } from "../helpers/company.ts";

const bin = fileURLToPath(new URL("../../bin/rollcall.js", import.meta.url));

/** A private disk can be mounted where user namespaces are allowed, which not every container does. */
const mayMount = spawnSync("unshare", ["--map-root-user", "--mount", "true"]).status === 0;

interface Ended {
  codes: (number | null)[];
  stdout: string;
  stderr: string;
}

/** Runs a command on a copy of the company's state, on a disk with `freeKb` free. `again`: a second time after space was freed. */
function onFullDisk(c: Company, freeKb: number, again: "again" | "no", ...args: string[]): Promise<Ended> {
  mkdirSync(join(c.place.dir, "disk"), { recursive: true });
  const script = `
    mount -t tmpfs -o size=64m tmpfs disk
    mkdir -m 700 disk/state
    if [ -d .rollcall ]; then cp -a --sparse=always .rollcall/. disk/state/; fi
    left=$(df --output=avail -k disk | tail -1)
    head -c "$(( left - ${freeKb} ))K" /dev/zero > disk/filler
    code=0
    # A command that doesn't recognize the full disk may retry for minutes.
    timeout -s KILL 60 "$@" --state disk/state || code=$?
    echo "first=$code"
    rm disk/filler
    [ ${again} = no ] || exec timeout -s KILL 150 "$@" --state disk/state`;
  return new Promise((resolve) => {
    const child = spawn("unshare", ["--map-root-user", "--mount", "sh", "-ec", script, "sh", process.execPath, bin, ...args], {
      cwd: c.place.dir,
      env: { PATH: process.env["PATH"] ?? "", HOME: c.place.dir, NO_COLOR: "1" },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.on("close", (code) => resolve({ codes: [Number(/^first=(\d+)$/m.exec(stdout)?.[1]), code], stdout, stderr }));
  });
}

const said = /^The disk is full: a write failed\. Data stored earlier is kept\.\nFree space on the disk/m;

test.runIf(mayMount)(
  "I2, I10: reports a full disk at the start, while planning and while sending, and continues after space was freed",
  async () => {
    const c = await company({ ownDatabase: true, parts: { service: { rate: { per_second: 500 } } } });
    onTestFinished(() => c.place.remove());
    expect(await onFullDisk(c, 1000, "again", "runs", "list")).toMatchObject({ codes: [2, 0], stderr: expect.stringMatching(said) });
    c.hr(people(50));
    await c.sync();
    await c.place.reopen();
    c.hr(people(400));
    // The last command sends: after it no older copy of the state may be used.
    for (const [freeKb, phase, again] of [
      [0, "", "no"],
      [1024, "Planning", "no"],
      [4096, "Sending", "again"],
    ] as const) {
      const { codes, stderr } = await onFullDisk(c, freeKb, again, "sync", "job.yaml");
      expect(stderr, `with ${freeKb} KB free`).toMatch(said);
      expect(stderr.slice(0, stderr.search(said)), `with ${freeKb} KB free`).toContain(phase);
      expect(codes[0]).toBe(2);
      // Creates whose outcome could not be written are unconfirmed.
      if (again === "again") expect([0, 1], `after ${stderr}`).toContain(codes[1]);
    }
    const names = c.service.users().map(({ username }) => username);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(300);
  },
  300_000,
);

test.runIf(mayMount)("every --out says that its disk is full, and leaves no draft there", async () => {
  const place = workplace();
  onTestFinished(() => place.remove());
  const course = (await place.run(["service", "courses", "list"])).json<{ id: string }[]>()[0]?.id ?? "";
  await place.reopen();
  mkdirSync(join(place.dir, "disk"));
  const commands = [
    "audit export --out disk/a.csv",
    "review export --out disk/a.xlsx",
    `service courses launchfile ${course} --out disk/a.zip`,
  ];
  const script = `
    mount -t tmpfs -o size=64k tmpfs disk
    head -c "$(df --output=avail -k disk | tail -1)K" /dev/zero > disk/filler
    for command in ${commands.map((command) => `"${command}"`).join(" ")}; do
      "$0" "${bin}" $command || echo "exit $?"
      ls -A disk
    done`;
  const { stdout, stderr } = spawnSync("unshare", ["--map-root-user", "--mount", "sh", "-ec", script, process.execPath], {
    cwd: place.dir,
    env: { PATH: process.env["PATH"] ?? "", HOME: place.dir, NO_COLOR: "1" },
    encoding: "utf8",
  });
  expect(stderr.match(/cannot be written: the disk is full\. Nothing was changed\.\n.*run the command again\.$/gm)).toHaveLength(3);
  expect(stdout).toBe("exit 2\nfiller\n".repeat(3));
});

test("an answer that a full disk refuses leaves no file open", () => {
  const place = workplace();
  onTestFinished(() => place.remove());
  const program = `
    const { saveAnswer } = await import(${JSON.stringify(new URL("../../src/state/journal/saved-answers.ts", import.meta.url).href)});
    const { readdirSync, readlinkSync } = await import("node:fs");
    const created = { t: "link", account: "acme", job: "nightly", key: "0001", user_id: "u-1", source: "created" };
    let refused = 0;
    for (let n = 0; n < 5; n += 1) await saveAnswer(process.cwd(), "op" + n, created).catch(() => (refused += 1));
    const targets = readdirSync("/proc/self/fd").map((fd) => { try { return readlinkSync("/proc/self/fd/" + fd); } catch { return ""; } });
    console.log(JSON.stringify({ refused, open: targets.filter((target) => target.includes("/answers/")) }));`;
  // No file may become longer than it is.
  const limited = ["-c", 'ulimit -f 0; exec "$0" --input-type=module -e "$1"', process.execPath, program];
  const { stdout, stderr } = spawnSync("sh", limited, { cwd: place.dir, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({ refused: 5, open: [] });
});
