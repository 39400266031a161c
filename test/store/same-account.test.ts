import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Operation } from "../../src/store/runs/operations.ts";
import { recordCreated, type Outcome } from "../../src/store/runs/outcomes.ts";
import { openState } from "../helpers/state.ts";

test("I2: two people who got the same account are not recorded together, nor in the journal", async () => {
  const state = await openState(join(mkdtempSync(join(tmpdir(), "rollcall-same-")), "state"));
  onTestFinished(() => state.close());
  const outcomeOf = (key: string): Outcome => ({
    operation: { id: `r-${key}`, run: "r", seq: Number(key), account: "acme", job: "nightly", key } as Operation,
    result: { userId: "u1", sent: {}, active: true, groups: [] },
    at: new Date(),
  });
  await expect(recordCreated(state, ["1", "2"].map(outcomeOf))).rejects.toThrow("the same account");
  expect((await state.journal.read(0)).entries.filter(({ t }) => t === "link")).toEqual([]);
  expect(await recordCreated(state, [outcomeOf("1")])).toEqual([null]);
  expect(await recordCreated(state, [outcomeOf("2")])).toEqual([{ key: "1", user_id: "u1" }]);
  expect((await state.journal.read(0)).entries.filter(({ t }) => t === "link")).toHaveLength(1);
});
