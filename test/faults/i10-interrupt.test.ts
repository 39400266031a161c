import { expect, test } from "vitest";
import { company, people, until } from "../helpers/company.ts";

test("I10: an interrupted run ends its requests in flight and keeps the rest, and resume completes it", async () => {
  const c = await company({ parts: { service: { rate: { per_second: 20, in_flight: 2 } } } });
  c.hr(people(40));
  const child = await c.place.start(["sync", "job.yaml", "--json"]);
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString("utf8")));
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  await until(() => c.service.users().length >= 5);
  child.kill("SIGINT");
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  expect(code).toBe(130);
  const stopped = JSON.parse(stdout) as { run: string; status: string; counts: Record<string, number> };
  expect(stderr).toContain(`rollcall runs resume ${stopped.run}`);
  expect(stopped).toMatchObject({ status: "interrupted", counts: { creates: 40, uncertain: 0, failed: 0 } });
  expect(stopped.counts["done"]).toBe(c.service.users().length);
  expect(c.service.users().length).toBeLessThan(40);
  expect(await c.night("runs resume", [stopped.run])).toMatchObject({ code: 0, counts: { creates: 40, done: 40 } });
  expect(c.userCalls("POST")).toHaveLength(40);
}, 120_000);
