import type { UnsettledCreate } from "../../review/unsettled.ts";
import type { HeldRow } from "../../store/unsettled-pages.ts";

/** A create that is not settled, and where it belongs. */
export interface ShownUnsettled extends UnsettledCreate {
  account: string;
  job: string;
  person_id: string;
}

/** Somebody whose operation of the last run was held. */
export type HeldPerson = HeldRow & { person_id: string };

/** What the page shows. */
export interface Identities {
  unsettled: ShownUnsettled[];
  held: HeldPerson[];
  jobs: string[];
}
