/** Node runs the compiled code that it finds in its cache, so no other user of the machine may write there. */
import { chmodSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { workplace, type Workplace } from "../helpers/cli.ts";

const folder = `rollcall-cache-${process.getuid?.() ?? 0}`;
let place: Workplace;
let env: Record<string, string>;
beforeEach(() => {
  place = workplace();
  env = { TMPDIR: join(place.dir, "tmp") };
  mkdirSync(join(place.dir, "tmp"));
});
afterEach(() => place.remove());

const entries = (): string[] => place.list("tmp").filter((name) => /cache/.test(name));

test.skipIf(process.platform === "win32")("compiled code is kept in a folder of the user alone", async () => {
  expect((await place.spawn(["--version"], { env })).code).toBe(0);
  expect(entries()).toEqual([folder]);
  expect(statSync(join(place.dir, "tmp", folder)).mode & 0o777).toBe(0o700);
  expect(place.list(`tmp/${folder}`)).not.toEqual([]);
});

test.skipIf(process.platform === "win32").each(["a folder that others may write to", "a link"])("%s is not used for it", async (what) => {
  const path = join(place.dir, "tmp", folder);
  const other = join(place.dir, "other");
  mkdirSync(what === "a link" ? other : path);
  if (what === "a link") symlinkSync(other, path);
  else chmodSync(path, 0o777);
  expect((await place.spawn(["--version"], { env })).code).toBe(0);
  expect([place.list(`tmp/${folder}`), entries()]).toEqual([[], [folder]]);
});
