import type { FastifyInstance } from "fastify";
import { unsettledCreates } from "../../review/unsettled.ts";
import { personId } from "../../store/people-pages.ts";
import { listHeldPeople, listUnsettledAccounts } from "../../store/unsettled-pages.ts";
import type { ConsoleParts } from "../parts.ts";
import { drawIdentities } from "../views/identities.ts";
import type { Identities, ShownUnsettled } from "../views/identity-shapes.ts";
import { addIdentityDeeds } from "./identity-deeds.ts";
import { look } from "./pair.ts";

const MOST_HELD = 200;

/** New accounts that nobody knows the outcome of, and people who may have one already. */
export function addIdentityPages(app: FastifyInstance, parts: ConsoleParts): void {
  const { state } = parts;

  look<Identities>(app, {
    url: "/identities",
    right: "look",
    load: async () => {
      const unsettled: ShownUnsettled[] = [];
      for (const { account, job, operations } of await listUnsettledAccounts(state.db)) {
        const creates = (await unsettledCreates(state.db, account, job)).filter(({ operation }) => operations.includes(operation));
        unsettled.push(...creates.map((create) => ({ ...create, account, job, person_id: personId(job, create.key) })));
      }
      const held = await listHeldPeople(state.db, MOST_HELD);
      return {
        unsettled,
        held: held.map((person) => ({ ...person, person_id: personId(person.job, person.key) })),
        jobs: (await parts.work.jobs()).map(({ name }) => name),
      };
    },
    draw: (data, request) => ({ title: "Unsettled identities", content: drawIdentities(data, request) }),
  });

  addIdentityDeeds(app, parts);
}
