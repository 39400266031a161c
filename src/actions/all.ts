import type { Action } from "./action.ts";
import { EMERGENCY_ACTIONS } from "./emergency-stop.ts";
import { IDENTITY_ACTIONS } from "./identities.ts";
import { JOB_ACTIONS } from "./jobs.ts";
import { MISSING_GROUP_ACTIONS } from "./missing-groups.ts";
import { PEOPLE_ACTIONS } from "./people.ts";
import { REVIEW_ACTIONS } from "./review.ts";
import { RUN_ACTIONS } from "./runs.ts";
import { TOKEN_ACTIONS } from "./tokens.ts";
import { USER_ACTIONS } from "./users.ts";

/** Every action. */
export const ACTIONS: readonly Action[] = [
  ...EMERGENCY_ACTIONS,
  ...IDENTITY_ACTIONS,
  ...JOB_ACTIONS,
  ...MISSING_GROUP_ACTIONS,
  ...PEOPLE_ACTIONS,
  ...REVIEW_ACTIONS,
  ...RUN_ACTIONS,
  ...TOKEN_ACTIONS,
  ...USER_ACTIONS,
];
