import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { nameOrder, type Sort } from "../sort.ts";
import type { ConsoleUserTable, UserAccessTable } from "../schema/console.ts";
import type { Db } from "../schema/tables.ts";

export type ConsoleUser = Selectable<ConsoleUserTable>;

/**
 * Adds a user.
 * @returns false if the name is taken
 */
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

/** Returns the display names of users that have one, by their names. */
export async function displayNames(db: Db, names: ReadonlySet<string>): Promise<Record<string, string>> {
  if (names.size === 0) return {};
  const users = await db
    .selectFrom("console_user")
    .select(["name", "display"])
    .where("name", "in", [...names])
    .execute();
  return Object.fromEntries(users.flatMap(({ name, display }) => (display === "" || display === name ? [] : [[name, display]])));
}

const USER_ORDERS = {
  name: nameOrder("name"),
  role: sql`array_position(ARRAY['viewer', 'reviewer', 'operator', 'admin'], role)`,
  source: sql`source`,
  status: sql`disabled_at IS NOT NULL`,
} as const;
export type UserSort = keyof typeof USER_ORDERS;
export const USER_SORTS = Object.keys(USER_ORDERS) as UserSort[];

export async function listUsers(db: Db, { by, direction }: Sort<UserSort> = { by: "name", direction: "asc" }): Promise<ConsoleUser[]> {
  return db.selectFrom("console_user").selectAll().orderBy(USER_ORDERS[by], direction).orderBy(nameOrder("name")).orderBy("name").execute();
}

/**
 * Updates a user.
 * @returns false if there is no such user
 */
export async function setUser(db: Db, name: string, values: Updateable<ConsoleUserTable>): Promise<boolean> {
  const row = await db.updateTable("console_user").set(values).where("name", "=", name).returning("name").executeTakeFirst();
  return row !== undefined;
}

/** Replaces the hash of a password, unless another password was set in the meantime. */
export async function replacePasswordHash(db: Db, name: string, before: string | null, hash: string): Promise<void> {
  await db.updateTable("console_user").set({ password_hash: hash }).where("name", "=", name).where("password_hash", "=", before).execute();
}

export type UserAccess = Selectable<UserAccessTable>;

/** Records who created a local user, set its password or changed its role. */
export async function insertUserAccess(db: Db, access: Insertable<UserAccessTable>): Promise<void> {
  await db.insertInto("user_access").values(access).execute();
}

/** Removes everyone with access to a user: an identity provider has just confirmed who it is. */
export async function clearUserAccess(db: Db, name: string): Promise<void> {
  await db.deleteFrom("user_access").where("user_name", "=", name).execute();
}

/** Returns who had access to which user, oldest first. */
export async function listUserAccess(db: Db): Promise<UserAccess[]> {
  return db.selectFrom("user_access").selectAll().orderBy("at").execute();
}

/** Who created a user (`null`: not stored, or an identity provider), and everyone who ever set its password. */
export interface UserMakers {
  created_by: string | null;
  password_set_by: string[];
}

/** Returns the makers of a user among all entries. */
export function makersOf(entries: readonly UserAccess[], name: string): UserMakers {
  const made = entries.filter(({ user_name: user }) => user === name);
  return {
    created_by: made.find(({ what }) => what === "created")?.by_name ?? null,
    password_set_by: [...new Set(made.filter(({ what }) => what === "password").map(({ by_name: by }) => by))],
  };
}

/** Returns whether any user can sign in. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom("console_user").select("name").where("disabled_at", "is", null).limit(1).executeTakeFirst()) !== undefined;
}

/** Counts the other admins who can sign in with a password: at least one must remain to give others access. */
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
