import type { DecidingCells } from "../../domain/facts/changed-cells.ts";
import type { SettingPlace } from "../../domain/settings.ts";
import { suddenColumns, type ColumnProfile } from "../../plan/columns.ts";
import type { Held } from "../../domain/facts/held.ts";
import { brokenLimits, type Tally } from "../../plan/limits.ts";
import { heldOlder, type OlderFile } from "../../plan/older-file.ts";
import { countFittingLinks, measurePilot } from "../../store/directory/directory.ts";
import { countActiveLinks } from "../../store/identities/links.ts";
import { countKnownPeople } from "../../store/people/known-people.ts";
import { countNewRemovals } from "../../store/review/removals.ts";
import { mostFrequentReject } from "../../store/runs/run-pages.ts";
import { listContentReleases } from "../../store/runs/content-releases.ts";
import { findMappingVersion, findRun, lastGoodRun } from "../../store/runs/runs.ts";
import { countUnknownAccounts } from "../../store/identities/unknown-accounts.ts";
import type { Db } from "../../store/schema/tables.ts";
import type { RunPilot } from "../../store/schema/values.ts";
import { countAutomatic } from "./missing-groups.ts";
import type { BuiltPlan } from "./build-plan.ts";
import type { Service, Session } from "../../session/session.ts";

/** Checks a plan against the job's limits. Only counts new removals, not those already pending. */
export async function checkLimits(
  session: Session,
  service: Service,
  run: { id: string; partial: boolean; pilot: RunPilot | null },
  { counts, identities, shortages, leftScope, missing, statuses }: BuiltPlan,
): Promise<Held[]> {
  const { state, job, mapping, rules } = session;
  const { account } = job.service;
  const groups = await service.directory.groups();
  const pilot = run.pilot === null ? null : await measurePilot(state.db, { run: run.id, account });
  const members = pilot?.members ?? new Map(groups.map((group) => [group.id, group.members]));
  const removals = await countNewRemovals(state.db, run.id, job.name);
  const last = await lastGoodRun(state.db, job.name, run.id);
  const lastFile = await lastGoodRun(state.db, job.name, run.id, "file");
  const firstCreates = last === undefined && counts.creates > 0;
  const own = await findRun(state.db, run.id);
  const [before, now] = [lastFile, own].map((each) => (each?.profile?.columns ?? []) as ColumnProfile[]);
  const columns = run.partial ? [] : suddenColumns(before ?? [], now ?? []);
  const deactivations = counts.deactivations + counts.absent_deactivated;
  const limits = brokenLimits(
    {
      rows: counts.rows,
      rejected: counts.rejected,
      mostRejected: await mostFrequentReject(state.db, run.id),
      people: counts.rows - counts.rejected - counts.duplicates - counts.not_in_pilot,
      creates: counts.creates,
      updates: counts.updates + counts.reactivations,
      deactivations,
      activeLinks: pilot?.links ?? (await countActiveLinks(state.db, account)),
      newRemovals: removals.reduce((sum, removal) => sum + removal.n, 0),
      managedMemberships: groups
        .filter((group) => rules.isManaged(group.path, group.id))
        .reduce((sum, group) => sum + (members.get(group.id) ?? 0), 0),
      removalsBy: [...sharesOf(removals, "group", members), ...sharesOf(removals, "cause", members)],
      firstRun: last === undefined,
      lastGoodRows: lastFile === undefined || run.partial ? null : lastFile.rows,
      unknownAccounts: firstCreates ? await countUnknownAccounts(state.db, account) : 0,
      links: firstCreates && !run.partial ? await countFittingLinks(state.db, account, run.id) : null,
      known: run.partial || run.pilot !== null ? null : await countKnownPeople(state.db, { run: run.id, job: job.name, account }),
      statuses,
      content: own?.sha256 ?? "",
      renamed: identities.renamed,
      rekeyed: identities.rekeyed,
      leftScope,
      groupsCreated: countAutomatic(missing),
      mappingChanged:
        last !== undefined && (await findMappingVersion(state.db, job.name, last.context))?.text !== mapping.text
          ? { at: mapping.activeAt }
          : null,
      shortages: job.policy.licences === "hold" ? shortages.filter(({ certain }) => certain) : [],
    },
    job.policy.limits,
  );
  const places: Readonly<Record<string, SettingPlace>> = job.limitPlaces;
  const broken = await notReleased(state.db, job.name, [...heldOlder((own?.profile?.older ?? []) as OlderFile[]), ...limits, ...columns]);
  return broken.map((held) => {
    const setting = places[held.limit];
    return setting === undefined ? held : { ...held, setting };
  });
}

/** Leaves out the limits that a person released for the same content. */
async function notReleased(db: Db, job: string, broken: readonly Held[]): Promise<Held[]> {
  const contents = [...new Set(broken.flatMap(({ content }) => content ?? []))];
  const releases = await listContentReleases(db, job, contents);
  return broken.filter(
    ({ limit, content, of = "" }) => !releases.some((each) => each.kind === limit && each.content === content && each.detail === of),
  );
}

type NewRemovals = Awaited<ReturnType<typeof countNewRemovals>>;

function sharesOf(removals: NewRemovals, by: "group" | "cause", members: ReadonlyMap<string, number>): Tally["removalsBy"] {
  const shares = new Map<string, { of: string; group: string; changes: DecidingCells[]; found: number; groups: Set<string> }>();
  for (const removal of removals) {
    const id = by === "group" ? removal.group_id : removal.cause;
    const share = shares.get(id) ?? {
      of: by === "group" ? removal.group_path : removal.cause,
      group: removal.group_path,
      changes: [],
      found: 0,
      groups: new Set(),
    };
    share.found += removal.n;
    if (by === "cause") share.changes.push({ cells: removal.cells, people: removal.n });
    share.groups.add(removal.group_id);
    shares.set(id, share);
  }
  return [...shares.values()].map(({ groups, ...share }) => ({
    ...share,
    memberships: [...groups].reduce((sum, group) => sum + (members.get(group) ?? 0), 0),
  }));
}
