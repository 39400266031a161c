import type { Cell, Explanation } from "../../domain/explanation.ts";
import { fact, inTurn, type Fact } from "../../domain/facts/fact.ts";
import type { Reject } from "../../domain/record.ts";
import { comingLastDay, statusOn } from "../../plan/dates.ts";
import { decide, type PlanContext, type PlanResult } from "../../plan/decide.ts";
import type { Person } from "../../domain/person.ts";
import { membershipsOf } from "../../store/directory/directory.ts";
import { listUnconfirmedIntents } from "../../store/identities/intents.ts";
import { findLink } from "../../store/identities/links.ts";
import { historyOf } from "../../store/runs/operations.ts";
import { findPerson } from "../../store/people/people.ts";
import { findUrgent } from "../../store/people/urgent-deactivations.ts";
import { listRemovals } from "../../store/review/removals.ts";
import { englishText, reasonOf, withMessage } from "../../reporting/fact-text.ts";
import { loadTimeline, withoutParts } from "../../reporting/history/timeline.ts";
import { areaBlocking } from "./area.ts";
import { unchangedIn } from "./unchanged.ts";
import { groupsGiven, originsOf, silentRules, undecidedOf } from "./rules.ts";
import type { FoundRows } from "./find-row.ts";
import { loadExceptions } from "../../pipeline/plan/exceptions.ts";
import { duplicateFinder, usernameHolderFinder } from "../../pipeline/plan/possible-duplicates.ts";
import { usernameFor, withUsername } from "../../pipeline/plan/usernames.ts";
import type { Session } from "../../session/session.ts";
import { showing } from "../redact.ts";

/**
 * Explains one person by the job's file, the mapping, and what the store knows.
 * @param refused why a run would reject rows of the key once it has compared them with all others
 * @returns `null` where nobody is known by the key
 */
export async function explain(
  session: Session,
  key: string,
  found: FoundRows,
  refused: readonly Reject[],
  terms: PlanContext,
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
  const read = mapped !== null && "person" in mapped ? mapped.person : null;
  const chosen =
    read === null || shown === undefined || link !== undefined ? null : await usernameFor(session, read, shown.cells, terms.today);
  const person = read === null || chosen === null ? read : withUsername(read, { ...chosen, detail: {} });
  const ofRow = found.conflict ? [] : refused.filter(({ row }) => row === shown?.row);
  const ofUsername = chosen === null || chosen.reject === null ? [] : [{ ...chosen.reject, row: shown?.row ?? 0 }];
  const rejects = ofRow.length > 0 ? ofRow : mapped !== null && "rejects" in mapped ? mapped.rejects : ofUsername;
  const decided =
    person === null || shown === undefined || found.conflict || rejects.length > 0
      ? null
      : await verdictOn(session, person, shown.row, link, current, terms, stored);
  const here = decided === null || person === null || shown === undefined ? null : { person, cells: shown.cells, today: terms.today };
  const area = link === undefined || (here === null && shown !== undefined) ? null : await areaBlocking(session, key, here);
  const verdict =
    decided === null || area === null || decided.code === "protected"
      ? decided
      : { ...decided, outcome: "held" as const, reason: area, fields: [], gains: [], losses: [] };
  const coming = person === null ? null : comingLastDay(person, terms.today);
  const next = nextOf(session, found, rejects, link !== undefined, verdict, coming, area);
  const show = showing(mapping);
  const path = (id: string): string => terms.index.byId(id)?.path ?? id;
  const activeTable = mapping.tables.find(({ of }) => of === "active");
  const activeAt = activeTable?.at ?? mapping.activeAt;
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
    rejects: rejects.map(withMessage),
    notes: (verdict?.notes ?? person?.notes ?? []).map(withMessage),
    fields: Object.entries(person?.user ?? {}).map(([field, value]) => ({
      field,
      value: Array.isArray(value)
        ? value.map((item) => `${item.id}: ${show.field({ plain: `custom_fields.${item.id}`, value: item.value })}`).join(", ")
        : show.field({ plain: field, value: String(value) }),
    })),
    origins: person === null ? [] : originsOf(mapping, person, cell, show),
    usernames: chosen === null ? null : { at: mapping.usernames?.at ?? "", steps: chosen.steps },
    // Without a status, the dates are all there is to show.
    active: person === null ? null : ((activeTable === undefined ? statusOn(person, terms.today) : person.active) ?? null),
    activeFrom:
      activeAt === null || mapping.activeColumn === null || shown === undefined ? null : { at: activeAt, ...cell(mapping.activeColumn) },
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
            ...reasonOf(verdict.reason),
            fields: verdict.fields,
            gains: verdict.gains.map(path),
            losses: verdict.losses.map(path),
          },
    next: englishText(next),
    nextFact: next,
    unchangedIn: stored === undefined ? [] : await unchangedIn(db, job.name, key, stored.row),
    timeline: withoutParts(await loadTimeline(db, { account, job: job.name, key })),
    history: (await historyOf(db, account, key)).map(({ run, kind, status, reason }) => ({ run, kind, status, ...reasonOf(reason) })),
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
  terms: PlanContext,
  stored: Awaited<ReturnType<typeof findPerson>>,
): Promise<PlanResult> {
  const { account } = session.job.service;
  const { key } = person;
  const unconfirmed = (await listUnconfirmedIntents(session.state.db, account)).find((intent) => intent.key === key);
  const possibleDuplicates = link !== undefined ? [] : ((await duplicateFinder(session, "")([person])).get(key) ?? []);
  const holders = link === undefined ? null : await usernameHolderFinder(session, "")([{ person, sent: link.sent }]);
  return decide(
    {
      row,
      usernameHolder: holders?.get(key),
      person,
      unconfirmed: unconfirmed === undefined ? null : (unconfirmed.reason ?? fact("unconfirmed.earlier_create", {})),
      urgent: await findUrgent(session.state.db, account, key, link?.user_id ?? null, session.now()),
      link: link === undefined ? null : { userId: link.user_id, active: link.active, sent: link.sent },
      possibleDuplicates,
      current,
      lastUsername: stored?.username ?? null,
      wasInScope: stored !== undefined && (stored.scope === null || stored.was_in_scope),
      exceptions: (await loadExceptions(session, key)).get(key) ?? new Map(),
    },
    terms,
  );
}

function nextOf(
  { job, pilot }: Session,
  found: FoundRows,
  rejects: readonly Reject[],
  linked: boolean,
  result: PlanResult | null,
  leaving: Fact | null,
  area: Fact | null,
): Fact {
  if (found.conflict) return fact("next.rows_differ", {});
  if (rejects.length > 0) return fact("next.rejected", {});
  const next = result === null ? undefined : inTurn(...EFFECTS[result.outcome](result), leaving ?? undefined);
  if (pilot !== null && found.used?.inPilot === false) return inTurn(fact("next.not_in_pilot", { at: pilot.settings.at }), next);
  if (next !== undefined) return next;
  if (area !== null) return inTurn(fact("next.absent_blocked", {}), area);
  const policy = job.policy.absent;
  if (!linked) return fact("next.absent_no_account", { policy });
  if (policy === "deactivate") return fact("next.absent_deactivated", { policy });
  return policy === "report" ? fact("next.absent_reported", { policy }) : fact("next.absent_nothing", { policy });
}

type Said = (Fact | undefined)[];

/** The notes on rules whose groups are not as HR's data says. */
const UNAPPLIED: ReadonlySet<string> = new Set(["unknown_group", "ambiguous_group", "undecided_rule"]);

const EFFECTS: Record<PlanResult["outcome"], (result: PlanResult) => Said> = {
  create: () => [fact("next.create", {})],
  update: ({ losses }) => [fact("next.update", {}), pending(losses)],
  deactivate: ({ losses }) => [fact("next.deactivate", {}), pending(losses)],
  reactivate: ({ losses }) => [fact("next.reactivate", {}), pending(losses)],
  unchanged: ({ losses, notes }) => [
    fact(notes.some(({ code }) => UNAPPLIED.has(code)) ? "next.unchanged_for_rules" : "next.unchanged", {}),
    pending(losses),
  ],
  held: ({ reason }) => [fact("next.blocked", {}), reason ?? undefined],
  out_of_scope: ({ reason }) => [reason ?? undefined, fact("next.memberships_stay", {})],
  not_due: ({ reason }) => [reason ?? undefined],
  rejected: ({ reason }) => [fact("next.rejected", {}), reason ?? undefined],
};

function pending(losses: readonly string[]): Fact | undefined {
  return losses.length === 0 ? undefined : fact("next.would_be_removed", { n: losses.length });
}
