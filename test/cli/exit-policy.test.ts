/** `policy.exit`: the exit code of a run that leaves work for people. */
import { describe, expect, test } from "vitest";
import { company, header } from "../helpers/company.ts";

const good = "0001,Ana,Diaz,ana@example.com,Sales,Active";
const rejected = "0002,Bo,Ek,broken,Sales,Active";
/** The mapping doesn't list this status, so no account is created. */
const blocked = "0003,Cy,Fox,cy@example.com,Sales,Sabbatical";
const blank = "0004,Di,Gee,di@example.com,Sales,";

async function codeOf(rows: string[], exit?: object, command = "sync"): Promise<{ code: number | null; blocked: number }> {
  const c = await company({ parts: { policy: exit === undefined ? {} : { exit } } });
  c.place.write("hr.csv", [header, ...rows, ""].join("\n"));
  const { code, counts } = await c.night(command, ["job.yaml"]);
  return { code, blocked: counts["blocked"] ?? -1 };
}

describe("a run ends with", () => {
  test.each<[what: string, rows: string[], exit: object | undefined, code: number, blocked: number]>([
    ["1 for a rejected row", [good, rejected], undefined, 1, 0],
    ["1 for a person who is blocked", [good, blocked], undefined, 1, 1],
    ["0 for a rejected row with rejected: 0", [good, rejected], { rejected: 0 }, 0, 0],
    ["1 for a blocked person with rejected: 0", [good, rejected, blocked], { rejected: 0 }, 1, 1],
    ["0 for a blocked person with blocked: 0", [good, blocked], { blocked: 0 }, 0, 1],
    ["1 for a rejected row with blocked: 0", [good, rejected, blocked], { blocked: 0 }, 1, 1],
    ["0 for a blank cell, which blocks no one", [good, blank], undefined, 0, 0],
    ["0 for good rows only", [good], undefined, 0, 0],
  ])("%s", async (_, rows, exit, code, people) => {
    expect(await codeOf(rows, exit)).toEqual({ code, blocked: people });
  });
});

test("plan and check exit with 1 for a rejected row unless the job says otherwise", async () => {
  expect((await codeOf([good, rejected], { rejected: 0 }, "plan")).code).toBe(0);
  expect((await codeOf([good, rejected], undefined, "plan")).code).toBe(1);
  for (const [exit, code] of [
    [{ rejected: 0 }, 0],
    [{ rejected: 1 }, 1],
  ] as const) {
    const c = await company({ parts: { policy: { exit } } });
    c.place.write("hr.csv", [header, good, rejected, ""].join("\n"));
    expect((await c.run("check", "job.yaml", "--json")).code).toBe(code);
  }
});

test("blocks people whose username is taken, and exits with 1 only if the job counts them", async () => {
  const c = await company({ parts: { policy: { exit: { rejected: 0, blocked: 0 } } } });
  c.service.addUser({ username: "ana@example.com", fields: {} });
  c.place.write("hr.csv", [header, good, ""].join("\n"));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { held: 1, blocked: 1 } });
  c.job({ policy: {} });
  expect(await c.sync()).toMatchObject({ code: 1, counts: { held: 1, blocked: 1 } });
});

test.each([
  ["failed", 403],
  ["uncertain", 500],
] as const)("exits with 1 for a create that is %s, whatever the job counts", async (outcome, status) => {
  const c = await company({ parts: { policy: { exit: { rejected: 0, blocked: 0 } }, service: { identities: { settle: "1h" } } } });
  c.service.failNext({ method: "POST", path: "/users$", status });
  c.place.write("hr.csv", [header, good, ""].join("\n"));
  expect(await c.sync()).toMatchObject({ code: 1, counts: { [outcome]: 1 } });
});

test("still exits with 3 for a limit and 4 for an unusable file", async () => {
  const c = await company({ parts: { policy: { exit: { rejected: 0, blocked: 0 }, limits: { creates: 1 } } } });
  c.place.write("hr.csv", [header, good, blocked, ""].join("\n"));
  expect((await c.sync()).code).toBe(3);
  c.place.write("hr.csv", "");
  expect((await c.sync()).code).toBe(4);
});

test("rejects other values", async () => {
  const c = await company({ parts: { policy: { exit: { rejected: 2 } } } });
  const { code, stderr } = await c.run("check", "job.yaml");
  expect(code).toBe(2);
  expect(stderr).toContain("`policy.exit.rejected` must be one of 0, 1");
});
