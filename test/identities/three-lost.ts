import { expect } from "vitest";
import { company, mappingText, oneByOne, people, type Company, type Where } from "../helpers/company.ts";
import { create } from "../promises/creates.ts";

const groups = { method: "GET", path: "/groups" };

/** Two runs: in the second the answers to three creates are lost, and the last create did not happen. */
export async function threeLost(where: Where | null = null): Promise<Company> {
  const service = { ...oneByOne, identities: { settle: "1h", report: { template: "Who is who", key: "employee_id", user_id: "user_id" } } };
  const mapping = mappingText.replace("user:\n", "user:\n  employee_id: Employee ID\n");
  // With an envelope, reading these few groups is one request.
  const c = await company({ mapping, shape: "envelope", where, parts: { service } });
  c.hr(people(1));
  await c.sync();
  c.service.failNext({ ...create, status: 500, when: "after", times: 2 });
  c.service.failNext({ ...create, nth: 3, status: 500, when: "before" });
  // The snapshot at the end of the run shows nothing.
  c.service.failNext({ ...groups, nth: 2, status: 500, times: 9 });
  c.hr(people(4));
  const second = await c.sync();
  expect(second.counts).toMatchObject({ uncertain: 3 });
  c.service.clearFaults();
  c.service.clearRequests();
  return c;
}
