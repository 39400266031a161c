import { sql, type Transaction } from "kysely";
import { expect, test } from "vitest";
import { keysFor } from "../../src/state/sealing-keys.ts";
import { openIntents } from "../../src/store/identities/open-intents.ts";
import { nextCandidates } from "../../src/store/people/people.ts";
import { claimOperations } from "../../src/store/runs/claim.ts";
import { takePortion } from "../../src/store/runs/operations.ts";
import { recordCreated } from "../../src/store/runs/outcomes.ts";
import type { Tables } from "../../src/store/schema/tables.ts";
import { company, people } from "../helpers/company.ts";

const OPEN = 1500;
const GROUP = 10;

/** Returns how many rows of a table the transaction has read. */
async function rowsRead(tx: Transaction<Tables>, table = "operation"): Promise<number> {
  const { rows } = await sql<{ n: string }>`SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS n
    FROM pg_stat_xact_user_tables WHERE relname = ${table}`.execute(tx);
  return Number(rows[0]?.n);
}

test("the statements of a group read the rows of its operations, and not those of all open ones", async () => {
  const c = await company();
  c.hr(people(OPEN));
  expect((await c.run("plan", "job.yaml")).code).toBe(0);
  await c.look(async (state) => {
    const { id: run } = await state.db.selectFrom("run").select("id").executeTakeFirstOrThrow();
    const queued = await takePortion(state.db, run, OPEN);
    expect(queued).toHaveLength(OPEN);
    await sql`ANALYZE`.execute(state.db);
    await state.db.transaction().execute(async (tx) => {
      keysFor({ ...state, db: tx }, null);
      const read: number[] = [await rowsRead(tx)];
      const now = new Date();
      const claims = await claimOperations(
        tx,
        queued.slice(0, GROUP).map(({ id }) => id),
        state.processId,
        now,
      );
      read.push(await rowsRead(tx));
      const claimed = claims.flatMap((claim) => (typeof claim === "object" && "claimed" in claim ? [claim.claimed] : []));
      expect(claimed).toHaveLength(GROUP);
      const turns = claimed.map(({ id: operation, account, job, key, desired }) => ({
        intent: { operation, account, job, key, username: key, digest: "", groups: desired, named: desired },
        at: now,
      }));
      expect((await openIntents(tx, turns, state.processId)).map(({ mine, since }) => mine && since !== null)).not.toContain(false);
      read.push(await rowsRead(tx));
      const outcomes = claimed.map((operation) => ({
        operation,
        result: { userId: `u-${operation.key}`, sent: {}, active: true, groups: operation.desired },
        at: now,
      }));
      await recordCreated({ db: tx, journal: state.journal }, outcomes);
      read.push(await rowsRead(tx));
      const added = read.slice(1).map((rows, i) => rows - (read[i] ?? 0));
      expect(Math.max(...added)).toBeLessThan(OPEN / 5);
    });
  });
}, 120_000);

test("a portion of a plan reads its own rows of the file, and not those of the other portions", async () => {
  const c = await company();
  c.hr(people(OPEN));
  expect((await c.run("plan", "job.yaml")).code).toBe(0);
  await c.look(async (state) => {
    const { id: run, job, account } = await state.db.selectFrom("run").select(["id", "job", "account"]).executeTakeFirstOrThrow();
    // The cells of changed rows are sealed.
    await sql`UPDATE staged_row SET changed = false, marked = true`.execute(state.db);
    await sql`ANALYZE`.execute(state.db);
    await state.db.transaction().execute(async (tx) => {
      const before = await rowsRead(tx, "staged_row");
      const candidates = await nextCandidates(tx, {
        run,
        job,
        account,
        afterRow: OPEN / 2,
        limit: GROUP,
        asksElsewhere: false,
        now: new Date(),
      });
      expect(candidates.map(({ row }) => row)).toEqual(Array.from({ length: GROUP }, (_, i) => OPEN / 2 + 1 + i));
      expect((await rowsRead(tx, "staged_row")) - before).toBeLessThan(OPEN / 5);
    });
  });
}, 120_000);
