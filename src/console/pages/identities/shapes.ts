import { reasonOf } from "../../../reporting/fact-text.ts";
import type { UnconfirmedCreate } from "../../../reporting/unconfirmed.ts";
import type { Sort } from "../../../store/sort.ts";
import type { HeldRow, HeldSort } from "../../../store/identities/unconfirmed-pages.ts";

/** An unconfirmed create with its service account and job. */
export interface ShownUnconfirmed extends UnconfirmedCreate {
  account: string;
  job: string;
  person_id: string;
}

/** A new account without a link, and the unconfirmed creates that may have made it. */
export interface AccountToIdentify {
  user_id: string;
  /** Paths of its groups. */
  groups: string[];
  job: string;
  creates: { operation: string; key: string; username: string }[];
}

/** A person whose operation was blocked in the last run. */
export type HeldPerson = Omit<HeldRow, "reason"> & ReturnType<typeof reasonOf> & { person_id: string };

/** The data of the page. */
export interface Identities {
  sort: Sort<HeldSort>;
  unsettled: ShownUnconfirmed[];
  /** The candidates of the unconfirmed creates, by account. */
  accounts: AccountToIdentify[];
  held: HeldPerson[];
  jobs: string[];
}
