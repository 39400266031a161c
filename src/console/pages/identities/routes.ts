import { reasonOf } from "../../../reporting/fact-text.ts";
import { t } from "../../../reporting/locales/t.ts";
import type { FastifyInstance } from "fastify";
import { listUnconfirmed } from "../../../reporting/unconfirmed.ts";
import { personId } from "../../../store/people/people-pages.ts";
import { HELD_SORTS, listHeldPeople, listUnconfirmedAccounts } from "../../../store/identities/unconfirmed-pages.ts";
import type { ConsoleParts } from "../../parts.ts";
import { identitiesView } from "./view.ts";
import type { AccountToIdentify, Identities, ShownUnconfirmed } from "./shapes.ts";
import { addPageRoute } from "../page-route.ts";
import { sortOf } from "../sorting.ts";

const MAX_BLOCKED = 200;

/** Accounts we couldn't confirm, and people who may have one already. */
export function addIdentityPages(app: FastifyInstance, parts: ConsoleParts): void {
  const { state } = parts;

  addPageRoute<Identities>(app, {
    url: "/identities",
    right: "look",
    load: async (request) => {
      const sort = sortOf(request, HELD_SORTS, { by: "found", direction: "asc" });
      const unconfirmed: ShownUnconfirmed[] = [];
      for (const { account, job, operations } of await listUnconfirmedAccounts(state.db)) {
        const creates = (await listUnconfirmed(state.db, account, job)).filter(({ operation }) => operations.includes(operation));
        unconfirmed.push(...creates.map((create) => ({ ...create, account, job, person_id: personId(job, create.key) })));
      }
      const held = await listHeldPeople(state.db, MAX_BLOCKED, sort);
      return {
        sort,
        unsettled: unconfirmed,
        accounts: accountsOf(unconfirmed),
        held: held.map((person) => ({ ...person, ...reasonOf(person.reason), person_id: personId(person.job, person.key) })),
        jobs: (await parts.work.jobs()).map(({ name }) => name),
      };
    },
    draw: (data, request) => ({
      title: t("shell.identities"),
      lead: t("identities.rollcall_never_creates"),
      content: identitiesView(data, request),
    }),
  });
}

/** Turns creates with their candidates into candidates with their creates. */
function accountsOf(unconfirmed: readonly ShownUnconfirmed[]): AccountToIdentify[] {
  const accounts = new Map<string, AccountToIdentify>();
  for (const { operation, key, username, job, status, candidates } of unconfirmed) {
    // A request that may still be in flight cannot be linked.
    if (status === "open") continue;
    for (const { user_id: user, groups } of candidates) {
      const account = accounts.get(user) ?? { user_id: user, groups, job, creates: [] };
      account.creates.push({ operation, key, username });
      accounts.set(user, account);
    }
  }
  return [...accounts.values()];
}
