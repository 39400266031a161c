import { expect, test } from "vitest";
import { company, people, until } from "../helpers/company.ts";
import { unlinked, wellLinked } from "../promises/null-answers.ts";

test("I2: a kill -9 while an accepted create is looked for leaves it to the next run, which finds it", async () => {
  const c = await company(unlinked);
  c.hr(people(1));
  await c.sync();
  c.hr(people(2));
  // The reading that looks for the new account does not come back.
  const child = await c.start("sync job.yaml");
  await until(() => c.userCalls("POST").length === 2);
  child.kill("SIGKILL");
  await new Promise((resolve) => child.on("close", resolve));
  const next = await c.sync();
  expect(next.counts).toMatchObject({ held: 0 });
  expect((await wellLinked(c)).links).toHaveLength(2);
  expect(c.userCalls("POST")).toHaveLength(2);
}, 120_000);
