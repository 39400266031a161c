import { expect, test } from "vitest";
import { company, people } from "../helpers/company.ts";
import { create } from "../promises/creates.ts";

const oneByOne = { rate: { per_second: 500, in_flight: 1 } };
const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1) ?? "";

test("the last line of a run whose token ends in the middle counts its completed operations", async () => {
  const c = await company({ parts: { service: oneByOne } });
  c.hr(people(6));
  c.service.failNext({ ...create, nth: 4, expireToken: true });
  c.service.failNext({ path: "/oauth2/token/refresh$", nth: 2, times: -1, status: 401 });
  const ended = await c.run("sync", "job.yaml");
  expect(ended.code).toBe(5);
  const [stopped] = (await c.run("runs", "list", "--json")).json<{ run: string }[]>();
  expect(lastLine(ended.stderr)).toBe(`Run ${stopped?.run}: 3 operations were applied, 3 not applied yet.`);
  expect(ended.stderr).toContain("rejected the refresh token");
  expect(ended.stdout + ended.stderr).not.toContain("Nothing changed");
});

test("the last line of a failed revert counts what it added back", async () => {
  const c = await company({
    parts: { service: { ...oneByOne, retry: { attempts: 1, delay: "10ms", max_delay: "10ms", give_up: "100ms" } } },
  });
  c.hr(people(4).map(({ id }) => ({ id, dept: "IT" })));
  await c.sync();
  c.hr(people(4));
  await c.sync();
  const pending = (await c.run("review", "list", "--json")).json<{ id: string; last_run?: string }[]>();
  await c.run("review", "approve", ...pending.map(({ id }) => id), "--reason", "moved");
  const runs = (await c.run("runs", "list", "--json")).json<{ run: string }[]>();
  c.service.failNext({ method: "PUT", path: "/users/", nth: 3, expireToken: true });
  c.service.failNext({ path: "/oauth2/token/refresh$", times: -1, status: 401 });
  const ended = await c.run("runs", "revert", runs[0]?.run ?? "", "--reason", "a mistake");
  expect(ended.code).toBe(5);
  const [reverted] = (await c.run("runs", "list", "--json")).json<{ run: string }[]>();
  expect(reverted?.run).not.toBe(runs[0]?.run);
  expect(lastLine(ended.stderr)).toBe(`Run ${reverted?.run}: 2 operations were applied, 2 not applied yet.`);
});

test("the last line of a run that fails before its plan says that nothing was sent", async () => {
  const c = await company();
  c.hr(people(2));
  c.service.failNext({ path: "/groups", times: -1, status: 403 });
  const ended = await c.run("sync", "job.yaml");
  expect(ended.code).toBe(5);
  expect(lastLine(ended.stderr)).toMatch(/^Run \S+: nothing was sent\.$/);
});
