import { fact } from "../domain/facts/fact.ts";
import { UsageProblem } from "../domain/problem.ts";
import { findPersonById } from "../store/people/people-pages.ts";
import { jobFilesOf } from "../store/people/urgent-deactivations.ts";
import { action, help, type Action, type Context, type Help } from "./action.ts";
import { option, optionalText, reason } from "./input.ts";
import { NotFoundProblem } from "./refusals.ts";
import { byRun } from "./runs.ts";

/** Returns a person by the digest of an address, else by key; a key may need its job. */
async function personNamed(
  { state }: Context,
  { id, key, job }: { id: string | null; key: string | null; job: string | null },
): Promise<{ job: string; key: string }> {
  // An address counts before anything else that the request names.
  if (id !== null || key === null) {
    const found = id !== null && /^[0-9a-f]{16}$/.test(id) ? await findPersonById(state.db, id) : undefined;
    if (found === undefined) throw new NotFoundProblem(fact("usage.person_does_not_exist", {}));
    return found;
  }
  if (job !== null) return { job, key };
  const [only, ...others] = await jobFilesOf(state.db, key);
  if (only === undefined) throw new UsageProblem(fact("usage.key_has_no_account", { key }), fact("advice.check_key", {}));
  if (others.length > 0)
    throw new UsageProblem(
      fact("usage.key_has_several_accounts", { key }),
      fact("advice.name_one_job", { jobs: [only, ...others].map((one) => one.job) }),
    );
  return { job: only.job, key };
}

function changing(verb: "deactivate" | "reactivate", command: Help): Action<{ run: string }> {
  const deactivate = verb === "deactivate";
  const job = option(optionalText, "--job <job>", "a job of the service account (default: the job of the person)");
  return action(
    `/people/:id/${verb}`,
    "run",
    { id: optionalText, key: optionalText, reason, job },
    async (context, { reason: why, ...named }) => {
      const { by, work } = context;
      const { job: of, key } = await personNamed(context, named);
      const run = await work.changeAccount(of, { key, deactivate, by, reason: why });
      return byRun(run, deactivate ? "run.deactivates_account" : "run.reactivates_account");
    },
    { command },
  );
}

/** Actions on single people. */
export const PEOPLE_ACTIONS = [
  changing(
    "deactivate",
    help(
      "people deactivate <key>",
      "deactivate one account now, before HR's file says so",
      'people deactivate 00175 --reason "Dismissed today, HR informed by phone"',
    ),
  ),
  changing(
    "reactivate",
    help(
      "people reactivate <key>",
      "undo `people deactivate`: reactivate the account",
      'people reactivate 00175 --reason "It was another person"',
    ),
  ),
];
