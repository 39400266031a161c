import { hash } from "node:crypto";
import { englishText } from "../../reporting/fact-text.ts";
import type { Fact } from "../../domain/facts/fact.ts";
import { AREA_RELEASE, areaFact, type ReportedArea } from "../../domain/facts/missing-areas.ts";
import { textOf, type Person } from "../../domain/person.ts";
import type { Reject } from "../../domain/record.ts";
import type { OlderFile } from "../../plan/older-file.ts";
import type { PlanResult } from "../../plan/decide.ts";
import { indexGroups } from "../../plan/groups.ts";
import { listRejects } from "../../store/runs/rejects.ts";
import { countStaged } from "../../store/runs/staging.ts";
import { refusePilotOf, runPilotOf } from "../../pipeline/extract/pilot.ts";
import type { RunPilot } from "../../store/schema/values.ts";
import { rowDecisions, type RestCounts, type RowCounts } from "../../pipeline/plan/decide-rows.ts";
import { returningPeople } from "../../identities/returning-people.ts";
import { loadExceptions } from "../../pipeline/plan/exceptions.ts";
import { noteCollector, type CountedNote } from "../../pipeline/extract/notes.ts";
import type { Service, Session } from "../../session/session.ts";
import { compareAge } from "../../pipeline/extract/older-file.ts";
import { dateContent } from "../../pipeline/extract/source-age.ts";
import { stageFile, type CellObserver, type StagedFile } from "../../pipeline/extract/stage-rows.ts";
import { countCreates } from "../../plan/missing-groups.ts";
import { comingNotes } from "../../pipeline/plan/coming.ts";
import { claimCounter, judgeClaims, type MissingGroups } from "../../pipeline/plan/missing-groups.ts";
import { planContextOf } from "../../pipeline/plan/plan-context.ts";
import { FirstRows, settingNotes } from "./advice.ts";
import { PeopleCounter, type Claimed, type FirstPerson, type RuleChecked, type WithoutGroup } from "./people.ts";
import { tableBook, type ColumnChecked, type TableCounter, type TableChecked } from "./tables.ts";

/** People a run would create accounts for, by their licence settings in the mapping. */
export interface Joiners {
  people: number;
  /** With `auto_license`: the service chooses the subscription. */
  automatic: number;
  /** The `subscription_id`s that the mapping gives to active people, each with its number of joiners. */
  bySubscription: Map<string, number>;
}

/** People who would be held until someone resolves the reason. */
interface HeldPeople {
  code: string;
  people: number;
  /** The reason of the first of them, in English. */
  reason: string;
  fact: Fact | null;
  /** The first rows. */
  examples: number[];
}

/** How many people the pilot of the job matches, and what a run for everyone would plan for the others. */
interface CheckedPilot extends Pick<RunPilot, "from" | "at" | "by" | "max"> {
  people: number;
  rest: RestCounts | null;
}

/** The result of checking the file with the mapping. */
export interface FileChecked {
  /** The name shown to users. */
  file: string;
  /** The files with people. */
  files: string[];
  rows: number;
  /** Rows that a plan decides on: neither rejected nor duplicates. */
  usable: number;
  /** Rejected rows. */
  rejected: number;
  /** Rows by outcome in a plan. */
  counts: Omit<RowCounts, "rows">;
  /** `null`: the job is for everyone. */
  pilot: CheckedPilot | null;
  /** Why rows are rejected; at most `MAX_REJECTS` reasons. */
  rejects: Reject[];
  /** How many more reasons there are. */
  rejectsNotListed: number;
  held: HeldPeople[];
  /** Files that are older than the last ones, for which a run would be on hold. */
  older: OlderFile[];
  notes: CountedNote[];
  /** The first people as the mapping reads them. */
  first: FirstPerson[];
  tables: TableChecked[];
  columns: ColumnChecked[];
  rules: RuleChecked[];
  /** `null`: the mapping has no rules. */
  withoutGroup: WithoutGroup | null;
  /** The groups that rules give to at least one person. */
  claimed: ReadonlyMap<string, Claimed>;
  /** Memberships in groups not in `claimed`, because there are too many different groups. */
  unclaimed: number;
  joiners: Joiners;
  /** How many missing groups a run would create and propose; `null`: the groups are not known. */
  missingGroupsPlanned: { create: number; propose: number } | null;
}

/** The staged rows of a check, with statistics of their cells. */
export interface ReadRows {
  id: string;
  /** The file was given, so it may have only some of the people. */
  partial: boolean;
  staged: StagedFile;
  tables: TableCounter;
  first: FirstRows;
}

/** Bounds the list of rejects. */
const MAX_REJECTS = 10_000;
const MAX_EXAMPLES = 20;
/** Rows that are compared for equal ones when their values are counted. */
const MAX_COMPARED = 50_000;

/**
 * Stages the whole file as a run does, but without its shortcut for unchanged rows. Uses bounded memory.
 * @param last whether to use the last read of a source over HTTP
 * @throws FileProblem if the file is unusable as a whole
 */
export async function readRows(session: Session, id: string, given: string | null, last = false): Promise<ReadRows> {
  const tables = tableBook(session.mapping);
  const first = new FirstRows();
  const seen = new Set<string>();
  const see: CellObserver["see"] = (cells, { key, all, header }) => {
    // A run uses equal rows once, and so does the draft of a mapping.
    const digest = seen.size < MAX_COMPARED ? hash("sha1", JSON.stringify(all)) : "";
    if (!seen.has(digest)) tables.add(cells);
    if (digest !== "") seen.add(digest);
    first.see(all, key, header);
  };
  const staged = await stageFile(session, id, given, { afresh: { see }, last });
  return { id, partial: given !== null, staged, tables, first };
}

/**
 * Decides on the rows as a plan does, without storing the plan.
 * @param groups whether the directory contains the service's groups; if not, no row is rejected for a group
 */
export async function decideCheckedRows(
  session: Session,
  service: Service,
  { id, partial, staged, tables, first }: ReadRows,
  groups: boolean,
): Promise<FileChecked> {
  const { state, mapping } = session;
  const { db } = state;
  const notes = noteCollector();
  const people = new PeopleCounter(mapping);
  const held = new Map<string, HeldPeople>();
  const joiners: Joiners = { people: 0, automatic: 0, bySubscription: new Map() };
  const claims = claimCounter();
  const counted = await countStaged(db, id);
  const pilot = session.pilot === null ? null : { ...runPilotOf(session.pilot), people: counted.usable };
  if (pilot !== null) refusePilotOf(pilot.people, pilot, staged.file);
  const decisions = rowDecisions(session, {
    run: id,
    planContext: await contextOfCheck(session, service, groups),
    pilot: session.pilot !== null,
    content: partial || session.pilot !== null ? null : staged.sha256,
    exceptions: await loadExceptions(session),
    returning: new Map((await returningPeople(session, id)).map(({ key, userId }) => [key, userId])),
  });
  for await (const portion of decisions.portions()) {
    for (const { candidate, person, result } of portion) {
      // Also counts rows rejected for a missing group, so that the group is listed as missing.
      if (result.outcome !== "out_of_scope") people.add(candidate.row, person);
      notes.add(candidate.row, person.notes);
      if (!candidate.in_pilot) continue;
      countJoiner(joiners, person, result);
      claims.add(person, result);
      if (result.outcome === "held") hold(held, candidate.row, result);
    }
  }
  const { rows, ...counts } = decisions.counts(counted);
  const usable = rows - counts.rejected - counts.duplicates;
  if (session.pilot === null) await decisions.scope.refuseIfAllAreOut(usable);
  const { rejects, more } = await listRejects(db, id, MAX_REJECTS);
  const ages = await agesOf(session, { id, partial }, staged);
  return {
    file: staged.file,
    files: staged.files.filter(({ role }) => role === "people").map(({ name }) => name),
    rows,
    usable,
    rejected: counts.rejected,
    counts,
    pilot:
      pilot === null
        ? null
        : { from: pilot.from, at: pilot.at, by: pilot.by, max: pilot.max, people: pilot.people, rest: decisions.rest(counted) },
    rejects: rejects.map(({ row, column, code, fact }) => ({ row, column, code, fact })),
    rejectsNotListed: more,
    held: [...held.values()].sort((a, b) => b.people - a.people),
    older: ages.older,
    notes: [
      ...ages.notes,
      ...staged.fileNotes,
      ...(await settingNotes(session, id, first)),
      ...areaNotes(decisions.areas.list()),
      ...decisions.scope.notes(),
      ...(await comingNotes(session, id)),
      ...notes.list(),
    ],
    first: people.first,
    tables: tables.tables(),
    columns: tables.columns(),
    rules: people.rules,
    withoutGroup: mapping.rules.length === 0 ? null : people.withoutGroup,
    claimed: people.claimed,
    unclaimed: people.unclaimed,
    joiners,
    missingGroupsPlanned: groups ? plannedOf(await judgeClaims(session, service, claims.list())) : null,
  };
}

type Ages = Pick<FileChecked, "older" | "notes">;

/** Compares the age of the files. */
async function agesOf(session: Session, run: { id: string; partial: boolean }, staged: StagedFile): Promise<Ages> {
  const { older, notes } = await compareAge(session, run, staged);
  notes.push(...(await dateContent(session, { id: run.id, given: run.partial }, staged, older)));
  return { older, notes };
}

function areaNotes(areas: readonly ReportedArea[]): CountedNote[] {
  return areas.map((area) => ({ code: AREA_RELEASE, column: area.column, fact: areaFact(area), rows: area.blank, examples: [] }));
}

function plannedOf({ groups, more }: MissingGroups): { create: number; propose: number } {
  const create = groups.filter(({ outcome }) => outcome === "create");
  return { create: countCreates(create), propose: groups.length - create.length + more };
}

async function contextOfCheck(session: Session, service: Service, groups: boolean) {
  const planContext = await planContextOf(session, service);
  if (groups) return planContext;
  return { ...planContext, index: indexGroups([]), rules: { ...planContext.rules, unknownGroups: "report" as const } };
}

/** Blocked people are counted by code. These codes have several reasons, each with a column of its own. */
const BY_REASON: ReadonlySet<string> = new Set(["undecided_dates", "undecided_scope"]);

function hold(held: Map<string, HeldPeople>, row: number, { code, reason }: PlanResult): void {
  const by = code ?? "held";
  // Two cells with different unreadable texts have the same reason.
  const id = BY_REASON.has(by) ? `${by} ${JSON.stringify(reason, (name, part: unknown) => (name === "value" ? null : part))}` : by;
  const known = held.get(id) ?? { code: by, people: 0, reason: reason === null ? "" : englishText(reason), fact: reason, examples: [] };
  known.people += 1;
  if (known.examples.length < MAX_EXAMPLES) known.examples.push(row);
  held.set(id, known);
}

function countJoiner(joiners: Joiners, person: Person, { outcome }: PlanResult): void {
  if (person.active === false || person.active === "unknown") return;
  const joins = outcome === "create";
  const sent = { ...person.user, ...person.onCreate };
  const subscription = textOf(sent, "subscription_id");
  if (joins) joiners.people += 1;
  // People with a `subscription_id` do not need an automatic licence.
  if (subscription !== "") add(joiners.bySubscription, subscription, joins ? 1 : 0);
  else if (joins && sent["auto_license"] === true) joiners.automatic += 1;
}

function add(tally: Map<string, number>, name: string, n: number): void {
  tally.set(name, (tally.get(name) ?? 0) + n);
}
