import { sql } from "kysely";
import type { Db } from "./schema.ts";

/** What is told: by which way, about what, on which day. */
export interface Notice {
  kind: string;
  subject: string;
  day: string;
}

/**
 * Takes the right to send a notice: once a day, whatever happens. A process that ended while it was sending holds it
 * for some minutes only; rather twice than never.
 * @returns whether it is ours to send
 */
export async function claimNotice(db: Db, { kind, subject, day }: Notice, now: Date, givenUpBefore: Date): Promise<boolean> {
  const { rows } = await sql<{ day: string }>`
    INSERT INTO notification (kind, subject, day, sent_at, detail) VALUES (${kind}, ${subject}, ${day}, ${now}, '{"state":"sending"}')
    ON CONFLICT (kind, subject, day) DO UPDATE SET sent_at = excluded.sent_at
      WHERE notification.detail->>'state' = 'sending' AND notification.sent_at < ${givenUpBefore}
    RETURNING day`.execute(db);
  return rows.length > 0;
}

export async function setNoticeSent(db: Db, notice: Notice, detail: Record<string, unknown>): Promise<void> {
  await of(db.updateTable("notification").set({ detail: JSON.stringify({ state: "sent", ...detail }) }), notice).execute();
}

/** Gives a notice back that could not be sent: somebody may try again on the same day. */
export async function dropNotice(db: Db, notice: Notice): Promise<void> {
  await of(db.deleteFrom("notification"), notice).execute();
}

function of<Query extends { where(column: "kind" | "subject" | "day", is: "=", value: string): Query }>(
  query: Query,
  notice: Notice,
): Query {
  return query.where("kind", "=", notice.kind).where("subject", "=", notice.subject).where("day", "=", notice.day);
}
