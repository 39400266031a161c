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
      ? t(
          "{people, plural, one {# person waits} other {# people wait}} for {accounts, plural, one {# account} other {# accounts}} to be identified.",
          { people, accounts },
        )
      : t(
          "{people, plural, one {# person waits} other {# people wait}} for {creates, plural, one {# unconfirmed new account} other {# unconfirmed new accounts}} with the same groups.",
          { people, creates },
        );
  const why = t("The service does not return the ids of new accounts, so two with the same groups could not be distinguished.");
  return noIds ? `${what} ${why}` : what;
}
