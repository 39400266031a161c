import { fact } from "../domain/facts/fact.ts";
import { UsageProblem } from "../domain/problem.ts";
import { listAccounts } from "../store/runs/runs.ts";
import { findEmergencyStop, liftEmergencyStop, listEmergencyStops, setEmergencyStop } from "../store/schedule/emergency-stop.ts";
import { action, type Context } from "./action.ts";
import { reason, text } from "./input.ts";
import { NotFoundProblem } from "./refusals.ts";

/** Returns the service accounts that a job file, a run or a stop names, each with the jobs. */
async function stoppableAccounts({ state, work }: Pick<Context, "state" | "work">): Promise<Map<string, Set<string>>> {
  const accounts = new Map<string, Set<string>>();
  const add = (account: string, ...jobs: string[]): void => {
    accounts.set(account, (accounts.get(account) ?? new Set()).union(new Set(jobs)));
  };
  const cards = await work.jobs();
  for (const { name, account } of cards) if (account !== null) add(account, name);
  // A job file that there is counts more than its runs with another account.
  for (const { account, job } of await listAccounts(state.db))
    if (cards.some(({ name, account: now }) => name === job && now !== null)) add(account);
    else add(account, job);
  for (const { account } of await listEmergencyStops(state)) add(account);
  return accounts;
}

/** Returns the account that is named, or that of a job. @throws UsageProblem if it is unknown or ambiguous */
async function accountOf(context: Context, given: string): Promise<string> {
  const accounts = await stoppableAccounts(context);
  const meant = [...accounts].filter(([account, jobs]) => account === given || jobs.has(given)).map(([account]) => account);
  const [only, other] = meant;
  if (only === undefined)
    throw new NotFoundProblem(
      fact("usage.account_is_unknown", { given }),
      accounts.size === 0
        ? fact("advice.name_job_file", {})
        : fact("advice.name_known_account", { accounts: [...accounts.keys()].toSorted() }),
    );
  if (other !== undefined)
    throw new UsageProblem(fact("usage.account_is_ambiguous", { given, accounts: meant }), fact("advice.name_other_job", {}));
  return only;
}

const fields = { account: text(), reason };

/** The command line has one command for both, which also works where another process has the state. */
export const stop = action("/emergency-stop", "run", fields, async (context, { account: given, reason: why }) => {
  const { state, by, now } = context;
  const account = await accountOf(context, given);
  const since = now().toISOString();
  const inForce = await setEmergencyStop(state, { account, since, by: by.name, via: by.via, reason: why });
  return { json: { stop: inForce, already: inForce.since !== since }, facts: [fact("emergency_stop.is_on", { account })], at: "/status" };
});

export const lift = action("/emergency-stop/lift", "run", fields, async (context, { account: given, reason: why }) => {
  const { state, by, now } = context;
  const account = await accountOf(context, given);
  const inForce = await findEmergencyStop(state, account);
  if (inForce === null || !(await liftEmergencyStop(state, inForce, { ...by, reason: why }, now())))
    throw new NotFoundProblem(fact("usage.account_is_not_stopped", { account }));
  return { json: { account, lifted: true }, facts: [fact("emergency_stop.is_lifted", { account })], at: "/status" };
});

/** The stop of everything for a service account. */
export const EMERGENCY_ACTIONS = [stop, lift];
