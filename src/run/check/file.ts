import { join } from "node:path";
import { textOf, type Person } from "../../model/person.ts";
import type { Reject } from "../../model/record.ts";
import { openJobSource, type JobSource } from "../../source/job-source.ts";
import { addJoiners, forgetJoiners } from "../../store/joiners.ts";
import { peopleFiles } from "../files.ts";
import { noteBook, type CountedNote } from "../notes.ts";
import type { Session } from "../session.ts";
import { withShiftHint } from "../shifted.ts";
import { PeopleBook, type Claimed, type FirstPerson, type RuleChecked, type WithoutGroup } from "./people.ts";
import { tableBook, type ColumnChecked, type TableChecked } from "./tables.ts";

/** Whom a run would make an account for, and what the mapping says about their licences. */
export interface Joiners {
  people: number;
  /** With `auto_license`: the service chooses the subscription. */
  automatic: number;
  /** The `subscription_id`s that the mapping gives to anybody who is active, each with its joiners. */
  bySubscription: Map<string, number>;
}

/** What the file says, by the mapping. */
export interface FileChecked {
  /** As people are told it. */
  file: string;
  /** The files that the people stand in. */
  files: string[];
  rows: number;
  usable: number;
  /** Rows that cannot be used. */
  rejected: number;
  /** Why, at most `MOST_REJECTS` reasons. */
  rejects: Reject[];
  notes: CountedNote[];
  /** The first people as they would be. */
  first: FirstPerson[];
  tables: TableChecked[];
  columns: ColumnChecked[];
  rules: RuleChecked[];
  /** `null`: the mapping has no rules. */
  withoutGroup: WithoutGroup | null;
  /** The groups that rules give to somebody. */
  claimed: ReadonlyMap<string, Claimed>;
  /** Memberships in groups that are not among `claimed`, because there are too many different ones. */
  unclaimed: number;
  joiners: Joiners;
}

/** A file of a million bad rows needs no list of them. */
export const MOST_REJECTS = 10_000;

/**
 * Reads the whole file by the job's mapping and asks nobody but the store, once a batch. The memory it takes does not
 * grow with the file.
 *
 * @param given a file that was named by hand, in place of the job's
 * @throws FileProblem for a file that is wrong as a whole
 */
export async function checkFile(session: Session, given: string | null): Promise<FileChecked> {
  const { state, job, mapping, now, sleep, stdin } = session;
  const source = await openJobSource(job.source, mapping, { given, incoming: join(state.dir, "incoming"), now, sleep, stdin });
  try {
    return await checkRows(session, source);
  } finally {
    await source.close();
  }
}

async function checkRows({ state, job, mapping, progress }: Session, source: JobSource): Promise<FileChecked> {
  const { db } = state;
  const notes = noteBook();
  const rejects: Reject[] = [];
  const people = new PeopleBook(mapping);
  const tables = tableBook(mapping);
  const joiners: Joiners = { people: 0, automatic: 0, bySubscription: new Map() };
  let rows = 0;
  let rejected = 0;
  const reject = (reasons: readonly Reject[]): void => {
    rejected += 1;
    rejects.push(...reasons.slice(0, MOST_REJECTS - rejects.length));
  };

  await forgetJoiners(db);
  progress.phase("Reading the file", source.bytes);
  for await (const batch of source.rows()) {
    const active = new Map<string, Person>();
    for (const { row, cells, problem } of batch) {
      rows += 1;
      if (problem !== undefined) {
        reject([{ row, column: null, ...problem }]);
        continue;
      }
      const picked = source.places.map((place) => cells[place]);
      tables.add(picked);
      const mapped = mapping.map(row, picked);
      if ("rejects" in mapped) {
        reject(withShiftHint(mapped.rejects, cells, source.places, mapping));
        continue;
      }
      const { person } = mapped;
      notes.add(row, person.notes);
      people.add(row, person);
      // No account is made for somebody whose status is unknown.
      if (person.active !== false && person.active !== "unknown" && !active.has(person.key)) active.set(person.key, person);
    }
    count(joiners, active, await addJoiners(db, job.service.account, [...active.keys()]));
    progress.at(source.bytesRead());
  }
  progress.end();
  return {
    file: source.file,
    files: peopleFiles(source),
    rows,
    usable: rows - rejected,
    rejected,
    rejects,
    notes: [...source.notes.map((note) => ({ ...note, rows: 1, examples: [] })), ...notes.list()],
    first: people.first,
    tables: tables.tables(),
    columns: tables.columns(),
    rules: people.rules,
    withoutGroup: mapping.rules.length === 0 ? null : people.withoutGroup,
    claimed: people.claimed,
    unclaimed: people.unclaimed,
    joiners,
  };
}

function count(joiners: Joiners, active: ReadonlyMap<string, Person>, joining: ReadonlySet<string>): void {
  for (const [key, { user, onCreate }] of active) {
    const joins = joining.has(key);
    const sent = { ...user, ...onCreate };
    const subscription = textOf(sent, "subscription_id");
    if (joins) joiners.people += 1;
    // Who is named a subscription needs none that the service chooses.
    if (subscription !== "") add(joiners.bySubscription, subscription, joins ? 1 : 0);
    else if (joins && sent["auto_license"] === true) joiners.automatic += 1;
  }
}

function add(tally: Map<string, number>, name: string, n: number): void {
  tally.set(name, (tally.get(name) ?? 0) + n);
}
