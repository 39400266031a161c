import { textOf } from "../../model/person.ts";
import type { Session } from "../../run/session.ts";
import { whereKeyStands } from "../../store/identities.ts";
import { findLink } from "../../store/links.ts";
import { findPerson } from "../../store/people.ts";

/** What is known about the person behind a key. */
export interface PersonRecord {
  key: string;
  name: string | null;
  username: string | null;
  email: string | null;
  /** Where the key stood in the last file of each job of the account. */
  stands: { job: string; row: number; state: string }[];
  user_id: string | null;
  source: string | null;
  since: string | null;
}

/** Collects what the files and the links say about a key; fields that are marked sensitive stay out. */
export async function recordOf(session: Session, key: string): Promise<PersonRecord> {
  const { job, mapping, context } = session;
  const { db } = session.state;
  const link = await findLink(db, job.service.account, key);
  const stands = await whereKeyStands(db, job.service.account, key);
  const stored = await findPerson(db, job.name, key);
  // The stored cells are those of the columns of their time; under another mapping they would mean something else.
  const mapped =
    stored?.context === context
      ? mapping.map(
          stored.row,
          stored.cells.map((cell) => cell ?? undefined),
        )
      : null;
  const user = mapped !== null && "person" in mapped ? mapped.person.user : null;
  const told = link?.sent ?? {};
  const shown = (field: string): string | null => {
    if (mapping.sensitiveFields.has(field)) return null;
    const last = told[field];
    const value = user !== null ? textOf(user, field) : typeof last === "string" ? last : "";
    // A field that was sensitive when it was told is kept as a fingerprint.
    return value === "" || value.startsWith("hmac:") ? null : value;
  };
  const name = ["first_name", "last_name"].flatMap((field) => shown(field) ?? []).join(" ");
  return {
    key,
    name: name === "" ? null : name,
    username: shown("username"),
    email: shown("email"),
    stands: stands.map(({ job: other, row, state }) => ({ job: other, row, state })),
    user_id: link?.user_id ?? null,
    source: link?.source ?? null,
    since: link?.created_at.toISOString() ?? null,
  };
}

/** A record as a few words in a line. */
export function recordText({ key, name, username, email, stands, user_id: user, source, since }: PersonRecord): string {
  const who = [name, username, email === username ? null : email].filter((part) => part !== null).join(", ");
  const where = stands.map(({ job, row, state }) =>
    state === "absent" ? `no longer in the file of ${job}` : `row ${row} of ${job}${state === "rejected" ? ", rejected" : ""}`,
  );
  const account = user === null ? "no account" : `account ${user}, ${source ?? "linked"} ${since?.slice(0, 10) ?? ""}`;
  return `  ${key}: ${[who === "" ? "nothing known of the person" : who, where.join("; ") || "in no file that was accepted", account].join(" · ")}`;
}
