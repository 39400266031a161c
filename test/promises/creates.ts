import type { Company } from "../helpers/company.ts";

/** The request that creates a person, as a fault names it. */
export const create = { method: "POST", path: "/users$" };

/** Returns how often a create of this person reached the service. */
export function creates(c: Company, id: string): number {
  return c.userCalls("POST").filter(({ body }) => body["first_name"] === `First${id}`).length;
}
