import { expect, test } from "vitest";
import { races } from "../review/twenty-requests.ts";

test.each(races)("$title", { timeout: 240_000 }, async ({ setUp, run }) => {
  const c = await setUp(null);
  await c.place.reopen();
  await c.look((state) => run(c, [state]));
  expect((await c.run("audit verify")).code).toBe(0);
});
