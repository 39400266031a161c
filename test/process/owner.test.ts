import { execFile, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const bin = fileURLToPath(new URL("../../bin/rollcall.js", import.meta.url));
const NOBODY = 65_534;
/** Only root can act for two users, on a checkout that others may read. */
const isRoot =
  process.getuid?.() === 0 && spawnSync(process.execPath, [bin, "--version"], { uid: NOBODY, gid: NOBODY, stdio: "ignore" }).status === 0;

let place = "";
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "rollcall-owner-"));
  chmodSync(place, 0o755);
  mkdirSync(join(place, "state"), { mode: 0o700 });
  chownSync(join(place, "state"), isRoot ? NOBODY : (process.getuid?.() ?? 0), NOBODY);
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

function rollcall(uid: number, ...args: string[]): Promise<{ code: number; stderr: string }> {
  const env = { PATH: "/usr/bin:/bin", HOME: place, NO_COLOR: "1" };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [bin, ...args], { cwd: place, env, uid, gid: uid }, (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stderr }),
    );
  });
}

describe.runIf(isRoot)("a state of another user", () => {
  test("is refused to root with the name of its owner, and keeps its files", async () => {
    expect(await rollcall(NOBODY, "runs", "list", "--state", "state")).toEqual({ code: 0, stderr: "" });
    const before = readdirSync(join(place, "state")).toSorted();
    for (const command of [
      ["runs", "list"],
      ["backup", "copy.rcb"],
      ["review", "list"],
    ]) {
      const { code, stderr } = await rollcall(0, ...command, "--state", "state");
      expect(code).toBe(2);
      expect(stderr).toMatch(
        /^The state directory \S+\/state belongs to user nobody \(65534\), and this command runs as user root \(0\)\. Nothing was changed\.$/m,
      );
      expect(stderr).toContain("sudo -u nobody rollcall");
    }
    expect(readdirSync(join(place, "state")).toSorted()).toEqual(before);
    expect(await rollcall(NOBODY, "runs", "list", "--state", "state")).toEqual({ code: 0, stderr: "" });
  }, 120_000);

  test("names the way back where the first command of all ran as root", async () => {
    rmSync(join(place, "state"), { recursive: true });
    expect((await rollcall(0, "runs", "list", "--state", "state")).code).toBe(0);
    const { code, stderr } = await rollcall(NOBODY, "runs", "list", "--state", "state");
    expect([code, stderr.split(". ")[0]]).toEqual([
      2,
      `The state directory ${join(place, "state")} belongs to user root (0), and this command runs as user nobody (65534)`,
    ]);
    expect(stderr).toContain(`chown -R nobody ${join(place, "state")}.`);
    spawnSync("chown", ["-R", "nobody", join(place, "state")]);
    expect(await rollcall(NOBODY, "runs", "list", "--state", "state")).toEqual({ code: 0, stderr: "" });
  }, 120_000);

  test("names the file that an earlier command as root left behind, and how to give it back", async () => {
    await rollcall(NOBODY, "runs", "list", "--state", "state");
    const file = join(place, "state/database/base/5", readdirSync(join(place, "state/database/base/5"))[0] ?? "");
    chownSync(file, 0, 0);
    const { code, stderr } = await rollcall(NOBODY, "runs", "list", "--state", "state");
    expect([code, stderr.split(". ")[0]]).toEqual([
      2,
      `${file} belongs to user root (0), and the state directory ${join(place, "state")} to user nobody (65534)`,
    ]);
    expect(stderr).toContain(`chown -R nobody ${join(place, "state")}`);
  }, 120_000);
});

test.runIf(isRoot)(
  "a directory without write permission is named, without a defect",
  async () => {
    chownSync(join(place, "state"), 0, 0);
    const { code, stderr } = await rollcall(NOBODY, "runs", "list", "--state", "state/of/nobody");
    expect([code, stderr.split("\n")[0]]).toEqual([
      2,
      `The state directory ${join(place, "state/of/nobody")} cannot be opened: you do not have permission to write there. Nothing was changed.`,
    ]);
  },
  120_000,
);
