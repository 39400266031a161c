/** The statements of 0.1.0 on tables and columns that were renamed after it, as its processes send them in an upgrade. */
import { sql } from "kysely";
import { expect } from "vitest";
import { findSnapshot } from "../../src/store/directory/directory.ts";
import type { Db } from "../../src/store/schema/tables.ts";
import type { State } from "../../src/state/state.ts";

async function first(db: Db, text: string): Promise<unknown> {
  return (await sql.raw(text).execute(db)).rows[0];
}

export async function expectOldNamesWork({ db, pool }: State): Promise<void> {
  await pool.copyFrom("staged (run, row, key, digest, cells, username, email, fate)", 'old\t2\t0001\td\t["a"]\tann\t\\N\tuse\n');
  await pool.copyFrom("reject (run, row, key, column_name, code, message)", "old\t3\t0002\t\\N\tmissing\tNo name\n");
  const run = (statement: string): Promise<unknown> => first(db, statement);
  await run("ANALYZE staged (run, row, key, fate)");
  await run("UPDATE staged s SET fate = 'reject' FROM (VALUES ('old')) AS r(run) WHERE s.run = r.run");
  await run("INSERT INTO reject (run, row, key, code, message) SELECT run, row, key, 'double', 'x' FROM staged WHERE run = 'old'");
  await run("DELETE FROM reject r USING staged s WHERE r.run = s.run AND r.row = s.row");
  await run("VACUUM staged");
  expect(await run("SELECT row, key, digest, cells, username, email, row_status FROM staged_row WHERE run = 'old'")).toEqual({
    row: 2,
    key: "0001",
    digest: "d",
    cells: ["a"],
    username: "ann",
    email: null,
    row_status: "reject",
  });
  expect(await db.selectFrom("rejected_row").select(["row", "code"]).where("run", "=", "old").execute()).toEqual([
    { row: 3, code: "missing" },
  ]);

  for (const number of [1, 2])
    await run(`INSERT INTO reading (account, read_at, tree_digest, number) VALUES ('old', now(), 't', ${number})
      ON CONFLICT (account) DO UPDATE SET number = excluded.number`);
  expect(await findSnapshot(db, "old")).toMatchObject({ tree_digest: "t", number: 2 });

  await run("INSERT INTO remark (id, removal, by, at, kind, text) VALUES ('old', 'R-1', 'Ana', now(), 'comment', 'Wait')");
  expect(await db.selectFrom("comment").select(["text", "to_whom"]).where("id", "=", "old").execute()).toEqual([
    { text: "Wait", to_whom: null },
  ]);

  const claim = `INSERT INTO due (job, due, outcome, run, at) VALUES ('old', '2026-03-02T02:00:00Z', 'seen', NULL, now())
    ON CONFLICT (job, due) DO UPDATE SET at = now() WHERE due.outcome = 'seen' AND due.at < now() - make_interval(secs => 20) RETURNING job`;
  expect([await run(claim), await run(claim)]).toEqual([{ job: "old" }, undefined]);
  expect(await db.selectFrom("schedule_tick").select("outcome").where("job", "=", "old").execute()).toEqual([{ outcome: "seen" }]);

  await run(`INSERT INTO run_order (id, kind, run, job, job_file, detail, by_name, at)
    VALUES ('old', 'run', 'old', 'nightly', 'job.yaml', '{}', NULL, now())`);
  await run("UPDATE run_order SET begun_at = now() WHERE id = 'old' AND begun_at IS NULL");
  expect(await run("SELECT begun_at IS NOT NULL AS begun FROM run_request WHERE id = 'old'")).toEqual({ begun: true });

  await expectOldColumnsWork(db);
  for (const table of ["staged", "reject", "run_order", "run"])
    await run(`DELETE FROM ${table} WHERE ${table === "run" ? "id" : "run"} = 'old'`);
  await run("DELETE FROM reading WHERE account = 'old'");
  await run("DELETE FROM remark WHERE id = 'old'");
  await run("DELETE FROM due WHERE job = 'old'");
  expect(await db.selectFrom("staged_row").selectAll().where("run", "=", "old").execute()).toEqual([]);
}

/** Either version sees who owns a run, and that the other one asked to stop it. */
async function expectOldColumnsWork(db: Db): Promise<void> {
  const columns = async (): Promise<unknown> =>
    first(
      db,
      `SELECT conductor, owner_process, stop_asked_at IS NOT NULL AS asked, stop_requested_at IS NOT NULL AS requested,
        stop_asked_at IS NOT DISTINCT FROM stop_requested_at AS same FROM run WHERE id = 'old'`,
    );
  const both = (owner: string | null, stop: boolean) => ({
    conductor: owner,
    owner_process: owner,
    asked: stop,
    requested: stop,
    same: true,
  });
  await first(
    db,
    `INSERT INTO run (id, job, job_file, account, status, partial, started_at, file, sha256, rows, context, conductor)
      VALUES ('old', 'nightly', 'job.yaml', 'acme', 'failed', false, now(), 'x.csv', '', 0, '', 'old-1')`,
  );
  expect(await columns()).toEqual(both("old-1", false));
  await db.updateTable("run").set({ owner_process: "new-1" }).where("id", "=", "old").execute();
  expect(await columns()).toEqual(both("new-1", false));
  await first(db, "UPDATE run SET conductor = 'old-2', stop_asked_at = now() WHERE id = 'old'");
  expect(await columns()).toEqual(both("old-2", true));
  await db.updateTable("run").set({ stop_requested_at: null, rows: 3 }).where("id", "=", "old").execute();
  expect(await columns()).toEqual(both("old-2", false));
  await db.updateTable("run").set({ stop_requested_at: new Date() }).where("id", "=", "old").execute();
  await first(db, "UPDATE run SET status = 'cancelled' WHERE id = 'old'");
  expect(await columns()).toEqual(both("old-2", true));
  await first(db, "UPDATE run SET conductor = NULL, stop_asked_at = NULL WHERE id = 'old'");
  expect(await columns()).toEqual(both(null, false));
}
