import { expect, test } from "vitest";
import type { Explanation } from "../../src/domain/explanation.ts";
import { company, type Company } from "../helpers/company.ts";

const mapping = (more = ""): string => `
key: Employee ID
user: { first_name: First, last_name: Last, email: Email }
on_create:
  username: { unique: ["{First}.{Last}", "{First}.{Last}{n}"], transform: lower${more} }
groups:
  authority: ["HR/**"]
  rules: [{ name: everyone, groups: ["HR/All staff"] }]
`;

const ana = (id: string): { id: string; first: string; last: string } => ({ id, first: "Ana", last: "Sol" });

async function stepsOf(c: Company, key: string): Promise<Explanation["usernames"]> {
  return (await c.run("explain", "job.yaml", key, "--json")).json<Explanation>().usernames;
}

test("explain shows each username that was looked at, and who has it", async () => {
  const c = await company({ mapping: mapping() });
  c.hr([ana("1")]);
  await c.sync();
  c.hr([ana("1"), ana("2"), ana("3")]);
  expect(await stepsOf(c, "2")).toEqual({
    at: "mapping.yaml:5",
    steps: [
      { username: "ana.sol", state: "linked", key: "1" },
      { username: "ana.sol2", state: "free", key: null },
    ],
  });
  const text = (await c.run("explain job.yaml 2")).stdout;
  expect(text).toMatch(/Username \(mapping\.yaml:5\)\s+“ana\.sol” belongs to key 1\.\s+“ana\.sol2” is free: the new account gets it\./);
  expect(text).toMatch(/on_create\.username +ana\.sol2/);
  // A create that the service refuses for another reason leaves the reservation.
  c.service.failNext({ method: "POST", path: "/users$", status: 400, times: 2 });
  await c.sync();
  expect((await stepsOf(c, "3"))?.steps).toEqual([
    { username: "ana.sol", state: "linked", key: "1" },
    { username: "ana.sol2", state: "reserved", key: "2" },
    { username: "ana.sol3", state: "kept", key: "3" },
  ]);
  // An account keeps the username it has.
  expect(await stepsOf(c, "1")).toBeNull();
  expect((await c.run("explain job.yaml 1")).stdout).toContain("only a new account gets a username");
});

test("explain shows why a person gets no username", async () => {
  const c = await company({ mapping: mapping(", n: 2..2") });
  c.hr([ana("1"), ana("2")]);
  await c.sync();
  c.hr([ana("1"), ana("2"), ana("3")]);
  const { rejects, outcome } = (await c.run("explain job.yaml 3 --json")).json<Explanation>();
  expect(rejects).toMatchObject([{ row: 4, column: "First", code: "no_username_left" }]);
  expect(outcome).toBeNull();
});

test.each([
  ["", "fits"],
  [", on_taken: next", "look"],
])("check warns of `on_taken: next`: %s", async (more, verdict) => {
  const c = await company({ mapping: mapping(more) });
  c.hr([ana("1")]);
  const { service } = (await c.run("check job.yaml --json")).json<{
    service: { findings: { what: string; verdict: string; settings?: string[] }[] };
  }>();
  const finding = service.findings.find(({ what }) => what === "usernames");
  expect(finding).toMatchObject({ verdict, ...(verdict === "look" ? { settings: ["mapping: on_create.username.on_taken"] } : {}) });
});
