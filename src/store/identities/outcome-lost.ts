import { fact } from "../../domain/facts/fact.ts";

/** The reason of a create whose outcome was lost. */
export const OUTCOME_LOST = JSON.stringify(fact("unconfirmed.answer_not_recorded", {}));
