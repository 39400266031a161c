import { t } from "./locales/t.ts";
import { describeWaiting, type Waiting } from "../store/identities/waiting-creates.ts";
import { answeredNull } from "../store/identities/intents.ts";
import type { Db } from "../store/schema/tables.ts";

/** The people of a run who wait for accounts to be identified. */
export interface DeferredPeople extends Waiting {
  /** The service returns no ids, so new accounts with equal groups cannot be told apart. */
  no_ids: boolean;
}

export async function waitingOf(db: Db, run: { id: string; account: string }): Promise<DeferredPeople | null> {
  const waiting = await describeWaiting(db, run);
  return waiting === null ? null : { ...waiting, no_ids: await answeredNull(db, run.account) };
}

/** Returns one sentence for all of them. */
export function waitingText({ people, accounts, creates, no_ids: noIds }: DeferredPeople): string {
  const what =
    accounts > 0
      ? t("identities.people_people_wait_accounts", { people, accounts })
      : t("identities.people_people_wait_creates", { people, creates });
  const why = t("identities.service_not_return");
  return noIds ? `${what} ${why}` : what;
}
