/** A process that gets a stop signal ends, whatever the service does. */
import { expect, test } from "vitest";
import { company, people, until } from "../helpers/company.ts";
import { ended, jobForDaemon, servingBy } from "../helpers/serving.ts";

test("I10: an unanswered call does not prevent the daemon from exiting with 0, and the next run resolves it", async () => {
  const c = await company({
    faults: [{ path: "/users", method: "POST", delayMs: 3_000_000, times: 1 }],
    parts: { service: { timeout: "1h", identities: { settle: "1s" } } },
  });
  c.hr(people(5));
  jobForDaemon(c);
  const token = (await c.run("tokens", "create", "machine", "--role", "operator", "--expires", "1d", "--json")).json<{ token: string }>();
  const daemon = await servingBy({ env: { ROLLCALL_GRACE: "1s" } }, c);
  const headers = { authorization: `Bearer ${token.token}`, "content-type": "application/json" };
  await fetch(`${daemon.url}/api/v1/jobs/nightly/run`, { method: "POST", headers, body: "{}" });
  await until(() => c.userCalls("POST").length === 1, 60_000);
  expect(await ended(daemon.child, "SIGTERM")).toBe(0);
  expect(daemon.errors()).toMatch(/"event":"process_left_work","ms":1000/);
  for (let nights = 0; nights < 3; nights += 1) {
    // Longer than `settle`, which begins when a run finds the create.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await c.night("sync", ["jobs/nightly.yaml"]);
  }
  const names = c.service.users().map(({ username }) => username);
  expect(new Set(names).size).toBe(5);
  expect(names).toHaveLength(5);
}, 240_000);
