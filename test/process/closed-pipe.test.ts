/** `rollcall … | head`: whoever reads goes away before the end. */
import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { workplace, type Workplace } from "../helpers/cli.ts";
import { company, people } from "../helpers/company.ts";

let place: Workplace;
beforeEach(() => {
  place = workplace();
});
afterEach(() => place.remove());

/** Runs a command whose output nobody reads. @returns its exit code, and what it said on the stream that stays open */
async function unread(from: Workplace, args: string[], closed: "stdout" | "stderr"): Promise<{ code: number | null; said: string }> {
  const child = await from.start(args);
  child[closed]?.destroy();
  let said = "";
  const open = closed === "stdout" ? child.stderr : child.stdout;
  open?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, said };
}

test.each([["--help"], ["--version"], ["help", "sync"]])("%s that nobody reads ends quietly", async (...args) => {
  expect(await unread(place, args, "stdout")).toEqual({ code: 0, said: "" });
});

test("a mistake that nobody reads still ends with its code", async () => {
  expect(await unread(place, ["no-such-command"], "stderr")).toEqual({ code: 2, said: "" });
});

test("a run whose output nobody reads is carried out to its end, with its own code", async () => {
  const c = await company();
  c.hr(people(12));
  expect(await unread(c.place, ["sync", "job.yaml", "--json", "--quiet"], "stdout")).toEqual({ code: 0, said: "" });
  expect(c.service.users()).toHaveLength(12);
  c.hr([...people(13), "x,broken"]);
  expect((await unread(c.place, ["sync", "job.yaml"], "stderr")).code).toBe(1);
  expect(c.service.users()).toHaveLength(13);
});
