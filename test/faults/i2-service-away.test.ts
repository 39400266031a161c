import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { company, oneByOne, people, until } from "../helpers/company.ts";
import { create } from "../promises/creates.ts";

test("I2: a create that was never sent is sent again: refused connections and 429 cost no one an account", async () => {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-sandbox-"));
  const c = await company({ dir, parts: { service: { ...oneByOne, rate: { per_second: 8, in_flight: 1 } } } });
  c.service.failNext({ ...create, status: 429, retryAfter: 0, times: 2 });
  c.hr(people(6));
  const night = c.sync();
  await until(() => c.service.users().length >= 2 && c.userCalls("POST").at(-1)?.status === 200);
  await c.service.close();
  const before = c.userCalls("POST").filter(({ status }) => status === 200).length;
  await new Promise((resolve) => setTimeout(resolve, 500));
  const again = await createSandbox({ seed: "empty", dir, port: Number(new URL(c.service.url).port) });
  try {
    expect(await night).toMatchObject({ code: 0, status: "completed", counts: { creates: 6, done: 6, uncertain: 0, failed: 0 } });
    expect(again.users()).toHaveLength(6);
    expect(again.requests().filter(({ method, path }) => method === "POST" && path.endsWith("/users"))).toHaveLength(6 - before);
  } finally {
    await again.close();
    rmSync(dir, { recursive: true });
  }
}, 120_000);
