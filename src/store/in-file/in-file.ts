/**
 * Who is in the file of a run. Its rows are staged, except those that did not change: they are in a list of their own
 * (`unchanged-rows.ts`) until something needs them (`promote.ts`). A run whose rows are deleted has nobody in its file.
 */
import { sql, type RawBuilder } from "kysely";

export interface FileRun {
  run: string;
  job: string;
}

const personKey = sql`p.key`;

type Of = string | RawBuilder<unknown>;

const isStaged = (run: Of, key: RawBuilder<unknown>) => sql`EXISTS (SELECT 1 FROM staged_row s WHERE s.run = ${run} AND s.key = ${key})`;

const isUnseen = (run: Of, key: RawBuilder<unknown>) => sql`EXISTS (SELECT 1 FROM unseen_person u WHERE u.run = ${run} AND u.key = ${key})`;

/** Whether a `person p` of the run's job has an unchanged row in its file that is not staged: usable, and not a candidate. */
export const isUnstaged = (run: Of) =>
  sql`(p.state <> 'absent' AND EXISTS (SELECT 1 FROM unchanged_portion u WHERE u.run = ${run})
    AND NOT ${isUnseen(run, personKey)} AND NOT ${isStaged(run, personKey)})`;

/**
 * Whether a key is in no row of the run's file, not even a rejected one. Never of someone only because rows are deleted.
 * @param key of `person p`, or of someone who may have no such row
 */
export const isMissing = (run: string, key: RawBuilder<unknown> = personKey) =>
  sql`(NOT ${isStaged(run, key)} AND (COALESCE(p.state, 'absent') = 'absent' OR ${isUnseen(run, key)}))`;

/** The same of a `person p` who was in the last file: few people, so it comes first. */
export const isNewlyMissing = (run: string) =>
  sql`(p.state <> 'absent' AND p.key IN (SELECT u.key FROM unseen_person u WHERE u.run = ${run}) AND NOT ${isStaged(run, personKey)})`;

/** Returns a subquery for the keys of the people with a usable row in a run's file, or with another `staged_row s`. */
export const keysInFile = ({ run, job }: FileRun, isMeant: RawBuilder<unknown> = sql`s.row_status = 'use'`) =>
  sql`(SELECT s.key FROM staged_row s WHERE s.run = ${run} AND s.key IS NOT NULL AND ${isMeant}
    UNION ALL SELECT p.key FROM person p WHERE p.job = ${job} AND ${isUnstaged(run)})`;

/** Whether a run plans a `staged_row s`, after `findCandidates`. */
export const isCandidateRow = sql`(s.marked OR s.changed AND s.row_status IN ('use', 'not_in_pilot'))`;

/** Whether rows of a run are stored, so that it may continue. */
export const hasRows = (run: Of) =>
  sql`(EXISTS (SELECT 1 FROM staged_row s WHERE s.run = ${run}) OR EXISTS (SELECT 1 FROM unchanged_portion u WHERE u.run = ${run}))`;
