import { listTokens, type ApiToken } from "../store/api-tokens.ts";
import { countByCause, listApprovals, originOf, type Approval } from "../store/decisions.ts";
import type { Policy } from "../model/settings.ts";
import { seenName } from "../model/names.ts";
import type { Removal } from "../store/removals.ts";
import type { Db } from "../store/schema.ts";
import { evidenceOf } from "./removals.ts";

/** Who decides. */
export interface Decider {
  name: string;
  /** By which way it came. */
  via: "cli" | "session" | "token" | "workbook" | "policy";
  /** Of a workbook: whoever hands it in has shown who they are. */
  proven?: boolean;
}

/** Whether somebody has shown who they are: on the command line a name is only said. */
export function isProven({ via, proven }: Decider): boolean {
  return via === "session" || via === "token" || (via === "workbook" && proven === true);
}

/** A name as people are told apart by it: however it is written, with accents or not, in any case and spacing. */
export function personName(name: string): string {
  return seenName(name.normalize("NFKD").replaceAll(/\p{M}/gu, "")).replaceAll(/[\s._-]+/g, "");
}

/** What an approval comes to under the policy. */
export type Weight =
  | { counts: true; because: Approval[] }
  /** It is written down, and somebody else has to approve as well. */
  | { counts: false; why: string }
  /** The same person has approved before. */
  | { refused: string };

/**
 * Says for each removal whether an approval counts, under four eyes and the rule for many at once.
 * @param together how many are approved in the same request
 */
export async function secondReviewer(db: Db, policy: Policy, removals: readonly Removal[], by: Decider, now: Date) {
  const { fourEyes, twoAbove, expires } = policy.approval;
  const causes = [...new Set(removals.map(({ cause }) => cause))];
  const approvals = Map.groupBy(
    await listApprovals(
      db,
      removals.map(({ id }) => id),
    ),
    ({ removal }) => removal,
  );
  const sizes = twoAbove === null ? new Map<string, number>() : await countByCause(db, causes, new Date(now.getTime() - expires));
  const tokens = approvals.size > 0 || fourEyes ? await listTokens(db) : [];
  const origins = new Map<string, ReturnType<typeof originOf>>();
  const originsOf = (run: string): ReturnType<typeof originOf> => {
    const known = origins.get(run) ?? originOf(db, run);
    origins.set(run, known);
    return known;
  };

  return async (removal: Removal): Promise<Weight> => {
    const before = (approvals.get(removal.id) ?? []).filter((approval) => approval.evidence_digest === removal.evidence_digest);
    const many = twoAbove !== null && (removals.length > twoAbove || (sizes.get(removal.cause) ?? 0) > twoAbove);
    const involved = fourEyes ? await involvedIn(removal, originsOf) : [];
    const mine = involved.find((role) => samePerson(role.name, by.name, tokens, now));
    const others = before.filter((approval) => !samePerson(approval.by, by.name, tokens, approval.at));
    const free = (approval: Approval): boolean => !involved.some((role) => samePerson(role.name, approval.by, tokens, approval.at));
    // Once two were needed, they are: who asked for fewer at a time later does not become the only one.
    const needsTwo = many || before.length > 0;
    if (others.length > 0 && (mine === undefined || others.some(free))) return { counts: true, because: others };
    if (others.length === 0 && !needsTwo && mine === undefined) return { counts: true, because: [] };
    if (before.length > others.length) return { refused: `${by.name} has approved it already; another person has to approve it as well.` };
    if (mine !== undefined) return { counts: false, why: `${by.name} ${mine.did}, so another person has to approve it as well.` };
    return {
      counts: false,
      why: `The policy asks for two reviewers for more than ${twoAbove ?? 0} removals: another person has to approve it as well.`,
    };
  };
}

interface Involved {
  name: string;
  did: string;
}

/** Who has a hand in a removal: the one who started the run that found it, and of a changed mapping the one who first ran with it. */
async function involvedIn(removal: Removal, originsOf: (run: string) => ReturnType<typeof originOf>): Promise<Involved[]> {
  const { startedBy, mappedBy } = await originsOf(removal.first_run);
  const started = startedBy === null ? [] : [{ name: startedBy, did: "started the run that found it" }];
  const mapped =
    mappedBy === null || evidenceOf(removal).kind !== "mapping_changed"
      ? []
      : [{ name: mappedBy, did: "was the first to run with the changed mapping" }];
  return [...started, ...mapped];
}

/** By name; and whoever made a token that acts under a name can be behind that name. */
function samePerson(a: string, b: string, tokens: readonly ApiToken[], at: Date): boolean {
  const [one, other] = [personName(a), personName(b)];
  if (one === other) return true;
  return tokens.some((token) => {
    const usable = token.created_at <= at && token.expires_at > at && (token.revoked_at === null || token.revoked_at > at);
    const [named, maker] = [personName(token.name), personName(token.created_by)];
    return usable && ((named === one && maker === other) || (named === other && maker === one));
  });
}
