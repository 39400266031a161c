import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dropAnswer, saveAnswer, recordSavedAnswers } from "../../src/state/journal/saved-answers.ts";
import { company, oneByOne, people, type Company } from "../helpers/company.ts";
import { create } from "../promises/creates.ts";

/** A run that leaves one create with an unknown outcome. */
async function oneInDoubt(): Promise<{ c: Company; operation: string; userId: string }> {
  const c = await company({ shape: "envelope", parts: { service: { ...oneByOne, identities: { settle: "1h" } } } });
  c.service.failNext({ ...create, status: 500, when: "after" });
  c.service.failNext({ method: "GET", path: "/groups", nth: 2, status: 500, times: 9 });
  c.hr(people(1));
  expect((await c.sync()).counts).toMatchObject({ uncertain: 1 });
  const [intent] = await c.look(({ db }) => db.selectFrom("intent").select("operation").execute());
  return { c, operation: intent?.operation ?? "", userId: String(c.accountsOf("0001")[0]?.["user_id"]) };
}

const answer = (userId: string, key = "0001") =>
  ({ t: "link", account: "acme", job: "nightly", key, userId, source: "created", at: "2026-01-01T00:00:00.000Z" }) as const;

test("I2: the next process records an answer that was saved on disk, and resolves the create", async () => {
  const { c, operation, userId } = await oneInDoubt();
  await c.look(async ({ db, dir }) => {
    await saveAnswer(dir, operation, answer(userId));
    await recordSavedAnswers(db, dir, new Date());
    expect(await db.selectFrom("link").select(["key", "user_id"]).execute()).toEqual([{ key: "0001", user_id: userId }]);
    expect(await db.selectFrom("intent").select("status").execute()).toEqual([{ status: "linked" }]);
    expect(await db.selectFrom("operation").select(["status", "code"]).execute()).toEqual([{ status: "done", code: "answer_kept" }]);
    expect(readdirSync(join(dir, "answers"))).toEqual([]);
    // Once more, as after a kill between the two steps.
    await saveAnswer(dir, operation, answer(userId));
    await recordSavedAnswers(db, dir, new Date());
    await dropAnswer(dir, operation);
    expect(await db.selectFrom("link").select("key").execute()).toHaveLength(1);
  });
});

test("ignores an answer of another database, and an incomplete one", async () => {
  const { c, operation, userId } = await oneInDoubt();
  await c.look(async ({ db, dir }) => {
    await saveAnswer(dir, "20200101-000000-another-1", answer(userId));
    await saveAnswer(dir, operation, answer(userId, "0002"));
    await recordSavedAnswers(db, dir, new Date());
    expect(await db.selectFrom("link").select("key").execute()).toEqual([]);
    expect(existsSync(join(dir, "answers", "20200101-000000-another-1"))).toBe(true);
  });
});
