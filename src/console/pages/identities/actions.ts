import { t } from "../../../reporting/locales/t.ts";
import { fact } from "../../../domain/facts/fact.ts";
import type { FastifyInstance } from "fastify";
import pLimit from "p-limit";
import { Problem, UsageProblem } from "../../../domain/problem.ts";
import { linkAccount, moveAccount } from "../../../identities/link.ts";
import { doubtsAbout, refuseOthers, retryPerson, wasAccepted, type Doubts } from "../../../identities/retry-create.ts";
import { findAccountOfJob, findCreate } from "../../../store/identities/unconfirmed-pages.ts";
import { describeWaiting, findDeferredRun } from "../../../store/identities/waiting-creates.ts";
import { field, fields } from "../../access/form.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { unusable } from "../../answers.ts";
import type { ConsoleParts } from "../../parts.ts";
import { doneAt } from "../../flash.ts";
import { pageAction } from "../page-route.ts";
import { flag, needed } from "../query.ts";

/** Adds the actions on identities: link an account, create again, mark as different or as one person. */
export function addIdentityActions(app: FastifyInstance, parts: ConsoleParts): void {
  const { state } = parts;
  const oneAtATime = pLimit(1);
  /** Runs actions one by one and never beside a run, which resolves creates itself: otherwise the journal could get two results for one create. */
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    oneAtATime(() => {
      if (parts.work.running().length > 0)
        throw new UsageProblem(fact("create.run_may_resolve", {}), fact("advice.try_when_run_ended", {}));
      return work();
    });
  /** Whom it is about: in a form, never in an address. */
  const personOf = async (request: ActorsRequest): Promise<{ account: string; job: string; key: string }> => {
    const job = needed(request, "job", t("refusals.say_which_job"));
    const key = needed(request, "key", t("refusals.say_which_key_about"));
    const account = await findAccountOfJob(state.db, job);
    if (account === null) throw unusable(t("refusals.no_run_job", { job }));
    return { account, job, key };
  };

  pageAction(app, {
    url: "/identities/link",
    right: "link",
    act: async (request) => {
      const operation = field(request, "operation");
      const userId = field(request, "user_id") || field(request, "other");
      if (userId === "") throw unusable(t("refusals.choose_account_write"));
      const person = operation === "" && field(request, "key") !== "" ? await personOf(request) : null;
      if (operation === "" && person === null) throw unusable(t("identities.say_which_person"));
      const create = person ?? (await findCreate(state.db, operation));
      if (create === undefined) throw unusable(t("refusals.no_such_create"));
      const reason = needed(request, "reason", t("refusals.linking_needs_reason"));
      const by = person === null ? { operation } : {};
      const linking = { ...create, ...by, userId, from: null, reason, sure: flag(request, "sure") };
      await alone(() => linkAccount(state, request.actor, linking, parts.now()));
      const resumed = await resumeWaiting(parts, create.job, request.actor);
      return { linked: { job: create.job, key: create.key, user_id: userId.toLowerCase() }, resumed };
    },
    next: ({ resumed }) =>
      doneAt("/identities", resumed === null ? fact("identity.is_linked", {}) : fact("identity.is_linked_and_run_continues", {})),
  });

  pageAction(app, {
    url: "/identities/retry",
    right: "link",
    act: async (request) => {
      const { account, job, key } = await personOf(request);
      const reason = needed(request, "reason", t("refusals.needs_reason_how"));
      const seen = { operations: fields(request, "operations"), others: fields(request, "others") };
      return alone(async () => {
        const doubts = await doubtsAbout(state.db, account, key);
        refuseOthers(doubts, seen);
        const forced = flag(request, "deleted");
        refuseUnsure(key, doubts, { sure: flag(request, "sure"), forced });
        return { key, ...(await retryPerson(state, request.actor, { account, job, key, reason, forced }, doubts, parts.now())) };
      });
    },
    next: ({ distinct_from: others }) =>
      doneAt("/identities", others.length > 0 ? fact("identity.is_distinct", {}) : fact("identity.is_created_next", {})),
  });

  pageAction(app, {
    url: "/identities/move",
    right: "link",
    act: async (request) => {
      const about = await personOf(request);
      const from = needed(request, "from", t("refusals.say_which_key_account"));
      const reason = needed(request, "reason", t("refusals.moving_account_needs"));
      const moving = { ...about, from, reason, sure: flag(request, "sure") };
      const { userId } = await alone(() => moveAccount(state, request.actor, moving, parts.now()));
      return { moved: { job: about.job, from, key: about.key, user_id: userId } };
    },
    next: () => doneAt("/identities", fact("identity.is_moved", {})),
  });
}

/** Continues the run whose people waited, once every account that they waited for is identified. @returns its id */
async function resumeWaiting({ state, work }: ConsoleParts, job: string, by: ActorsRequest["actor"]): Promise<string | null> {
  const run = await findDeferredRun(state.db, job);
  if (run === null || (await describeWaiting(state.db, run))?.accounts !== 0) return null;
  try {
    await work.resume(run.id, by);
    return run.id;
  } catch (error) {
    // The link counts. The next run sends the rest.
    if (error instanceof Problem) return null;
    throw error;
  }
}

function refuseUnsure(key: string, doubts: Doubts, { sure, forced }: { sure: boolean; forced: boolean }): void {
  if (doubts.intents.some(({ status }) => status === "open")) throw new UsageProblem(fact("create.may_be_sent_now", { key }));
  if (wasAccepted(doubts) && !forced)
    throw new UsageProblem(fact("usage.create_was_accepted", { key }), fact("advice.confirm_deleted", {}));
  if (doubts.intents.length > 0 && !sure && !forced)
    throw new UsageProblem(fact("create.makes_second_account", { key }), fact("advice.confirm_none", {}));
}
