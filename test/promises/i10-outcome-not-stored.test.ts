import { sql } from "kysely";
import { expect, test } from "vitest";
import { loadConfiguration, withOpenJob } from "../../src/app/open-session.ts";
import { startRun } from "../../src/pipeline/pipeline.ts";
import type { Progress } from "../../src/session/session.ts";
import type { State } from "../../src/state/state.ts";
import { newRunId, type Run } from "../../src/store/runs/runs.ts";
import type { Db } from "../../src/store/schema/tables.ts";
import { company, people } from "../helpers/company.ts";
import { testCall } from "../helpers/io.ts";

const silent: Progress = { phase: () => undefined, at: () => undefined, say: () => undefined, end: () => undefined };

async function refuseOutcomes(db: Db): Promise<void> {
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no outcomes'; END $$`.execute(db);
  await sql`CREATE TRIGGER refuse BEFORE UPDATE ON operation FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL) EXECUTE FUNCTION refuse()`.execute(
    db,
  );
}

test("I2, I10: a run whose outcomes the database refuses ends with a sentence, and no person gets a second account later", async () => {
  const c = await company({ ownDatabase: true });
  c.hr(people(3));
  await c.look(({ db }) => refuseOutcomes(db));
  const refused = await c.run("sync", "job.yaml");
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining("The database refuses to store the outcome of an operation."),
  ]);
  expect(refused.stderr).not.toContain("no outcomes");
  await c.look(async ({ db }) => {
    await sql`DROP TRIGGER refuse ON operation`.execute(db);
  });
  await c.run("sync", "job.yaml");
  await c.run("sync", "job.yaml");
  const accounts = people(3).map((person) => c.accountsOf(person.id).length);
  expect(Math.max(...accounts)).toBe(1);
}, 120_000);

test("I4: the next run of the same process links the accounts whose outcomes the database refused", async () => {
  const c = await company({ ownDatabase: true });
  c.hr(people(3));
  const io = testCall(c.place.dir);
  const { job, mapping } = await loadConfiguration(io, "job.yaml");
  const run = (state: State): Promise<Run> =>
    withOpenJob(io, state, job, mapping, silent, ({ session, connect }) =>
      startRun(session, connect, { id: newRunId(c.clock.now()), file: null, partial: false, planOnly: false }),
    );
  await c.look(async (state) => {
    await refuseOutcomes(state.db);
    await expect(run(state)).rejects.toMatchObject({ code: "outcome_not_stored" });
    await sql`DROP TRIGGER refuse ON operation`.execute(state.db);
    await run(state);
    const { rows } = await sql<{ key: string }>`SELECT key FROM link ORDER BY key`.execute(state.db);
    expect(rows.map(({ key }) => key)).toEqual(["0001", "0002", "0003"]);
    expect((await sql`SELECT 1 FROM operation WHERE status = 'running'`.execute(state.db)).rows).toEqual([]);
  });
  expect(c.service.users()).toHaveLength(3);
}, 120_000);
