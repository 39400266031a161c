import { t } from "../../reporting/locales/t.ts";
import { textOf } from "../../domain/person.ts";
import type { Session } from "../../session/session.ts";
import { listPeopleWithKey } from "../../store/identities/intent-pages.ts";
import { findLink } from "../../store/identities/links.ts";
import { findPerson } from "../../store/people/people.ts";

/** The stored facts about the person with a key. */
export interface PersonRecord {
  key: string;
  name: string | null;
  username: string | null;
  email: string | null;
  /** The row of the key in the last file of each job of the account; `null` if it may have moved. */
  stands: { job: string; row: number | null; state: string }[];
  user_id: string | null;
  source: string | null;
  since: string | null;
}

/** Collects what the files and the links say about a key, without sensitive fields. */
export async function recordOf(session: Session, key: string): Promise<PersonRecord> {
  const { job, mapping, context } = session;
  const { db } = session.state;
  const link = await findLink(db, job.service.account, key);
  const rows = await listPeopleWithKey(db, job.service.account, key);
  const stored = await findPerson(db, job.name, key);
  // Stored cells belong to the columns of their time: another mapping would misread them.
  const mapped =
    stored?.context === context
      ? mapping.map(
          stored.row,
          stored.cells.map((cell) => cell ?? undefined),
        )
      : null;
  const user = mapped !== null && "person" in mapped ? mapped.person.user : null;
  const sent = link?.sent ?? {};
  const shown = (field: string): string | null => {
    if (mapping.sensitiveFields.has(field)) return null;
    const last = sent[field];
    const value = user !== null ? textOf(user, field) : typeof last === "string" ? last : "";
    // A field that was sensitive when it was sent is stored as a fingerprint.
    return value === "" || value.startsWith("hmac:") ? null : value;
  };
  const name = ["first_name", "last_name"].flatMap((field) => shown(field) ?? []).join(" ");
  return {
    key,
    name: name === "" ? null : name,
    username: shown("username"),
    email: shown("email"),
    stands: rows.map(({ job: other, row, state }) => ({ job: other, row, state })),
    user_id: link?.user_id ?? null,
    source: link?.source ?? null,
    since: link?.created_at.toISOString() ?? null,
  };
}

/** Formats a record on one line. */
export function recordText({ key, name, username, email, stands, user_id: user, source, since }: PersonRecord): string {
  const who = [name, username, email === username ? null : email].filter((part) => part !== null).join(", ");
  const where = stands.map(({ job, row, state }) => {
    if (state === "absent") return t("identities.no_longer_in_file", { job });
    const place = row === null ? t("identities.in_file_of", { job }) : t("identities.row_of_job", { row: String(row), job });
    return state === "rejected" ? `${place}, ${t("compare.rejected")}` : place;
  });
  const account =
    user === null
      ? t("history.no_account")
      : t("identities.account_account", { account: `${user}, ${source ?? ""} ${since?.slice(0, 10) ?? ""}` });
  return `  ${key}: ${[who || t("identities.no_details"), where.join("; ") || t("identities.in_no_file"), account].join(" · ")}`;
}
