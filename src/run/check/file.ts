import { textOf, type Person } from "../../model/person.ts";
import type { Reject } from "../../model/record.ts";
import type { Verdict } from "../../plan/decide.ts";
import { indexGroups } from "../../plan/groups.ts";
import { countStaged, listRejects } from "../../store/staging.ts";
import { rowDecisions, type RowCounts } from "../decide-rows.ts";
import { returningPeople } from "../forget/back.ts";
import { keptMemberships } from "../kept.ts";
import { noteBook, type CountedNote } from "../notes.ts";
import type { Service, Session } from "../session.ts";
import { stageFile, type StagedFile } from "../stage.ts";
import { termsOf } from "../terms.ts";
import { PeopleBook, type Claimed, type FirstPerson, type RuleChecked, type WithoutGroup } from "./people.ts";
import { tableBook, type ColumnChecked, type TableBook, type TableChecked } from "./tables.ts";

/** Whom a run would make an account for, and what the mapping says about their licences. */
export interface Joiners {
  people: number;
  /** With `auto_license`: the service chooses the subscription. */
  automatic: number;
  /** The `subscription_id`s that the mapping gives to anybody who is active, each with its joiners. */
  bySubscription: Map<string, number>;
}

/** People for whom a plan would send nothing until someone has cleared something up. */
export interface HeldPeople {
  code: string;
  people: number;
  /** Of the first of them. */
  reason: string;
  /** The first rows. */
  examples: number[];
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
  /** Rows by what a plan would make of them. */
  counts: Omit<RowCounts, "rows">;
  /** Why, at most `MOST_REJECTS` reasons. */
  rejects: Reject[];
  held: HeldPeople[];
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

/** The staged rows of a check, and what their cells hold. */
export interface ReadRows {
  id: string;
  staged: StagedFile;
  tables: TableBook;
}

/** A file of a million bad rows needs no list of them. */
export const MOST_REJECTS = 10_000;
const MOST_EXAMPLES = 20;

/**
 * Stages the whole file as a run does, without its shortcut for rows that are as they were. The memory it takes does
 * not grow with the file.
 * @throws FileProblem for a file that is wrong as a whole
 */
export async function readRows(session: Session, id: string, given: string | null): Promise<ReadRows> {
  const tables = tableBook(session.mapping);
  const staged = await stageFile(session, id, given, { see: (cells) => tables.add(cells) });
  return { id, staged, tables };
}

/**
 * Decides about the rows as a plan does, and stores nothing of it.
 * @param groups whether the directory holds the service's groups; else no row is rejected for a group
 */
export async function judgeRows(
  session: Session,
  service: Service,
  { id, staged, tables }: ReadRows,
  groups: boolean,
): Promise<FileChecked> {
  const { state, mapping } = session;
  const { db } = state;
  const notes = noteBook();
  const people = new PeopleBook(mapping);
  const held = new Map<string, HeldPeople>();
  const joiners: Joiners = { people: 0, automatic: 0, bySubscription: new Map() };
  const counted = await countStaged(db, id);
  const decisions = rowDecisions(session, {
    run: id,
    terms: await termsOfCheck(session, service, groups),
    kept: await keptMemberships(session),
    returning: new Map((await returningPeople(session, id)).map(({ key, userId }) => [key, userId])),
  });
  for await (const portion of decisions.portions()) {
    for (const { candidate, person, verdict } of portion) {
      // A row without a usable group counts all the same where the rules' groups are listed: it is why they are missing.
      people.add(candidate.row, person);
      notes.add(candidate.row, person.notes);
      countJoiner(joiners, person, verdict);
      if (verdict.outcome === "held") hold(held, candidate.row, verdict);
    }
  }
  const { rows, ...counts } = decisions.counts(counted);
  const rejects = await listRejects(db, id, MOST_REJECTS);
  return {
    file: staged.file,
    files: staged.files.filter(({ role }) => role === "people").map(({ name }) => name),
    rows,
    usable: rows - counts.rejected,
    rejected: counts.rejected,
    counts,
    rejects: rejects.map(({ row, column, code, message }) => ({ row, column, code, message })),
    held: [...held.values()].sort((a, b) => b.people - a.people),
    notes: [...staged.fileNotes, ...notes.list()],
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

async function termsOfCheck(session: Session, service: Service, groups: boolean) {
  const terms = await termsOf(session, service);
  if (groups) return terms;
  return { ...terms, index: indexGroups([]), rules: { ...terms.rules, unknownGroups: "report" as const } };
}

function hold(held: Map<string, HeldPeople>, row: number, { code, reason }: Verdict): void {
  const id = code ?? "held";
  const known = held.get(id) ?? { code: id, people: 0, reason: reason ?? "", examples: [] };
  known.people += 1;
  if (known.examples.length < MOST_EXAMPLES) known.examples.push(row);
  held.set(id, known);
}

function countJoiner(joiners: Joiners, person: Person, { outcome }: Verdict): void {
  if (person.active === false || person.active === "unknown") return;
  const joins = outcome === "create";
  const sent = { ...person.user, ...person.onCreate };
  const subscription = textOf(sent, "subscription_id");
  if (joins) joiners.people += 1;
  // Who is named a subscription needs none that the service chooses.
  if (subscription !== "") add(joiners.bySubscription, subscription, joins ? 1 : 0);
  else if (joins && sent["auto_license"] === true) joiners.automatic += 1;
}

function add(tally: Map<string, number>, name: string, n: number): void {
  tally.set(name, (tally.get(name) ?? 0) + n);
}
