import type { Company } from "../helpers/company.ts";

/** Returns the request that creates a person, in the form that faults use. */
export const create = { method: "POST", path: "/users$" };

/** Returns how often a create of this person reached the service. */
export function creates(c: Company, id: string): number {
  return c.userCalls("POST").filter(({ body }) => body["first_name"] === `First${id}`).length;
}
