/** The client of the learning service as a library of its own: `import { createClient } from "rollcall/learning-service"`. */
export { requestBudget, type RequestBudget } from "./budget.ts";
export { createClient, type Client, type ClientDeps, type ClientSettings, type UserCreateBody, type UserUpdateBody } from "./client.ts";
export { contract, ENDPOINTS, type NamedEndpoint } from "./contract/contract.ts";
export { REMOVAL_CODE, type Endpoint } from "./contract/endpoint.ts";
export { readCreatedId } from "./created.ts";
export { ServiceProblem, type Sent } from "./errors.ts";
export { readGroups } from "./groups.ts";
export type { Listing } from "./listing.ts";
export type { Download } from "./methods.ts";
export { resolveNamed } from "./refusal.ts";
export { memoryTokenStore, type StoredTokens, type TokenStore } from "./tokens.ts";
