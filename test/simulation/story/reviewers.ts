import type { Company } from "./company.ts";
import { randomOfEvent } from "./draw.ts";
import { named } from "./events.ts";
import { failAtReview } from "./faults.ts";
import { jsonOf } from "./finished.ts";
import type { Human } from "./people.ts";
import { noteApproval, raceReviewers } from "./races.ts";
import { virtualNow } from "../world/time.ts";

/** A removal as `review list --json` shows it. */
export interface Listed {
  id: string;
  person: { key: string; user_id: string };
  group: { path: string };
  status: string;
  evidence_digest: string;
}

/** Returns the removals that `review list` shows with a status. */
async function listRemovals(company: Company, status: string): Promise<Listed[]> {
  const ended = await company.command(["review", "list", "--status", status, "--json"]);
  const listed = jsonOf<Listed[] | { removals: Listed[] }>(ended);
  return listed === null ? [] : Array.isArray(listed) ? listed : listed.removals;
}

/** The human whom a reviewer sees: by the key that the page shows. */
function humanOf(company: Company, { person }: Listed): Human | undefined {
  return company.humanOfKey(person.key);
}

/** Reviewers look at what is pending, and decide some of it. */
export async function reviewersDecide(company: Company): Promise<void> {
  const id = `n${company.night} review`;
  const random = randomOfEvent(company.seed, id);
  if (!company.happens(id, 0.8)) return;
  const pending = await listRemovals(company, "pending");
  for (const removal of pending) noticeKept(company, removal);
  failAtReview(company);
  const reviewer = random.pick(["Ana", "Ben", "Carla"]);
  if (company.policies.twoAbove !== null && company.happens(`n${company.night} race`, 0.5)) {
    const race = randomOfEvent(company.seed, `n${company.night} race`);
    await raceReviewers(company, pending, reviewer, race, (removals) => decide(company, removals, "kept", reviewer, null));
    return;
  }
  const approve: Listed[] = [];
  const keep: Listed[] = [];
  const reassign: Listed[] = [];
  for (const removal of pending) {
    const draw = random.next();
    if (draw < company.share("approve", 0.45)) approve.push(removal);
    else if (draw < 0.65) keep.push(removal);
    else if (draw < 0.7) reassign.push(removal);
  }
  const until = random.chance(0.4) ? new Date(virtualNow().getTime() + random.int(2, 6) * 86_400_000).toISOString().slice(0, 10) : null;
  if (reassign.length > 0)
    await company.command(["review", "reassign", ...reassign.map((one) => one.id), "--to", "Dora", "--reviewer", reviewer]);
  if (keep.length > 0) await decide(company, keep, "kept", reviewer, until);
  if (approve.length > 0) await decide(company, approve, "approved", reviewer, null);
  if (random.chance(0.25)) await undoSome(company, reviewer, random);
  if (random.chance(company.share("revert", 0.12))) await revertSome(company, reviewer, random);
}

/** Everything pending is decided, when the trouble is over. */
export async function decideAll(company: Company, verdict: "approved" | "kept"): Promise<void> {
  const pending = await listRemovals(company, "pending");
  for (const removal of pending) noticeKept(company, removal);
  if (pending.length > 0) await decide(company, pending, verdict, "Ana", null);
}

async function decide(
  company: Company,
  removals: readonly Listed[],
  verdict: "approved" | "kept",
  by: string,
  until: string | null,
): Promise<void> {
  const command = verdict === "approved" ? "approve" : "reject";
  const at = virtualNow().getTime();
  const names = removals.map((one) => `${one.id}@${one.evidence_digest}`);
  for (const removal of removals) {
    const human = humanOf(company, removal);
    if (human === undefined) continue;
    company.tell(
      `${by} decides: ${human === undefined ? removal.person.key : named(human)} ${verdict === "approved" ? "loses" : "keeps"} ${removal.group.path}.`,
    );
    // Before the command: it applies an approval at once.
    company.ledger.decide({
      human: human.n,
      group: removal.group.path,
      verdict,
      by,
      at,
      maybe: true,
      until: until === null ? null : Date.parse(`${until}T23:59:59.999Z`),
    });
  }
  company.count(`review: ${command}`);
  if (verdict === "approved") await noteApproval(company, removals, by);
  const crashAt = crashPoint(company, 700);
  const ended = await company.command(
    ["review", command, ...names, "--reason", "simulated", "--reviewer", by, "--json", ...(until === null ? [] : ["--until", until])],
    { crashAt },
  );
  const { twoAbove } = company.policies;
  const result = jsonOf<{ decided: Listed[]; waiting: { id: string }[]; refused: { id: string; why: string }[] }>(ended);
  if (result === null) return;
  if (verdict === "approved" && twoAbove !== null && removals.length > twoAbove && result.decided.length > 0)
    company.violate("I1", `${by} approved ${removals.length} removals alone; above ${twoAbove} the policy asks for two reviewers.`);
  const refused = new Set([...result.refused, ...result.waiting].map(({ id }) => id));
  const decided = new Set(result.decided.map(({ id }) => id));
  for (const removal of removals) {
    const human = humanOf(company, removal);
    const decision = company.ledger.decisions.findLast(
      (one) => one.human === human?.n && one.group === removal.group.path && one.at === at,
    );
    if (decision === undefined) continue;
    if (decided.has(removal.id)) decision.maybe = false;
    else if (refused.has(removal.id)) company.ledger.decisions.splice(company.ledger.decisions.indexOf(decision), 1);
  }
}

/** A command of a reviewer may crash as well. */
export function crashPoint(company: Company, points: number): number {
  const id = `n${company.night} ${company.next} crash`;
  if (company.quiet || !company.policies.trouble.crashes || !company.happens(id, 0.35)) return Infinity;
  return randomOfEvent(company.seed, id).int(1, points);
}

async function undoSome(company: Company, by: string, random: ReturnType<typeof randomOfEvent>): Promise<void> {
  const decided = [...(await listRemovals(company, "approved")), ...(await listRemovals(company, "rejected"))];
  const chosen = random.some(decided, 2);
  if (chosen.length === 0) return;
  company.count("review: undo");
  const ended = await company.command([
    "review",
    "undo",
    ...chosen.map(({ id }) => id),
    "--reason",
    "a mistake",
    "--reviewer",
    by,
    "--json",
  ]);
  const result = jsonOf<{ done: Listed[] }>(ended);
  for (const removal of result?.done ?? []) {
    const human = humanOf(company, removal);
    if (human === undefined) continue;
    company.ledger.undo(human.n, removal.group.path, virtualNow().getTime());
    company.tell(`${by} undoes the decision about ${named(human)} and ${removal.group.path}.`);
  }
}

/** Reverts a run: what it removed comes back, and is kept. */
async function revertSome(company: Company, by: string, random: ReturnType<typeof randomOfEvent>): Promise<void> {
  const applied = (await listRemovals(company, "applied")) as (Listed & { run: string })[];
  if (applied.length === 0) return;
  const removal = random.pick(applied);
  company.count("runs revert");
  const ended = await company.command(["runs", "revert", removal.run, "--reason", "a mistake", "--reviewer", by, "--json"]);
  const result = jsonOf<{ memberships?: { key: string; group: string; status: string }[] }>(ended);
  // A revert that the service stopped prints nothing, and may have added back any of them.
  const stopped = applied.filter(({ run }) => result === null && run === removal.run);
  const memberships =
    result?.memberships ?? stopped.map(({ person, group }) => ({ key: person.key, group: group.path, status: "missing" }));
  if (ended.code === 0 && memberships.length === 0)
    company.violate("I4", `The run ${removal.run} was reverted, and no membership is back.`);
  for (const { key, group, status } of memberships) {
    const human = company.humanOfKey(key);
    if (human === undefined) continue;
    // The exception counts also where the membership could not be added back, or was added although the answer was a refusal.
    const maybe = status === "missing";
    company.ledger.decide({ human: human.n, group, verdict: "kept", by, at: virtualNow().getTime(), revert: true, maybe });
    if (!maybe) company.tell(`the run ${removal.run} is reverted: ${named(human)} is in ${group} again.`);
  }
}

/** An exception of a revert lasts until someone ends it, so its membership is never pending again. */
function noticeKept(company: Company, removal: Listed): void {
  const human = humanOf(company, removal);
  if (human === undefined) return;
  const kept = company.ledger.keptBy(human.n, removal.group.path, virtualNow().getTime());
  if (kept?.revert === true) company.violate("I1", `${named(human)} is to lose ${removal.group.path} again, although a revert keeps it.`);
}
