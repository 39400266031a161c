/** `review approve --all`. */
import { expect, test } from "vitest";
import { company } from "../helpers/company.ts";

test("decides exactly those that are pending, with their number and digest, and leaves what is found later", async () => {
  const c = await company();
  c.hr(["0001", "0002", "0003"].map((id) => ({ id, dept: "IT" })));
  await c.sync();
  c.hr([
    { id: "0001", dept: "Sales" },
    { id: "0002", dept: "Sales" },
    { id: "0003", dept: "IT" },
  ]);
  await c.sync();
  const both = await c.run("review", "approve", "--all", "--cause", "C-00000000", "--reason", "x");
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("Pass either --all, or ids of removals, or causes with --cause.")]);
  const kept = await c.run("review", "reject", "--all", "--reason", "not now");
  expect(kept.stdout).toMatch(/^Pending removals: 2, digest [0-9a-f]{8}\n/);
  const ids = (await c.run("review", "list", "--status", "rejected", "--json")).json<{ id: string }[]>().map(({ id }) => id);
  await c.run("review", "undo", ...ids, "--reason", "after all");
  const approved = await c.run("review", "approve", "--all", "--reason", "Moved", "--json");
  const { all, decided } = approved.json<{ all: { removals: number; digest: string }; decided: { id: string; status: string }[] }>();
  expect(all).toEqual({ removals: 2, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(decided.map(({ id, status }) => [id, status]).sort()).toEqual(ids.map((id) => [id, "applied"]).sort());
  c.clock.step(86_400_000);
  c.hr(["0001", "0002", "0003"].map((id) => ({ id, dept: "Sales" })));
  expect((await c.sync()).counts).toMatchObject({ removals_pending: 1 });
}, 120_000);
