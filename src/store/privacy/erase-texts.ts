import { sql, type RawBuilder } from "kysely";
import { ERASED, names, type PersonReference } from "../../domain/erased.ts";
import { withoutPerson } from "../../domain/facts/without-person.ts";
import type { Db } from "../schema/tables.ts";

export interface Erasure extends PersonReference {
  account: string;
  /** Replaces the key where a row must stay. */
  pseudonym: string;
  at: Date;
  fingerprint(value: string): string;
}

/** Erases the person from texts and facts about others. @returns the number of rows by table */
export async function eraseTexts(db: Db, erasure: Erasure, dryRun: boolean): Promise<[table: string, n: number][]> {
  const erased: [string, number][] = [];
  for (const facts of FACTS_OF_OTHERS) erased.push([facts.table, await eraseFromFacts(db, erasure, facts, dryRun)]);
  for (const text of REASONS) erased.push([text.table, await eraseReasons(db, erasure, text, dryRun)]);
  return erased;
}

/** The jobs of a service account. */
export function jobsOf(account: string): RawBuilder<unknown> {
  return sql`(SELECT job FROM run WHERE account = ${account} UNION SELECT job FROM person WHERE account = ${account})`;
}

/** Texts of reviewers about groups and about other people, which may name the person. */
const REASONS: readonly { table: string; column: string }[] = [
  { table: "missing_group", column: "reason" },
  { table: "removal", column: "decision_reason" },
  { table: "exception", column: "reason" },
  { table: "urgent_deactivation", column: "reason" },
  { table: "approval", column: "reason" },
  { table: "comment", column: "text" },
];

/** Replaces the reasons that name the person. @returns the number of rows */
async function eraseReasons(
  db: Db,
  { account, ...person }: Erasure,
  { table, column }: (typeof REASONS)[number],
  dryRun: boolean,
): Promise<number> {
  const [name, text] = [sql.table(table), sql.ref(column)];
  const ofRemoval = table === "approval" || table === "comment";
  const ofAccount = ofRemoval
    ? sql`removal IN (SELECT id FROM removal WHERE account = ${account} AND key NOT IN (${person.key}, ${person.pseudonym}))`
    : table === "missing_group"
      ? sql`account = ${account}`
      : sql`account = ${account} AND key NOT IN (${person.key}, ${person.pseudonym})`;
  const { rows } = await sql<{ text: string; n: string }>`
    SELECT ${text} AS text, count(*) AS n FROM ${name} WHERE ${ofAccount} AND ${text} IS NOT NULL GROUP BY 1`.execute(db);
  const naming = rows.filter((row) => names(row.text, person));
  if (!dryRun && naming.length > 0)
    await sql`UPDATE ${name} SET ${text} = ${ERASED} WHERE ${ofAccount}
      AND ${text} IN (SELECT jsonb_array_elements_text(${JSON.stringify(naming.map((row) => row.text))}::jsonb))`.execute(db);
  return naming.reduce((sum, { n }) => sum + Number(n), 0);
}

/** Facts about other people, which may name the person. */
const FACTS_OF_OTHERS = [
  { table: "removal", column: "outcome" },
  { table: "intent", column: "reason" },
  { table: "person_note", column: "fact" },
] as const;

/** Erases the person from stored facts. @returns the number of rows */
async function eraseFromFacts(
  db: Db,
  { account, ...person }: Erasure,
  { table, column }: (typeof FACTS_OF_OTHERS)[number],
  dryRun: boolean,
): Promise<number> {
  const [name, place] = [sql.table(table), sql.ref(column)];
  const ofAccount = table === "person_note" ? sql`job IN ${jobsOf(account)}` : sql`account = ${account}`;
  const words = [person.key, ...person.identifiers].map((word) => JSON.stringify(word.toLowerCase()).slice(1, -1));
  const { rows } = await sql<{ before: string; n: string }>`SELECT ${place}::text AS before, count(*) AS n FROM ${name}
    WHERE ${ofAccount} AND key NOT IN (${person.key}, ${person.pseudonym}) AND EXISTS (
      SELECT 1 FROM jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) AS w(word) WHERE strpos(lower(${place}::text), w.word) > 0)
    GROUP BY 1`.execute(db);
  const changed = rows.flatMap(({ before, n }) => {
    const value: unknown = JSON.parse(before);
    const after = withoutPerson(value, person);
    return JSON.stringify(after) === JSON.stringify(value) ? [] : [{ before, after, n: Number(n) }];
  });
  if (!dryRun && changed.length > 0)
    await sql`UPDATE ${name} SET ${place} = c.after FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS c(before text, after jsonb)
      WHERE ${ofAccount} AND key NOT IN (${person.key}, ${person.pseudonym}) AND ${place}::text = c.before`.execute(db);
  return changed.reduce((sum, { n }) => sum + n, 0);
}
