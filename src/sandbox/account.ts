import { fixedUuid } from "./seed/people.ts";

/** The id of the sandbox's only account. */
export const ACCOUNT_ID = fixedUuid("account");
