/** `rollcall … | head`: whoever reads goes away before the end. `rollcall … > FILE`: the disk may be full. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { workplace, type Workplace } from "../helpers/cli.ts";
import { company, people } from "../helpers/company.ts";

let place: Workplace;
beforeEach(() => {
  place = workplace();
});
afterEach(() => place.remove());

/**
 * Runs a command whose output no one reads.
 * @returns its exit code, and the text of the stream that stays open
 */
async function unread(from: Workplace, args: string[], closed: "stdout" | "stderr"): Promise<{ code: number | null; said: string }> {
  const child = await from.start(args);
  child[closed]?.destroy();
  let said = "";
  const open = closed === "stdout" ? child.stderr : child.stdout;
  open?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, said };
}

const bin = fileURLToPath(new URL("../../bin/rollcall.js", import.meta.url));

/** Runs a command one of whose outputs goes to a full disk. @returns its exit code, and what it said on the other */
async function toFullDisk(from: Workplace, args: string[], full: "stdout" | "stderr"): Promise<{ code: number | null; said: string }> {
  await from.reopen();
  const device = openSync("/dev/full", "w");
  const stdio = full === "stdout" ? (["ignore", device, "pipe"] as const) : (["ignore", "pipe", device] as const);
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: from.dir,
    env: { PATH: process.env["PATH"] ?? "", HOME: from.dir, NO_COLOR: "1" },
    stdio: [...stdio],
  });
  closeSync(device);
  let said = "";
  (child.stdout ?? child.stderr)?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, said };
}

test.each([["--help"], ["--version"], ["help", "sync"]])("%s that nobody reads ends quietly", async (...args) => {
  expect(await unread(place, args, "stdout")).toEqual({ code: 0, said: "" });
});

test("an error whose output no one reads keeps its exit code", async () => {
  expect(await unread(place, ["no-such-command"], "stderr")).toEqual({ code: 2, said: "" });
});

test("a run whose output no one reads is completed, with its own exit code", async () => {
  const c = await company();
  c.hr(people(12));
  expect(await unread(c.place, ["sync", "job.yaml", "--json", "--quiet"], "stdout")).toEqual({ code: 0, said: "" });
  expect(c.service.users()).toHaveLength(12);
  c.hr([...people(13), "x,broken"]);
  expect((await unread(c.place, ["sync", "job.yaml"], "stderr")).code).toBe(1);
  expect(c.service.users()).toHaveLength(13);
});

test("output that meets a full disk says so in a sentence, and no such command ends with 0", async () => {
  const { code, said } = await toFullDisk(place, ["service", "groups", "list", "--all"], "stdout");
  expect(said).toMatch(/^Standard output cannot be written: the disk is full\. The rest of the output is lost\.\nFree space/m);
  expect(said).not.toMatch(/ENOSPC|^\s+at /m);
  expect(code).toBe(2);
});

test("a run whose output meets a full disk runs to its end", async () => {
  const c = await company();
  onTestFinished(() => c.place.remove());
  c.hr(people(12));
  expect((await toFullDisk(c.place, ["sync", "job.yaml", "--json"], "stdout")).code).toBe(2);
  expect(c.service.users()).toHaveLength(12);
  c.hr(people(13));
  expect((await toFullDisk(c.place, ["sync", "job.yaml"], "stderr")).code).toBe(2);
  expect(c.service.users()).toHaveLength(13);
});
