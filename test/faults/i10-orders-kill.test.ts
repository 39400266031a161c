import { expect, test } from "vitest";
import { company, mailOf, people, until } from "../helpers/company.ts";
import { ended, jobForDaemon, serving } from "../helpers/serving.ts";

/** The poll interval in the job of the test company. */
const IN_FLIGHT = 8;

test("I10: a run started in the console continues at the next start after a kill -9, and no one gets two accounts", async () => {
  const c = await company({
    faults: [{ path: "/users", delayMs: 60, times: -1 }],
    parts: { service: { identities: { settle: "1s" } } },
  });
  c.hr(people(200));
  jobForDaemon(c);
  const token = JSON.parse(
    (await c.run("tokens", "create", "machine", "--role", "operator", "--expires", "1d", "--json")).stdout || "{}",
  ) as { token?: string };
  const headers = { authorization: `Bearer ${token.token ?? ""}`, "content-type": "application/json" };
  const first = await serving(c, "--link");
  const started = await fetch(`${first.url}/api/v1/jobs/nightly/run`, { method: "POST", headers, body: "{}" });
  const { run } = (await started.json()) as { run: string };
  expect(run).toMatch(/^\d{8}-/);
  await until(() => c.service.users().length > 40, 60_000);
  await ended(first.child, "SIGKILL");
  expect(c.service.users().length).toBeLessThan(200);
  const second = await serving(c, "--link");
  const status = async (): Promise<string> => {
    const answer = await fetch(`${second.url}/api/v1/runs/${run}`, { headers });
    return ((await answer.json()) as { run?: { status?: string } }).run?.status ?? "";
  };
  for (let tries = 0; (await status()) !== "completed"; tries += 1) {
    if (tries > 240) throw new Error(`the run is ${await status()}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  expect(await ended(second.child, "SIGTERM")).toBe(0);
  // The next run resolves its unconfirmed creates.
  const night = await c.night("sync", ["jobs/nightly.yaml"]);
  expect(night.counts).toMatchObject({ failed: 0, uncertain: 0 });
  const names = c.service.users().map(({ username }) => username);
  expect(new Set(names).size).toBe(names.length);
  // A create that was interrupted before it reached the service looks like one that arrived: its person waits.
  const without = people(200).filter((person) => !names.includes(mailOf(person)));
  expect(without.length).toBeLessThanOrEqual(IN_FLIGHT);
  const held = c.operations(night.run).filter(({ code }) => code === "unsettled_create");
  expect(held.map(({ key }) => key)).toEqual(expect.arrayContaining(without.map(({ id }) => id)));
}, 300_000);
