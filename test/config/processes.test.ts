import { expect, test } from "vitest";
import { concurrency, graceTime } from "../../src/config/processes.ts";
import { workplace } from "../helpers/cli.ts";
import { problemOf } from "../helpers/problems.ts";

test("accepts 1 to 100, defaults to 16, and refuses anything else with the allowed range", async () => {
  expect(concurrency({})).toBe(16);
  expect(concurrency({ ROLLCALL_CONCURRENCY: "  " })).toBe(16);
  expect(concurrency({ ROLLCALL_CONCURRENCY: " 4 " })).toBe(4);
  expect(concurrency({ ROLLCALL_CONCURRENCY: "100" })).toBe(100);
  for (const wrong of ["0", "101", "-1", "1.5", "4x", "many", "1e1"])
    expect((await problemOf(() => concurrency({ ROLLCALL_CONCURRENCY: wrong }))).message).toContain(
      `from 1 to 100, not ${wrong}. Nothing was changed.`,
    );
});

test("the grace time is a duration up to an hour, 30 s by default", async () => {
  expect(graceTime({})).toBe(30_000);
  expect(graceTime({ ROLLCALL_GRACE: " 2m " })).toBe(120_000);
  for (const wrong of ["0s", "2h", "30", "soon", "-1s"])
    expect((await problemOf(() => graceTime({ ROLLCALL_GRACE: wrong }))).message).toContain(`not ${wrong}. Nothing was changed.`);
});

test("a daemon with an invalid value does not start", async () => {
  const place = workplace();
  const refused = await place.run(["serve"], { env: { ROLLCALL_CONCURRENCY: "all" } });
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain("ROLLCALL_CONCURRENCY must be a number from 1 to 100");
  expect(place.list(".")).toEqual([]);
  await place.remove();
});
