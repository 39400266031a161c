import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";

/** A notification: its kind, its subject and its day. */
export interface Notice {
  kind: string;
  subject: string;
  day: string;
}

/**
 * Claims the right to send a notification, once a day. A claim of a process that ended while sending expires after some
 * minutes: sending twice is better than never.
 * @returns whether this process may send it
 */
export async function claimNotice(db: Db, { kind, subject, day }: Notice, now: Date, expiredBefore: Date): Promise<boolean> {
  const { rows } = await sql<{ day: string }>`
    INSERT INTO notification (kind, subject, day, sent_at, detail) VALUES (${kind}, ${subject}, ${day}, ${now}, '{"state":"sending"}')
    ON CONFLICT (kind, subject, day) DO UPDATE SET sent_at = excluded.sent_at
      WHERE notification.detail->>'state' = 'sending' AND notification.sent_at < ${expiredBefore}
    RETURNING day`.execute(db);
  return rows.length > 0;
}

export async function setNoticeSent(db: Db, notice: Notice, detail: Record<string, unknown>): Promise<void> {
  await of(db.updateTable("notification").set({ detail: JSON.stringify({ state: "sent", ...detail }) }), notice).execute();
}

/** Releases a notification that could not be sent, so that it can be retried on the same day. */
export async function dropNotice(db: Db, notice: Notice): Promise<void> {
  await of(db.deleteFrom("notification"), notice).execute();
}

function of<Query extends { where(column: "kind" | "subject" | "day", is: "=", value: string): Query }>(
  query: Query,
  notice: Notice,
): Query {
  return query.where("kind", "=", notice.kind).where("subject", "=", notice.subject).where("day", "=", notice.day);
}
