/** A state as the run before left it, written set-wise: everybody of a file is accepted and linked, and nothing is open. */
import { sql } from "kysely";
import { extractRun } from "../src/pipeline/pipeline.ts";
import type { Session } from "../src/session/session.ts";
import { acceptStaged } from "../src/store/people/people.ts";
import { setRun, newRunId } from "../src/store/runs/runs.ts";
import { dropStaged, tidyUp } from "../src/store/runs/staging.ts";

export async function seedNight(session: Session, file: string): Promise<Record<string, unknown>> {
  const { state, job, context } = session;
  const { account } = job.service;
  const id = newRunId(new Date());
  await extractRun(session, { id, file, partial: false, planOnly: true });
  await acceptStaged(state.db, { run: id, job: job.name, account, context, partial: false, absent: true });
  await sql`INSERT INTO link (account, key, user_id, job, source, active, sent, created_at)
    SELECT account, key, gen_random_uuid(), job, 'created', true, jsonb_build_object('username', username, 'email', email), now() FROM person`.execute(
    state.db,
  );
  await setRun(state.db, id, { status: "completed", released: true, ended_at: new Date() });
  await dropStaged(state.db, [id]);
  await tidyUp(state.db);
  const { rows } = await sql<{ bytes: string }>`SELECT pg_database_size(current_database()) AS bytes`.execute(state.db);
  return { bytes: Number(rows[0]?.bytes) };
}
