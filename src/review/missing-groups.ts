import { fact } from "../domain/facts/fact.ts";
import { readableText } from "../domain/names.ts";
import { UsageProblem } from "../domain/problem.ts";
import { toMissingGroupJson } from "../reporting/missing-groups.ts";
import { isDigest } from "../reporting/removals/evidence-digest.ts";
import type { State } from "../state/state.ts";
import { appendAudit } from "../store/audit/audit.ts";
import { listGroups } from "../store/directory/directory.ts";
import {
  findMissingGroup,
  missingGroupsLock,
  setMissingGroupDecision,
  type StoredMissingGroup,
} from "../store/directory/missing-groups.ts";
import type { Db } from "../store/schema/tables.ts";
import type { Decider } from "./decisions.ts";
import { accessEnded } from "./weigh.ts";

/**
 * A decision on a missing group: create it, treat it as another name of an existing group (path or id), dismiss it until
 * more people wait, or reopen a dismissed one.
 */
export type MissingGroupDecision = { what: "create" | "dismiss" | "reopen" } | { what: "alias"; group: string };

interface DecisionRequest {
  by: Decider;
  reason: string;
  evidence: string | null;
  now: Date;
}

const ACTIONS = { create: "group_approved", alias: "group_alias_decided", dismiss: "group_dismissed", reopen: "group_reopened" } as const;

/**
 * Decides on a missing group, in the audit trail first. Sends nothing: the next run of the job creates an approved group.
 * The mapping alone owns names of groups, so the decision `alias` changes nothing until its line is in the mapping.
 * @param request.evidence the digest that was shown, or its beginning; `null`: the current facts count
 * @throws UsageProblem without a reason, for an unknown or impossible group, for an alias of no or several groups, and if
 * the group or the decision on it has changed since it was shown
 */
export async function decideMissingGroup(
  state: Pick<State, "db" | "journal" | "locks">,
  id: string,
  decision: MissingGroupDecision,
  request: DecisionRequest,
): Promise<void> {
  if (readableText(request.reason) === "") throw new UsageProblem(fact("missing_group.needs_reason", {}));
  const { job } = await missingGroup(state.db, id);
  await state.locks.exclusively(missingGroupsLock(job), () => decide(state, id, decision, request));
}

async function missingGroup(db: Db, id: string): Promise<StoredMissingGroup> {
  const missing = await findMissingGroup(db, id);
  if (missing !== undefined) return missing;
  throw new UsageProblem(fact("missing_group.does_not_exist", { id }), fact("advice.list_missing_groups", {}));
}

async function decide(
  state: Pick<State, "db" | "journal">,
  id: string,
  decision: MissingGroupDecision,
  { by, reason, evidence, now }: DecisionRequest,
): Promise<void> {
  const why = readableText(reason);
  if ((await by.stillMay?.(state.db, "decide")) === false) throw new UsageProblem(accessEnded());
  const missing = await missingGroup(state.db, id);
  const { account, job, path, people, detail, dismissed } = missing;
  if (evidence !== null && !isDigest(evidence, toMissingGroupJson(missing).evidence))
    throw new UsageProblem(
      fact("missing_group.has_changed", {
        group: path,
      }),
      fact("advice.look_at_missing_groups", {}),
    );
  if (decision.what === "reopen" && dismissed === null) throw new UsageProblem(fact("missing_group.is_not_dismissed", { group: path }));
  if (decision.what === "create" && !detail.creatable) {
    const reasons = detail.why === null ? [] : [fact(`missing_group.${detail.why}`, {})];
    throw new UsageProblem(fact("missing_group.cannot_be_created", { group: path, why: reasons }));
  }
  const aliasOf = decision.what === "alias" ? await existingGroup(state.db, account, decision.group) : null;
  const about = {
    missing: id,
    account,
    job,
    group: path,
    waiting: people,
    ...(decision.what === "create" ? { parents: detail.parents } : {}),
    ...(aliasOf === null ? {} : { alias_of: aliasOf }),
  };
  await appendAudit(state, { actor: by.name, action: ACTIONS[decision.what], detail: { ...about, reason: why, via: by.via } }, now);
  await setMissingGroupDecision(state.db, id, {
    alias_of: aliasOf,
    dismissed: decision.what === "dismiss" ? people : null,
    ...(decision.what === "reopen"
      ? { decision: null, decided_by: null, decided_at: null, reason: null }
      : { decision: decision.what, decided_by: by.name, decided_at: now, reason: why }),
  });
}

/** Returns the path of an existing group, or its id if another group has the same path. */
async function existingGroup(db: Db, account: string, name: string): Promise<string> {
  const wanted = name.trim().normalize("NFC");
  const groups = await listGroups(db, account);
  const byId = groups.find(({ id }) => id === wanted.toLowerCase());
  const [found, another] = byId === undefined ? groups.filter(({ path }) => path === wanted) : [byId];
  if (found === undefined) throw new UsageProblem(fact("missing_group.alias_does_not_exist", { group: wanted }));
  if (another !== undefined) throw new UsageProblem(fact("missing_group.alias_is_ambiguous", { group: wanted }));
  return groups.filter(({ path }) => path === found.path).length > 1 ? found.id : found.path;
}
