import type { Endpoint } from "./endpoint.ts";
import { listGroups } from "./groups.ts";
import { refreshToken } from "./oauth2.ts";
import { listSubscriptions } from "./subscriptions.ts";
import { createUser, updateUser } from "./users.ts";

/** Every endpoint that is implemented, in the order of the interface's overview. */
export const ENDPOINTS: readonly Endpoint[] = [refreshToken, listGroups, createUser, updateUser, listSubscriptions];
