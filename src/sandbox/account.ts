import { fixedUuid } from "./people.ts";

/** The account that everything in the sandbox belongs to. */
export const ACCOUNT_ID = fixedUuid("account");
