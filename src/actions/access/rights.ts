import type { Proof } from "../../review/possible-actors.ts";
import type { Db } from "../../store/schema/tables.ts";

/** Roles, the lowest first. */
export const ROLES = ["viewer", "reviewer", "operator", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Who does something, and by which way it came. */
export interface Actor {
  name: string;
  role: Role;
  via: "session" | "token" | "workbook";
  /** The proof of the name. */
  proof: Proof;
  /**
   * Returns whether the session or token has this right at the moment. In a transaction, it keeps the right until the end.
   * A session or token may end while a request is answered.
   */
  stillMay(db: Db, right: "decide" | "link" | "run"): Promise<boolean>;
}

/** Rights, each with the lowest role that has it. Every route names one of them. */
export const RIGHTS = {
  /** Overview, runs, removals, people, exceptions, identities, jobs, audit, connection: none of them shows sensitive values. */
  look: "viewer",
  /** One's own sessions and password. */
  "own account": "viewer",
  /** Change your own password; needs the current one. */
  "own password": "viewer",
  /** Approve, reject, reassign, comment, undo; also by an uploaded workbook. */
  decide: "reviewer",
  /** Start, resume, release, cancel and revert runs; upload files; stop everything for a service account, and lift that. */
  run: "operator",
  /** Link people and accounts, and resolve unconfirmed creates. */
  link: "operator",
  /** List users, and disable them. */
  "manage users": "admin",
  /** Add users, enable them, set their roles and passwords; create tokens. */
  "give access": "admin",
  "manage tokens": "admin",
  /** Set up jobs: connect services, and write job and mapping files. */
  "set up jobs": "admin",
  "manage sessions": "admin",
  /** The retention times. */
  "manage retention": "admin",
} as const satisfies Record<string, Role>;

export type Right = keyof typeof RIGHTS;

/**
 * Rights that no token has, in any role: a token removes access but grants none. Otherwise a stolen one would make
 * itself a user or another token, and outlive its own end.
 */
const PERSONS_ONLY: ReadonlySet<Right> = new Set<Right>(["own password", "give access", "set up jobs"]);

/** Whether a right is for people who have signed in, and for no machine. */
export function isForPeople(right: Right): boolean {
  return PERSONS_ONLY.has(right);
}

/** Whether a role is enough for a right. */
export function may({ role }: Pick<Actor, "role">, right: Right): boolean {
  return rank(role) >= rank(RIGHTS[right]);
}

function rank(role: Role): number {
  return ROLES.indexOf(role);
}

/** The role that may do less; `null` where one of them is none. */
export function lesser(one: Role | null, other: Role | null): Role | null {
  return one === null || other === null ? null : rank(one) <= rank(other) ? one : other;
}

/** Returns a text as a role; `null` if it names none. */
export function asRole(text: unknown): Role | null {
  return ROLES.find((role) => role === text) ?? null;
}
