import { problemOf } from "../helpers/problems.ts";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveFile } from "../../src/source/fetch/resolve.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rollcall-resolve-"));
  for (const name of ["employees-2026-01-09.csv", "employees-2026-01-10.csv", "other.csv"]) await writeFile(join(folder, name), "");
  await mkdir(join(folder, "employees-2026-02-01.csv"));
});
afterAll(() => rm(folder, { recursive: true }));

test("chooses the last match by name, and ignores folders", async () => {
  expect((await resolveFile(join(folder, "employees-*.csv"))).path).toBe(join(folder, "employees-2026-01-10.csv"));
});

test("returns a path without a star unchanged", async () => {
  expect((await resolveFile(join(folder, "other.csv"))).path).toBe(join(folder, "other.csv"));
});

test("reports a missing file with the contents of its folder", async () => {
  expect(await problemOf(resolveFile(join(folder, "othr.csv")))).toMatchObject({
    code: "file_not_found",
    exit: 4,
    message: expect.stringContaining("there is no such file; the folder") as string,
    next: expect.stringContaining("Did you mean other.csv?") as string,
  });
  expect(await problemOf(resolveFile(join(folder, "staff-*.csv")))).toMatchObject({
    message: expect.stringContaining("no file name matches this pattern") as string,
  });
  expect(await problemOf(resolveFile(join(folder, "none", "a*.csv")))).toMatchObject({
    message: expect.stringContaining("doesn't exist either; nothing was changed") as string,
  });
});
