import type { Company } from "../helpers/company.ts";

/** Returns how often the service was asked for tokens. */
export const refreshes = (c: Company): number => c.service.requests().filter(({ path }) => path.includes("oauth2")).length;
