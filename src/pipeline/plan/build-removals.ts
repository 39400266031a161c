import { compileMapping } from "../../mapping/compile.ts";
import type { CompiledMapping } from "../../mapping/compiled.ts";
import { foldName } from "../../domain/names.ts";
import { textOf, type Person } from "../../domain/person.ts";
import type { PlanContext, PlanResult } from "../../plan/decide.ts";
import { explainLoss, isGroup } from "../../plan/removal-cause.ts";
import type { Candidate } from "../../store/people/people.ts";
import type { FoundRemoval } from "../../store/review/removals.ts";
import { findMappingVersion } from "../../store/runs/runs.ts";
import type { Session } from "../../session/session.ts";
import { cellsOf, displayName } from "./plan-writer.ts";

/** Loads earlier versions of the mapping, for rows that were accepted under them. */
export function earlierMappings(session: Session) {
  const known = new Map<string, Promise<{ mapping: CompiledMapping | null; columns: string[] }>>();
  const load = async (context: string): Promise<{ mapping: CompiledMapping | null; columns: string[] }> => {
    const version = await findMappingVersion(session.state.db, session.job.name, context);
    if (version === undefined) return { mapping: null, columns: [] };
    try {
      return { mapping: compileMapping(version.text, version.file), columns: version.columns };
    } catch {
      // Written for an earlier version of Rollcall, so its results are unknown.
      return { mapping: null, columns: version.columns };
    }
  };
  return (context: string) => {
    const loading = known.get(context) ?? load(context);
    known.set(context, loading);
    return loading;
  };
}

/**
 * Returns the pending removals of one person's plan result, each with its evidence.
 * @param removed the memberships that were removed once, as `KEY GROUP_ID`: what a person has again, someone added
 */
export async function removalsOf(
  session: Session,
  run: string,
  place: { file: string; row: number },
  candidate: Candidate,
  person: Person,
  result: PlanResult,
  planContext: PlanContext,
  earlier: ReturnType<typeof earlierMappings>,
  removed: ReadonlySet<string>,
): Promise<FoundRemoval[]> {
  if (result.losses.length === 0 || candidate.user_id === null) return [];
  const { mapping } = session;
  const now = new Map(mapping.columns.map((column, i) => [column, candidate.cells[i] ?? undefined]));
  const last =
    candidate.before_cells === null ? null : await pastOf(session, candidate.before_cells, candidate.before_context ?? "", earlier);
  // A person who moved to a group that was missing keeps the former one until later runs: the row before the last change gave it.
  const former =
    candidate.earlier_cells === null ? null : await pastOf(session, candidate.earlier_cells, candidate.earlier_context ?? "", earlier);
  const earliest = await cellsBefore(session, candidate, earlier);
  return result.losses.map((groupId) => {
    const path = planContext.index.byId(groupId)?.path ?? groupId;
    const gave = (then: typeof last) =>
      [then?.person, then?.byItsMapping].some((one) => one?.groups.some((claim) => isGroup(claim, { groupPath: path, groupId })));
    const past = !gave(last) && gave(former) && !removed.has(`${candidate.key} ${groupId}`) ? former : last;
    const explained = explainLoss(
      {
        job: session.job.name,
        file: place.file,
        row: place.row,
        groupId,
        groupPath: path,
        userId: candidate.user_id ?? "",
        person,
        before: past?.person ?? null,
        beforeMapping: past?.byItsMapping ?? null,
        cell: (column) => now.get(column),
        cellBefore: (column) => past?.cells.get(foldName(column)),
        cellEarlier: (column) => earliest.get(foldName(column)),
        gains: result.gains.map((id) => planContext.index.byId(id)?.path ?? id),
        currentCount: candidate.groups?.length ?? 0,
        lossCount: result.losses.length,
        comparable: (column) => {
          const value = now.get(column) ?? null;
          return value !== null && mapping.sensitiveColumns.has(column) ? session.secrecy.fingerprint(value) : value;
        },
        isSensitive: (column) => mapping.sensitiveColumns.has(column),
        statusColumn: mapping.activeColumn,
      },
      planContext.rules,
    );
    return {
      run,
      key: candidate.key,
      name: displayName(session, person),
      username: usernameOf(session, person, candidate),
      user_id: candidate.user_id ?? "",
      group_id: groupId,
      group_path: path,
      cause: explained.cause,
      evidence: explained.evidence,
      evidence_digest: explained.digest,
    };
  });
}

/** Returns the username for reviewers, and for the protection of accounts; `null` if it is sensitive. */
function usernameOf({ mapping }: Session, { user }: Person, { sent }: Candidate): string | null {
  if (mapping.usernames === null) return mapping.sensitiveFields.has("username") ? null : textOf(user, "username") || null;
  const name = sent?.["username"];
  return typeof name === "string" && name !== "" && !name.startsWith("hmac:") ? name : null;
}

/** Returns the cells of the row before its last change, by column. */
async function cellsBefore(
  session: Session,
  { earlier_cells: cells, earlier_context: context }: Candidate,
  earlier: ReturnType<typeof earlierMappings>,
) {
  if (cells === null || context === null) return new Map<string, string | undefined>();
  const { columns } = context === session.context ? session.mapping : await earlier(context);
  return new Map(columns.map((column, i) => [foldName(column), cells[i] ?? undefined]));
}

/** Maps the last accepted row with the current mapping, and with its own if that was another version. */
async function pastOf(session: Session, cells: readonly (string | null)[], context: string, earlier: ReturnType<typeof earlierMappings>) {
  const { mapping } = session;
  const version = context === session.context ? { mapping: null, columns: mapping.columns } : await earlier(context);
  const byColumn = new Map(version.columns.map((column, i) => [foldName(column), cells[i] ?? undefined]));
  const current = mapping.map(
    0,
    mapping.columns.map((column) => byColumn.get(foldName(column))),
  );
  const then = version.mapping?.map(0, cellsOf(cells));
  return {
    cells: byColumn,
    person: "person" in current ? current.person : null,
    byItsMapping: then !== undefined && "person" in then ? then.person : null,
  };
}
