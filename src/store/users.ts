import type { Insertable, Selectable, Updateable } from "kysely";
import type { ConsoleUserTable } from "./schema-console.ts";
import type { Db } from "./schema.ts";

export type ConsoleUser = Selectable<ConsoleUserTable>;

/** Adds a user. @returns false where the name is taken */
export async function insertUser(db: Db, user: Insertable<ConsoleUserTable>): Promise<boolean> {
  const row = await db
    .insertInto("console_user")
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returning("name")
    .executeTakeFirst();
  return row !== undefined;
}

export async function findUser(db: Db, name: string): Promise<ConsoleUser | undefined> {
  return db.selectFrom("console_user").selectAll().where("name", "=", name).executeTakeFirst();
}

export async function findUserBySubject(db: Db, source: string, subject: string): Promise<ConsoleUser | undefined> {
  return db.selectFrom("console_user").selectAll().where("source", "=", source).where("subject", "=", subject).executeTakeFirst();
}

export async function listUsers(db: Db): Promise<ConsoleUser[]> {
  return db.selectFrom("console_user").selectAll().orderBy("name").execute();
}

/** @returns false where there is no such user */
export async function setUser(db: Db, name: string, values: Updateable<ConsoleUserTable>): Promise<boolean> {
  const row = await db.updateTable("console_user").set(values).where("name", "=", name).returning("name").executeTakeFirst();
  return row !== undefined;
}

/** Whether anybody is known who could sign in. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom("console_user").select("name").where("disabled_at", "is", null).limit(1).executeTakeFirst()) !== undefined;
}

/** Admins who can sign in with a password, besides one: somebody must be left who can let others in. */
export async function countOtherAdmins(db: Db, name: string): Promise<number> {
  const { count } = await db
    .selectFrom("console_user")
    .select((select) => select.fn.countAll<string>().as("count"))
    .where("role", "=", "admin")
    .where("source", "=", "local")
    .where("disabled_at", "is", null)
    .where("name", "!=", name)
    .executeTakeFirstOrThrow();
  return Number(count);
}
