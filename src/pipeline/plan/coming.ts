import { DateTime } from "luxon";
import { fact } from "../../domain/facts/fact.ts";
import { listComing } from "../../store/in-file/settled-people.ts";
import { todayOf, type Session } from "../../session/session.ts";
import type { CountedNote } from "../extract/notes.ts";

const DAYS_AHEAD = 30;

/** Returns notes on the people who join or leave by their dates in the next 30 days, one for each day. */
export async function comingNotes(session: Session, run: string): Promise<CountedNote[]> {
  const { state, job, mapping } = session;
  if (!mapping.dated) return [];
  const today = todayOf(session);
  const last = DateTime.fromISO(today, { zone: "utc" }).plus({ days: DAYS_AHEAD }).toFormat("yyyy-MM-dd");
  return (await listComing(state.db, { run, job: job.name, today, last })).map(({ due, joins, rows, examples }) => ({
    code: joins ? "joins_soon" : "leaves_soon",
    column: null,
    fact: fact(joins ? "dates.join" : "dates.leave", { day: due }),
    rows,
    examples,
  }));
}
