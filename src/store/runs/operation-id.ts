/**
 * The id of an operation, as everything outside of its table knows it: its run and its number there, `RUN-SEQ`. The
 * table has no such column: statements search by its key, the run and the number.
 */
import { sql, type RawBuilder } from "kysely";

/** The last hyphen is before the number, as runs have some too. An `integer` holds every number of nine digits. */
const ID = /^(.*)-([1-9][0-9]{0,8})$/s;

export function operationId(run: string, seq: number): string {
  return `${run}-${seq}`;
}

/** Returns SQL for the id of an operation. @param operation the name of its table in the statement */
export function idOf(operation: string) {
  return sql<string>`(${sql.ref(`${operation}.run`)} || '-' || ${sql.ref(`${operation}.seq`)})`;
}

/**
 * Returns SQL for whether an operation has an id. It is false of a text that is no id.
 * @param id a value, or SQL of a text without columns of the operation itself
 */
export function hasId(operation: string, id: string | RawBuilder<unknown>) {
  if (typeof id === "string") return isAmong(operation, [id]);
  return sql<boolean>`(${sql.ref(`${operation}.run`)} = substring(${id} from '^(.*)-[1-9][0-9]{0,8}$')
    AND ${sql.ref(`${operation}.seq`)} = substring(${id} from '-([1-9][0-9]{0,8})$')::integer)`;
}

/**
 * Returns SQL for whether an operation has one of these ids. The runs are hidden from the planner: where its statistics do not
 * know one yet, it expects no operation in it, and any index by run would seem as good as the key.
 */
export function isAmong(operation: string, ids: readonly string[]) {
  const numbers = new Map<string, number[]>();
  for (const id of ids) {
    const [, run, seq] = ID.exec(id) ?? [];
    if (run === undefined) continue;
    const seqs = numbers.get(run) ?? [];
    seqs.push(Number(seq));
    numbers.set(run, seqs);
  }
  const [run, seq] = [sql.ref(`${operation}.run`), sql.ref(`${operation}.seq`)];
  const each = [...numbers].map(([name, [first, ...more]]) => {
    const among = more.length === 0 ? sql`= ${first}` : sql`= ANY (${[first, ...more]}::integer[])`;
    return sql`(${run} = (SELECT ${name}::text) AND ${seq} ${among})`;
  });
  return each.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(each, sql` OR `)})`;
}

/**
 * Returns SQL for the status of an operation that a statement searches by its id. It is hidden from the planner: the index
 * of open operations has the run too, but also all operations that ended since the last VACUUM.
 */
export function statusOf(operation: string) {
  return sql<string>`COALESCE(${sql.ref(`${operation}.status`)}, '')`;
}
