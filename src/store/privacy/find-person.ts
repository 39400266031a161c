import { sql } from "kysely";
import type { AuditEntry } from "../audit/audit.ts";
import { isUnstaged } from "../in-file/in-file.ts";
import { rowInLastFile } from "../people/people.ts";
import type { Db } from "../schema/tables.ts";

/** Reasons why a person cannot be erased now. */
export interface ErasureBlockers {
  /** Jobs of the account whose last file has the person, with the row; `null` if it may have moved. */
  inFiles: { job: string; row: number | null }[];
  /** Open runs whose file contains the person. */
  inRuns: string[];
  /** A create of theirs is unresolved, or an operation is in progress. */
  underWay: boolean;
}

export async function findErasureBlockers(db: Db, account: string, key: string): Promise<ErasureBlockers> {
  const { rows: files } = await sql<{ job: string; row: number | null }>`
    SELECT job, ${rowInLastFile} AS row FROM person p WHERE account = ${account} AND key = ${key} AND state <> 'absent' ORDER BY job`.execute(
    db,
  );
  const { rows: runs } = await sql<{ run: string }>`
    SELECT r.id AS run FROM run r WHERE r.account = ${account} AND r.status NOT IN ('completed', 'cancelled', 'superseded')
      AND (EXISTS (SELECT 1 FROM staged_row s WHERE s.run = r.id AND s.key = ${key})
        OR EXISTS (SELECT 1 FROM person p WHERE p.job = r.job AND p.key = ${key} AND ${isUnstaged(sql`r.id`)})) ORDER BY r.id`.execute(db);
  const { rows } = await sql<{ any: boolean }>`SELECT
    EXISTS (SELECT 1 FROM intent WHERE account = ${account} AND key = ${key} AND status IN ('open', 'uncertain', 'unlinked'))
    OR EXISTS (SELECT 1 FROM operation WHERE account = ${account} AND key = ${key} AND status IN ('planned', 'queued', 'running')) AS any`.execute(
    db,
  );
  return { inFiles: files, inRuns: runs.map(({ run }) => run), underWay: rows[0]?.any === true };
}

/** Returns all stored names of a person, to find them in texts. */
export async function knownNames(db: Db, account: string, key: string): Promise<string[]> {
  const { rows } = await sql<{ name: string | null }>`
    SELECT name FROM operation WHERE account = ${account} AND key = ${key}
    UNION SELECT unnest(ARRAY[name, username, user_id]) FROM removal WHERE account = ${account} AND key = ${key}
    UNION SELECT username FROM reserved_username WHERE account = ${account} AND key = ${key}
    UNION SELECT unnest(ARRAY[username, email]) FROM person WHERE account = ${account} AND key = ${key}
    UNION SELECT unnest(ARRAY[user_id, sent->>'username', sent->>'email', concat_ws(' ', sent->>'first_name', sent->>'last_name')])
      FROM link WHERE account = ${account} AND key = ${key}`.execute(db);
  return rows.flatMap(({ name }) => (name === null || name.startsWith("hmac:") ? [] : [name]));
}

/** Returns whether anything is stored about a key, or about the pseudonym of an erased one. */
export async function isKnown(db: Db, account: string, key: string): Promise<boolean> {
  const jobs = sql`(SELECT DISTINCT job FROM run WHERE account = ${account})`;
  const { rows } = await sql<{ any: boolean }>`SELECT
    EXISTS (SELECT 1 FROM person WHERE account = ${account} AND key = ${key}) OR EXISTS (SELECT 1 FROM link WHERE account = ${account} AND key = ${key})
    OR EXISTS (SELECT 1 FROM person_cells WHERE job IN ${jobs} AND key = ${key})
    OR EXISTS (SELECT 1 FROM operation WHERE account = ${account} AND key = ${key}) OR EXISTS (SELECT 1 FROM removal WHERE account = ${account} AND key = ${key})
    OR EXISTS (SELECT 1 FROM reserved_username WHERE account = ${account} AND key = ${key})
    OR EXISTS (SELECT 1 FROM intent WHERE account = ${account} AND key = ${key}) OR EXISTS (SELECT 1 FROM exception WHERE account = ${account} AND key = ${key})
    OR EXISTS (SELECT 1 FROM urgent_deactivation WHERE account = ${account} AND key = ${key})
    OR EXISTS (SELECT 1 FROM distinct_person WHERE account = ${account} AND (key = ${key} OR other_key = ${key}))
    OR EXISTS (SELECT 1 FROM rejected_row x JOIN run r ON r.id = x.run WHERE r.account = ${account} AND x.key = ${key})
    OR EXISTS (SELECT 1 FROM audit WHERE detail->>'key' = ${key} AND (detail->>'account' = ${account} OR detail->>'job' IN ${jobs} OR detail->>'job' IS NULL))
    AS any`.execute(db);
  return rows[0]?.any === true;
}

/** Returns which audit entries may be about an account: not those that name another account, or one of its jobs or runs. */
export async function placesOf(db: Db, account: string): Promise<{ mayBe(detail: unknown): boolean }> {
  const runs = await db.selectFrom("run").select(["id", "job", "account"]).execute();
  const elsewhere = runs.filter((run) => run.account !== account);
  const here = new Set(runs.filter((run) => run.account === account).map(({ job }) => job));
  const removals = await db.selectFrom("removal").select("id").where("account", "!=", account).execute();
  const others = {
    job: new Set(elsewhere.map(({ job }) => job).filter((job) => !here.has(job))),
    run: new Set(elsewhere.map(({ id }) => id)),
    removal: new Set(removals.map(({ id }) => id)),
  };
  return {
    mayBe: (detail) => {
      const named = (detail ?? {}) as Record<string, unknown>;
      if (typeof named["account"] === "string") return named["account"] === account;
      return (["job", "run", "removal"] as const).every((name) => !others[name].has(String(named[name])));
    },
  };
}

/** Returns all audit entries, because any detail may name a person. */
export async function auditEntries(db: Db): Promise<AuditEntry[]> {
  return db.selectFrom("audit").selectAll().orderBy("seq").execute();
}
