import { fact } from "../../domain/facts/fact.ts";
import { sql, type Selectable } from "kysely";
import { EXIT, Problem } from "../../domain/problem.ts";
import { opened, sealed } from "../sealing/keys.ts";
import type { JobSetupTable } from "../schema/console.ts";
import type { Db } from "../schema/tables.ts";

/** A job that an administrator is setting up in the browser. */
export type JobSetup = Omit<Selectable<JobSetupTable>, "sample"> & { hasSample: boolean };

/** A setup is deleted after this time, with its sample. */
const EXPIRES_AFTER_MS = 7 * 86_400_000;

/** The account of the tokens of a setup, until the job is written. */
export const SETUP_ACCOUNT = "setup:";

const purposeOf = (id: string): string => `setup ${id}`;

const columns = ["id", "version", "file_name", "by_name", "created_at", "changed_at", "expires_at", "answers", "groups"] as const;

/** Starts a setup with a sealed sample. @throws Problem `secret_key_missing` */
export async function insertSetup(
  db: Db,
  { id, fileName, sample, by, now }: { id: string; fileName: string; sample: Uint8Array; by: string; now: Date },
): Promise<void> {
  const times = { created_at: now, changed_at: now, expires_at: new Date(now.getTime() + EXPIRES_AFTER_MS) };
  await db
    .insertInto("job_setup")
    .values({ id, version: 1, file_name: fileName, sample: sealSample(db, id, sample), by_name: by, ...times, answers: "{}", groups: null })
    .execute();
}

/** Returns the setups in progress, the newest first. */
export async function listSetups(db: Db, now: Date): Promise<JobSetup[]> {
  const rows = await selected(db).where("expires_at", ">", now).orderBy("created_at", "desc").execute();
  return rows.map(fromRow);
}

/** Returns a setup in progress; `undefined` if it is finished, discarded or older than seven days. */
export async function findSetup(db: Db, id: string, now: Date): Promise<JobSetup | undefined> {
  const row = await selected(db).where("id", "=", id).where("expires_at", ">", now).executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

function selected(db: Db) {
  return db.selectFrom("job_setup").select([...columns, sql<boolean>`sample IS NOT NULL`.as("has_sample")]);
}

function fromRow({ has_sample, ...row }: Omit<Selectable<JobSetupTable>, "sample"> & { has_sample: boolean }): JobSetup {
  return { ...row, hasSample: has_sample };
}

/** Returns the sample of a setup; `null` if it was deleted. @throws Problem `secret_key` */
export async function readSetupSample(db: Db, id: string): Promise<Buffer | null> {
  const row = await db.selectFrom("job_setup").select("sample").where("id", "=", id).executeTakeFirst();
  const text = row?.sample ?? null;
  return text === null ? null : Buffer.from(opened(db, text, purposeOf(id)), "base64");
}

/**
 * Stores answers, unless another request has stored some since `version`.
 * @returns whether they are stored
 */
export async function saveSetup(
  db: Db,
  { id, version, answers, groups, now }: { id: string; version: number; answers: unknown; groups?: readonly string[] | null; now: Date },
): Promise<boolean> {
  const saved = await db
    .updateTable("job_setup")
    .set({
      answers: JSON.stringify(answers),
      ...(groups === undefined ? {} : { groups: groups === null ? null : JSON.stringify(groups) }),
      changed_at: now,
      version: version + 1,
    })
    .where("id", "=", id)
    .where("version", "=", version)
    .returning("id")
    .executeTakeFirst();
  return saved !== undefined;
}

/** Replaces the sample of a setup. */
export async function replaceSetupSample(
  db: Db,
  { id, fileName, sample, answers, now }: { id: string; fileName: string; sample: Uint8Array; answers: unknown; now: Date },
): Promise<void> {
  await db
    .updateTable("job_setup")
    .set({
      file_name: fileName,
      sample: sealSample(db, id, sample),
      answers: JSON.stringify(answers),
      changed_at: now,
      version: sql<number>`version + 1`,
    })
    .where("id", "=", id)
    .execute();
}

/** Deletes a setup with its sample and its tokens. */
export async function dropSetup(db: Db, id: string): Promise<void> {
  await db.deleteFrom("job_setup").where("id", "=", id).execute();
  await db.deleteFrom("token").where("account", "=", `${SETUP_ACCOUNT}${id}`).execute();
}

/** Deletes expired setups, and tokens whose setup is over. @returns how many setups there were */
export async function dropExpiredSetups(db: Db, now: Date, dryRun: boolean): Promise<number> {
  if (dryRun) {
    const { rows } = await sql<{ n: string }>`SELECT count(*) AS n FROM job_setup WHERE expires_at <= ${now}`.execute(db);
    return Number(rows[0]?.n ?? 0);
  }
  const dropped = await db.deleteFrom("job_setup").where("expires_at", "<=", now).returning("id").execute();
  await sql`DELETE FROM token WHERE account LIKE ${`${SETUP_ACCOUNT}%`}
    AND NOT EXISTS (SELECT 1 FROM job_setup s WHERE ${SETUP_ACCOUNT} || s.id = token.account)`.execute(db);
  return dropped.length;
}

/** Seals every sample again with the first key; one that no key opens is deleted. */
export async function resealSamples(db: Db, reseal: (sample: string, purpose: string) => string | null): Promise<void> {
  for (const { id } of await db.selectFrom("job_setup").select("id").where("sample", "is not", null).execute()) {
    const row = await db.selectFrom("job_setup").select("sample").where("id", "=", id).executeTakeFirst();
    const text = row?.sample ?? null;
    const sample = text === null ? null : reseal(text, purposeOf(id));
    if (sample !== text) await db.updateTable("job_setup").set({ sample }).where("id", "=", id).execute();
  }
}

function sealSample(db: Db, id: string, sample: Uint8Array): string {
  const made = sealed(db, Buffer.from(sample).toString("base64"), purposeOf(id));
  if (made !== null) return made.sealed;
  throw new Problem(fact("setup.sample_cannot_be_encrypted", {}), {
    code: "secret_key_missing",
    exit: EXIT.configuration,
    audience: "admin",
    next: fact("advice.set_secret_key", {}),
  });
}
