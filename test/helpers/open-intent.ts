import { sql } from "kysely";
import type { NewIntent } from "../../src/store/identities/intents.ts";
import { journalIntent } from "../../src/store/identities/open-intents.ts";
import { setKeyOf } from "../../src/store/identities/set-key.ts";
import type { State } from "../../src/state/state.ts";

/** Opens an intent without the operation and the checks that come before a create. */
export async function openIntent(state: State, intent: NewIntent, at: Date): Promise<void> {
  const { groups, named, names = {}, ...rest } = intent;
  const opened = await state.db
    .insertInto("intent")
    .values({
      ...rest,
      names: JSON.stringify(names),
      groups: JSON.stringify(groups),
      named: JSON.stringify(named),
      set_key: setKeyOf(groups),
      status: "open",
      since: sql<number>`COALESCE((SELECT number FROM snapshot WHERE account = ${intent.account}), 0)`,
      at,
    })
    .onConflict((conflict) => conflict.column("operation").doUpdateSet({ status: "open", at }))
    .returning("since")
    .executeTakeFirstOrThrow();
  await journalIntent(state, { intent, at }, opened.since ?? 0);
}
