import { expect, test } from "vitest";
import { company, people } from "../helpers/company.ts";
import { listRemovals } from "../../src/store/review/removals.ts";

test("I1: a confirmed removal that meets an expired token reads the memberships again before it is sent again", async () => {
  const c = await company();
  c.hr(people(2));
  await c.sync();
  c.hr([{ id: "0001", dept: "IT" }, { id: "0002" }]);
  await c.sync();
  const [pending] = await c.look(({ db }) => listRemovals(db, { status: ["pending"] }));
  c.service.clearRequests();
  // The second update of the two steps is the confirmed one.
  c.service.failNext({ method: "PUT", path: "/users", nth: 2, expireToken: true });
  expect((await c.run("review", "approve", pending?.id ?? "", "--reason", "moved")).code).toBe(0);

  const sent = c.service.requests().map(({ method, path, body, status }) => {
    const confirmed = (body as { confirm_group_removal?: boolean } | null)?.confirm_group_removal === true;
    return `${method} ${path.replace(/^\/integration\/v1|\/[0-9a-f-]{36}|\?.*$/g, "")}${confirmed ? " confirmed" : ""} ${status}`;
  });
  const refused = sent.indexOf("PUT /users confirmed 401");
  expect(refused).toBeGreaterThan(0);
  const after = sent.slice(refused + 1).filter((one) => !one.includes("oauth2") && one !== "GET /groups 200");
  expect(sent.slice(refused + 1)).toContain("GET /groups 200");
  expect(after.slice(0, 2)).toEqual(["PUT /users 412", "PUT /users confirmed 200"]);
  expect(c.accountsOf("0001")[0]?.groups).toEqual(["HR/All staff", "HR/Departments/IT"]);
});
