import { hash } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RepeatedTexts } from "../../src/pipeline/extract/repeated-texts.ts";
import { settleDoubleKeys } from "../../src/store/runs/settle-keys.ts";
import { listRejects } from "../../src/store/runs/rejects.ts";
import { copyStaged, rejectSharedNames, type StagedRow } from "../../src/store/runs/staging.ts";
import { openState } from "../helpers/state.ts";

const SEED = 7;
const texts = (count: number): string[] => Array.from({ length: count }, (_, i) => hash("sha256", `person ${i}`, "base64url"));

function seen(all: readonly (string | null)[], seed?: number): readonly string[] | null {
  const repeated = new RepeatedTexts(seed);
  for (const text of all) repeated.see(text);
  return repeated.named;
}

test("every text that occurs twice is named, wherever it stands, and few others", () => {
  const once = texts(50_000);
  const twice = once.filter((_, i) => i % 97 === 0);
  const named = new Set(seen([...twice, null, null, ...once]));
  expect(twice.filter((text) => !named.has(text))).toEqual([]);
  expect(named.size - twice.length).toBeLessThan(10);
  expect(seen([])).toEqual([]);
  expect(seen(["", ""])).toEqual([""]);
});

test("with more than 10,000 of them, any text may occur twice", () => {
  expect(seen([...texts(10_000), ...texts(10_000)])).toHaveLength(10_000);
  expect(seen([...texts(10_001), ...texts(10_001)])).toBeNull();
});

test("two names with the same hash reject nobody, and equal ones are rejected among them", async () => {
  // Among so many texts, some have the hash of another one.
  const all = texts(200_000);
  const [collided = ""] = seen(all, SEED) ?? [];
  const other = all.find((text) => text !== collided && seen([text, collided], SEED)?.length === 1) ?? "";
  expect([collided, other].every((name) => name !== "")).toBe(true);
  const state = await openState(join(mkdtempSync(join(tmpdir(), "rollcall-repeated-")), "state"));
  const row = (number: number, name: string): StagedRow => ({
    row: number, key: name === other ? `k${number}` : name, digest: `d${number}`, cells: [name], username: name, email: null, shared: null, blank: [], rowStatus: "use",
    scope: null, due: null, notDue: null, inPilot: null, leaves: false,
  }); // prettier-ignore
  const shared = { field: "username", column: "Login", besides: false, among: [collided, other] } as const;
  await copyStaged(state, "r", [row(2, collided), row(3, other)]);
  expect(await settleDoubleKeys(state.db, "r", "reject", [collided, other])).toBe(0);
  await rejectSharedNames(state.db, "r", "j", shared);
  expect((await listRejects(state.db, "r")).rejects).toEqual([]);
  await copyStaged(state, "r", [row(4, other)]);
  await rejectSharedNames(state.db, "r", "j", shared);
  expect((await listRejects(state.db, "r")).rejects.map(({ row: at, code }) => [at, code])).toEqual([
    [3, "shared_username"],
    [4, "shared_username"],
  ]);
  await state.close();
}, 60_000);
