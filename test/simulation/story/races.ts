import type { Company } from "./company.ts";
import type { Random } from "../world/random.ts";
import { virtualNow } from "../world/time.ts";
import { named } from "./events.ts";
import { jsonOf } from "./finished.ts";
import type { Listed } from "./reviewers.ts";

/** Notes a request to approve removals: who makes it, and for which of them one reviewer is enough. */
export async function noteApproval(company: Company, removals: readonly Listed[], by: string): Promise<void> {
  const { twoAbove } = company.policies;
  if (twoAbove === null) return;
  const causes = await causesOf(company);
  const at = virtualNow().getTime();
  for (const { id, person, group } of removals) {
    const human = company.humanOfKey(person.key)?.n;
    const alone = removals.length <= twoAbove && (causes.get(id)?.size ?? Infinity) <= twoAbove;
    if (human !== undefined) company.approvals.push({ human, group: group.path, by, at, alone });
  }
}

/** Returns the cause of each removal, and how many removals it has, in any status within the window. */
async function causesOf(company: Company): Promise<Map<string, { cause: string; size: number }>> {
  const window = new Date(virtualNow().getTime() - company.policies.expiresDays * 86_400_000);
  const rows = await company.machine.database.look<{ id: string; cause: string; size: string }>(
    `SELECT r.id, r.cause, (SELECT count(DISTINCT (o.key, o.group_id)) FROM public.removal o WHERE o.cause = r.cause
      AND (o.ended_at IS NULL OR o.ended_at > $1)) AS size FROM public.removal r`,
    [window],
  );
  return new Map(rows.map(({ id, cause, size }) => [id, { cause, size: Number(size) }]));
}

/**
 * One reviewer decides a cause that needs two, in requests that arrive at the same moment: all removals are kept, and then
 * undone and approved in portions, or only approved in portions.
 * @param keep keeps removals, in one request
 */
export async function raceReviewers(
  company: Company,
  pending: readonly Listed[],
  by: string,
  random: Random,
  keep: (removals: readonly Listed[]) => Promise<void>,
): Promise<void> {
  const twoAbove = company.policies.twoAbove ?? Infinity;
  const causes = await causesOf(company);
  const large = [...Map.groupBy(pending, ({ id }) => causes.get(id)?.cause ?? id).values()].find(({ length }) => length > twoAbove);
  if (large === undefined) return;
  company.count("reviewers race");
  const kept = random.chance(0.6);
  if (kept) await keep(large);
  const size = Math.max(1, twoAbove - random.int(0, 1));
  const portions = Array.from({ length: Math.ceil(large.length / size) }, (_, i) => large.slice(i * size, (i + 1) * size));
  for (const portion of portions) await noteApproval(company, portion, by);
  const how = ["--reason", "simulated", "--reviewer", by, "--json"];
  const commands = portions.flatMap((portion) => {
    const approve = ["review", "approve", ...portion.map((one) => `${one.id}@${one.evidence_digest}`), ...how];
    return kept ? [["review", "undo", ...portion.map(({ id }) => id), ...how], approve] : [approve];
  });
  const at = virtualNow().getTime();
  const ended = await company.together(commands, { after: () => random.int(0, 1) * random.int(0, 400) });
  const rows = await company.machine.database.look<{ id: string; status: string }>("SELECT id, status FROM public.removal");
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  const undone = new Set(ended.flatMap((one) => jsonOf<{ done?: { id: string }[] }>(one)?.done ?? []).map(({ id }) => id));
  const decided = new Set(ended.flatMap((one) => jsonOf<{ decided?: { id: string }[] }>(one)?.decided ?? []).map(({ id }) => id));
  for (const { id, person, group } of large) {
    const human = company.humanOfKey(person.key);
    if (human === undefined) continue;
    if (undone.has(id)) company.ledger.undo(human.n, group.path, at);
    if (!decided.has(id)) continue;
    company.tell(`${by} decides: ${named(human)} loses ${group.path}.`);
    company.ledger.decide({ human: human.n, group: group.path, verdict: "approved", by, at, maybe: false });
    // The approval came first, and was undone.
    if (["pending", "rejected"].includes(statuses.get(id) ?? "")) company.ledger.undo(human.n, group.path, virtualNow().getTime());
  }
}
