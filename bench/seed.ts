/** A state as the run before left it, written set-wise: everybody of a file is accepted and linked, and nothing is open. */
import { sql } from "kysely";
import { readDirectory } from "../src/pipeline/extract/read-directory.ts";
import { extractRun, type Connect } from "../src/pipeline/pipeline.ts";
import type { Session } from "../src/session/session.ts";
import { secretPlaces } from "../src/pipeline/extract/seal-cells.ts";
import { acceptStaged, contentsOf } from "../src/store/people/accept-rows.ts";
import { setRun, newRunId } from "../src/store/runs/runs.ts";
import { dropStaged } from "../src/store/runs/staging.ts";
import { tidyUp } from "../src/store/statistics.ts";

/** A sandbox that has the accounts of the file. */
interface Accounts {
  url: string;
  connect: Connect;
}

/** @param accounts by default there are none, and each id is new */
export async function seedNight(session: Session, file: string, accounts?: Accounts): Promise<Record<string, unknown>> {
  const { state, job, context } = session;
  const { account } = job.service;
  const id = newRunId(new Date());
  await extractRun(session, { id, file, partial: false, planOnly: true });
  const contents = await contentsOf(state.db, { run: id, job: job.name });
  await acceptStaged(state.db, {
    run: id,
    job: job.name,
    account,
    context,
    secret: secretPlaces(session.mapping),
    contents,
    partial: false,
    absent: true,
    missing: [],
    pilot: null,
  });
  await sql`INSERT INTO link (account, key, user_id, job, source, active, sent, created_at)
    SELECT account, key, gen_random_uuid(), job, 'created', true, jsonb_build_object('username', username, 'email', email), now() FROM person`.execute(
    state.db,
  );
  if (accounts !== undefined) await linkAccounts(session, accounts);
  await setRun(state.db, id, { status: "completed", released: true, ended_at: new Date() });
  await dropStaged(state.db, [id]);
  await tidyUp(state.db);
  const { rows } = await sql<{ bytes: string }>`SELECT pg_database_size(current_database()) AS bytes`.execute(state.db);
  return { bytes: Number(rows[0]?.bytes) };
}

/** Gives each link the id of the account with its user name, and reads the memberships. */
async function linkAccounts(session: Session, { url, connect }: Accounts): Promise<void> {
  const { state } = session;
  const { users } = (await (await fetch(`${url}/_sandbox/state`)).json()) as { users: { user_id: string; username: string }[] };
  const ids = users.map(({ user_id: id, username }) => ({ id, username }));
  await sql`UPDATE link l SET user_id = u.id FROM jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) AS u(id text, username text)
    WHERE l.sent->>'username' = u.username`.execute(state.db);
  await readDirectory(session, await connect());
  await sql`UPDATE person SET touched = false`.execute(state.db);
}
