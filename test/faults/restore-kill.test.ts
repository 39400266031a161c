import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { backedUp, restoreIn } from "./backup-place.ts";

test("a restore that is killed at any moment leaves the journal, and can be repeated", async () => {
  const place = await backedUp();
  onTestFinished(() => place.remove());
  cpSync(join(place.dir, "state"), join(place.dir, "cut"), { recursive: true });
  for (const ms of [150, 400, 700, 1000, 1300]) {
    const child = await place.start(["restore", "good.rcb", "--state", "cut", "--replace"]);
    await new Promise((resolve) => setTimeout(resolve, ms));
    child.kill("SIGKILL");
    await new Promise((resolve) => (child.exitCode === null && child.signalCode === null ? child.once("close", resolve) : resolve(null)));
    expect(place.read("cut/journal.jsonl")).toContain('"acme"');
  }
  const { code } = await restoreIn(place, "good.rcb", "cut", "--replace");
  expect(code).toBe(0);
  expect(place.list("cut")).not.toContain("restoring");
}, 120_000);
