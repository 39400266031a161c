import type { UnconfirmedCreate } from "../../../reporting/unconfirmed.ts";
import type { HeldRow } from "../../../store/identities/unconfirmed-pages.ts";

/** A create that is not settled, and where it belongs. */
export interface ShownUnconfirmed extends UnconfirmedCreate {
  account: string;
  job: string;
  person_id: string;
}

/** Somebody whose operation of the last run was held. */
export type HeldPerson = HeldRow & { person_id: string };

/** The data of the page. */
export interface Identities {
  unsettled: ShownUnconfirmed[];
  held: HeldPerson[];
  jobs: string[];
}
