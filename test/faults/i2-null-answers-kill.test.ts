import { expect, test } from "vitest";
import { company, people, until } from "../helpers/company.ts";
import { unlinked, wellLinked } from "../promises/null-answers.ts";

test("I2: an accepted create that a kill -9 left unresolved is found by the next run", async () => {
  const c = await company(unlinked);
  c.hr(people(1));
  await c.sync();
  c.hr(people(2));
  // The snapshot that looks for the new account is never answered.
  const child = await c.start("sync job.yaml");
  await until(() => c.userCalls("POST").length === 2);
  child.kill("SIGKILL");
  await new Promise((resolve) => child.on("close", resolve));
  const next = await c.sync();
  expect(next.counts).toMatchObject({ held: 0 });
  expect((await wellLinked(c)).links).toHaveLength(2);
  expect(c.userCalls("POST")).toHaveLength(2);
}, 120_000);
