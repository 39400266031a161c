import type { FastifyInstance } from "fastify";
import { UsageProblem } from "../../model/problem.ts";
import { linkUnsettled } from "../../review/linking.ts";
import { unsettledCreates } from "../../review/unsettled.ts";
import { personId } from "../../store/people-pages.ts";
import { findCreate, listHeldPeople, listUnsettledAccounts } from "../../store/unsettled-pages.ts";
import { field } from "../access/form.ts";
import { unusable } from "../answers.ts";
import type { ConsoleParts } from "../parts.ts";
import { drawIdentities, type ShownUnsettled } from "../views/identities.ts";
import { deed, look } from "./pair.ts";
import { flag, needed } from "./query.ts";

const MOST_HELD = 200;

/** New accounts that nobody knows the outcome of, and people who may have one already. */
export function addIdentityPages(app: FastifyInstance, parts: ConsoleParts): void {
  const { state } = parts;

  look(app, {
    url: "/identities",
    right: "look",
    load: async () => {
      const unsettled: ShownUnsettled[] = [];
      for (const { account, job, operations } of await listUnsettledAccounts(state.db)) {
        const creates = (await unsettledCreates(state.db, account, job)).filter(({ operation }) => operations.includes(operation));
        unsettled.push(...creates.map((create) => ({ ...create, account, job, person_id: personId(job, create.key) })));
      }
      const held = await listHeldPeople(state.db, MOST_HELD);
      return { unsettled, held: held.map((person) => ({ ...person, person_id: personId(person.job, person.key) })) };
    },
    draw: (data, request) => ({ title: "Unsettled identities", content: drawIdentities(data, request) }),
  });

  let tail: Promise<unknown> = Promise.resolve();
  /** One after the other, and none beside a run, which settles creates by itself: two words on one create would both stand in the journal. */
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const done = tail.then(() => {
      if (parts.work.running().length > 0)
        throw new UsageProblem(
          "A run goes on at this moment, and may settle this by itself. Nothing was linked.",
          "Try again when it has ended.",
        );
      return work();
    });
    tail = done.catch(() => undefined);
    return done;
  };

  deed(app, {
    url: "/identities/link",
    right: "link",
    act: async (request) => {
      const operation = needed(request, "operation", "Say which create it is about. Nothing was linked.");
      const userId = field(request, "user_id") || field(request, "other");
      if (userId === "") throw unusable("Choose an account, or write its user_id. Nothing was linked.");
      const create = await findCreate(state.db, operation);
      if (create === undefined) throw unusable("There is no such create. Nothing was linked.");
      const reason = needed(request, "reason", "Linking needs a reason: how do you know? Nothing was linked.");
      const linking = { ...create, userId, reason, sure: flag(request, "sure") };
      await alone(() => linkUnsettled(state, request.actor, linking, parts.now()));
      return { linked: { job: create.job, key: create.key, user_id: userId.toLowerCase() } };
    },
    next: () => "/identities?done=linked",
  });
}
