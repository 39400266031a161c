import { textOf, type Person } from "../../model/person.ts";
import type { Reject } from "../../model/record.ts";
import { openMapped } from "../../source/open.ts";
import { resolveFile } from "../../source/resolve.ts";
import { addJoiners, forgetJoiners } from "../../store/joiners.ts";
import { noteBook, type CountedNote } from "../notes.ts";
import type { Session } from "../session.ts";

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
  file: string;
  rows: number;
  usable: number;
  rejects: Reject[];
  notes: CountedNote[];
  /** The first people as they would be. */
  first: { row: number; key: string; name: string; active: boolean | "unknown" | null; groups: string[] }[];
  /** The groups that rules give to somebody, each with how many people. */
  claimed: Map<string, number>;
  joiners: Joiners;
}

/**
 * Reads the whole file by the job's mapping and asks nobody but the store, once a batch.
 *
 * @throws FileProblem for a file that is wrong as a whole
 */
export async function checkFile(session: Session, pattern: string): Promise<FileChecked> {
  const { job, mapping, progress } = session;
  const { db } = session.state;
  const file = await resolveFile(pattern);
  const { source, places } = await openMapped(file, job.source, mapping);
  const notes = noteBook();
  const rejects: Reject[] = [];
  const first: FileChecked["first"] = [];
  const claimed: FileChecked["claimed"] = new Map();
  const joiners: Joiners = { people: 0, automatic: 0, bySubscription: new Map() };
  let rows = 0;

  await forgetJoiners(db);
  progress.phase("Reading the file", source.bytes);
  for await (const batch of source.rows()) {
    const active = new Map<string, Person>();
    for (const { row, cells, problem } of batch) {
      rows += 1;
      if (problem !== undefined) {
        rejects.push({ row, column: null, ...problem });
        continue;
      }
      const mapped = mapping.map(
        row,
        places.map((place) => cells[place]),
      );
      if ("rejects" in mapped) {
        rejects.push(...mapped.rejects);
        continue;
      }
      const { person } = mapped;
      notes.add(row, person.notes);
      for (const { group } of person.groups) add(claimed, group, 1);
      if (first.length < 5) first.push(summary(row, person, session));
      // No account is made for somebody whose status is unknown.
      if (person.active !== false && person.active !== "unknown" && !active.has(person.key)) active.set(person.key, person);
    }
    count(joiners, active, await addJoiners(db, job.service.account, [...active.keys()]));
    progress.at(source.bytesRead());
  }
  progress.end();
  const usable = rows - new Set(rejects.map((reject) => reject.row)).size;
  return { file, rows, usable, rejects, notes: notes.list(), first, claimed, joiners };
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

function summary(row: number, person: Person, { mapping }: Session): FileChecked["first"][number] {
  const name = ["first_name", "last_name"]
    .filter((field) => !mapping.sensitiveFields.has(field))
    .map((field) => textOf(person.user, field))
    .join(" ");
  return { row, key: person.key, name: name.trim(), active: person.active ?? null, groups: person.groups.map((claim) => claim.group) };
}
