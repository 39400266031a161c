import type { FieldChange } from "../plan/attributes.ts";
import { decide, type Terms, type Verdict } from "../plan/decide.ts";
import type { Person, RowNote } from "../model/person.ts";
import type { Reject } from "../model/record.ts";
import { membershipsOf } from "../store/directory.ts";
import { listUnsettled } from "../store/intents.ts";
import { findLink } from "../store/links.ts";
import { historyOf } from "../store/operations.ts";
import { findPerson } from "../store/people.ts";
import { listRemovals } from "../store/removals.ts";
import { groupsGiven, originsOf, silentRules, undecidedOf, type Cell, type FieldOrigin, type GivenGroup } from "./explain-rules.ts";
import type { FoundRows } from "./find-row.ts";
import { keptMemberships } from "./kept.ts";
import { namesakeFinder } from "./namesakes.ts";
import type { Session } from "./session.ts";
import { showing } from "./shown.ts";

/** Everything there is to say about one person, as `explain --json` prints it. */
export interface Explanation {
  key: string;
  file: string;
  /** The files that the people stand in. */
  files: string[];
  /** The rows of the key. */
  rows: number[];
  /** The row that counts; `null`: none. */
  row: number | null;
  /** The rows of the key differ, and none is used. */
  conflict: boolean;
  /** Where the key is not in the file: the one that may have been meant. */
  nearestKey: string | null;
  cells: Cell[];
  rejects: Reject[];
  notes: readonly RowNote[];
  fields: { field: string; value: string }[];
  /** Each field of the mapping with what gave it. */
  origins: FieldOrigin[];
  active: boolean | "unknown" | null;
  /** What said whether the person is active; `null`: the mapping does not say. */
  activeFrom: { at: string; column: string; value: string | null } | null;
  groups: (GivenGroup & { known: boolean })[];
  undecided: ReturnType<typeof undecidedOf>;
  /** Rules that give this person nothing, with what they went by. */
  nothing: { rule: string; at: string; cells: Cell[] }[];
  account: { user_id: string; source: string; active: boolean | null } | null;
  current: { group: string; managed: boolean }[];
  /** When the current groups were read from the service. */
  readAt: string | null;
  outcome: { action: string; reason: string | null; fields: FieldChange[]; gains: string[]; losses: string[] } | null;
  /** What the next run would do, as a sentence. */
  next: string;
  history: { run: string; kind: string; status: string; reason: string | null }[];
  removals: { id: string; group: string; status: string; by: string | null; reason: string | null }[];
}

/**
 * Explains one person by the job's file, the mapping, and what the store knows.
 * @returns `null` where nobody is known by the key
 */
export async function explain(
  session: Session,
  key: string,
  found: FoundRows,
  terms: Terms,
  readAt: string | null,
): Promise<Explanation | null> {
  const { state, job, mapping } = session;
  const { db } = state;
  const { account } = job.service;
  const link = await findLink(db, account, key);
  const stored = await findPerson(db, job.name, key);
  // Of rows that differ none is used; the first shows what they hold.
  const shown = found.used ?? found.rows[0];
  if (shown === undefined && link === undefined && stored === undefined) return null;
  const current = link === undefined ? [] : await membershipsOf(db, account, link.user_id);
  const mapped =
    shown === undefined ? null : shown.reject === undefined ? mapping.map(shown.row, shown.cells) : { rejects: [shown.reject] };
  const person = mapped !== null && "person" in mapped ? mapped.person : null;
  const rejects = mapped !== null && "rejects" in mapped ? mapped.rejects : [];
  const verdict =
    person === null || shown === undefined || found.conflict ? null : await verdictOn(session, person, shown.row, link, current, terms);
  const show = showing(mapping);
  const path = (id: string): string => terms.index.byId(id)?.path ?? id;
  const activeTable = mapping.tables.find(({ of }) => of === "active");
  const cell = (column: string): Cell => ({ column, value: show.cell(column, shown?.cells[mapping.columns.indexOf(column)]) });
  return {
    key,
    file: found.file,
    files: found.files,
    rows: found.rows.map(({ row }) => row),
    row: found.used?.row ?? null,
    conflict: found.conflict,
    nearestKey: found.near,
    cells: shown === undefined ? [] : mapping.columns.map(cell),
    rejects,
    notes: verdict?.notes ?? person?.notes ?? [],
    fields: Object.entries(person?.user ?? {}).map(([field, value]) => ({
      field,
      value: Array.isArray(value)
        ? value.map((item) => `${item.id}: ${show.field({ plain: `custom_fields.${item.id}`, value: item.value })}`).join(", ")
        : show.field({ plain: field, value: String(value) }),
    })),
    origins: person === null ? [] : originsOf(mapping, person, cell, show),
    active: person?.active ?? null,
    activeFrom: activeTable === undefined || shown === undefined ? null : { at: activeTable.at, ...cell(activeTable.column) },
    groups: groupsGiven(person, show).map(({ claim, ...given }) => ({ ...given, known: terms.index.find(claim.group) !== null })),
    undecided: undecidedOf(person, show),
    nothing: silentRules(mapping, person).map(({ rule, at, columns }) => ({ rule, at, cells: columns.map(cell) })),
    account: link === undefined ? null : { user_id: link.user_id, source: link.source, active: link.active },
    current: current
      .map((id) => ({ group: path(id), managed: mapping.isManaged(path(id), id) }))
      .sort((a, b) => a.group.localeCompare(b.group)),
    readAt,
    outcome:
      verdict === null
        ? null
        : {
            action: verdict.outcome,
            reason: verdict.reason,
            fields: verdict.fields,
            gains: verdict.gains.map(path),
            losses: verdict.losses.map(path),
          },
    next: nextOf(session, found, rejects, link !== undefined, verdict),
    history: (await historyOf(db, account, key)).map(({ run, kind, status, reason }) => ({ run, kind, status, reason })),
    removals: (await listRemovals(db, { job: job.name, key })).map(
      ({ id, group_path: group, status, decided_by: by, decision_reason: reason }) => ({ id, group, status, by, reason }),
    ),
  };
}

async function verdictOn(
  session: Session,
  person: Person,
  row: number,
  link: Awaited<ReturnType<typeof findLink>>,
  current: readonly string[],
  terms: Terms,
): Promise<Verdict> {
  const { account } = session.job.service;
  const { key } = person;
  const unsettled = (await listUnsettled(session.state.db, account)).find((intent) => intent.key === key);
  const namesakes = link !== undefined ? [] : ((await namesakeFinder(session, "")([person])).get(key) ?? []);
  return decide(
    {
      row,
      person,
      unsettled: unsettled === undefined ? null : (unsettled.reason ?? "The outcome of an earlier create is not known."),
      link: link === undefined ? null : { userId: link.user_id, active: link.active, sent: link.sent },
      namesakes,
      current,
      kept: (await keptMemberships(session, key)).get(key) ?? new Map(),
    },
    terms,
  );
}

function nextOf({ job }: Session, found: FoundRows, rejects: readonly Reject[], linked: boolean, verdict: Verdict | null): string {
  if (found.conflict) return "The rows of this key differ, so all of them are rejected: nothing is sent, and the person keeps everything.";
  if (rejects.length > 0) return "The row is rejected: nothing is sent, and the person keeps everything.";
  if (verdict !== null) return sentences[verdict.outcome](verdict);
  const absent = `The key is not in the file; \`policy.absent\` is \`${job.policy.absent}\``;
  if (!linked) return `${absent}, and there is no account: nothing is sent.`;
  if (job.policy.absent === "deactivate") return `${absent}: a run over a whole file switches the account off. The memberships stay.`;
  return `${absent}: ${job.policy.absent === "report" ? "a run says so, and changes nothing" : "nothing is sent"}.`;
}

const sentences: Record<Verdict["outcome"], (verdict: Verdict) => string> = {
  create: () => "An account is made.",
  update: ({ losses }) => `The account is told what has changed.${waiting(losses)}`,
  deactivate: ({ losses }) => `The person has left: the account is switched off.${waiting(losses)}`,
  reactivate: ({ losses }) => `The person is back: the account is switched on again.${waiting(losses)}`,
  unchanged: ({ losses }) => `Nothing is sent: everything is as HR says.${waiting(losses)}`,
  held: ({ reason }) => `Nothing is sent, the row is held. ${reason ?? ""}`.trimEnd(),
  rejected: ({ reason }) => `The row is rejected: nothing is sent, and the person keeps everything. ${reason ?? ""}`.trimEnd(),
};

function waiting(losses: readonly string[]): string {
  if (losses.length === 0) return "";
  return ` ${losses.length === 1 ? "One membership" : `${losses.length} memberships`} would be taken away only after a decision.`;
}
