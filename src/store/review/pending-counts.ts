import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";

/** The pending removals of a job, or of several: every page, list, message, file and metric shows these numbers. */
export interface PendingCounts {
  /** Memberships that need a decision; a first of two approvals does not end one. */
  removals: number;
  /** A key that two jobs have counts twice. */
  people: number;
  causes: number;
  /** The cards of the review list: a cause, or all causes that concern only one person, and the same one. */
  questions: number;
  oldest: Date | null;
}

/** Counts the pending removals of each job that has some. */
export async function countPendingByJob(db: Db, job: string | null = null): Promise<(PendingCounts & { job: string; oldest: Date })[]> {
  const { rows } = await sql<Record<"removals" | "people" | "causes" | "questions", string> & { job: string; oldest: Date }>`
    WITH pending AS MATERIALIZED (SELECT job, cause, key, since FROM removal
        WHERE status = 'pending' ${job === null ? sql`` : sql`AND job = ${job}`}),
      causes AS (SELECT job, cause, count(*) AS removals, min(key) AS key FROM pending GROUP BY job, cause),
      asked AS (SELECT job, count(*) AS causes, count(*) FILTER (WHERE removals > 1) + count(DISTINCT key) FILTER (WHERE removals = 1) AS questions
        FROM causes GROUP BY job)
    SELECT job, count(*) AS removals, count(DISTINCT key) AS people, min(causes) AS causes, min(questions) AS questions, min(since) AS oldest
    FROM pending JOIN asked USING (job) GROUP BY job ORDER BY job`.execute(db);
  return rows.map(({ removals, people, causes, questions, ...row }) => ({
    ...row,
    removals: Number(removals),
    people: Number(people),
    causes: Number(causes),
    questions: Number(questions),
  }));
}

/** Counts the pending removals of one job, or of all. @param job `null`: all */
export async function countPending(db: Db, job: string | null): Promise<PendingCounts> {
  const jobs = await countPendingByJob(db, job);
  const sum = (name: "removals" | "people" | "causes" | "questions"): number => jobs.reduce((all, one) => all + one[name], 0);
  const [oldest = null] = jobs.map((one) => one.oldest).sort((a, b) => a.getTime() - b.getTime());
  return { removals: sum("removals"), people: sum("people"), causes: sum("causes"), questions: sum("questions"), oldest };
}
