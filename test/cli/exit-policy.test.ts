/** `policy.exit`: what a run that left something for people ends with. */
import { describe, expect, test } from "vitest";
import { company, header } from "../helpers/company.ts";

const good = "0001,Ana,Diaz,ana@example.com,Sales,Active";
const rejected = "0002,Bo,Ek,broken,Sales,Active";
/** A status that the mapping does not list: no account is made until somebody says what it means. */
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
    ["0 for a rejected row that is no trouble here", [good, rejected], { rejected: 0 }, 0, 0],
    ["1 for a blocked person, where only rejected rows are no trouble", [good, rejected, blocked], { rejected: 0 }, 1, 1],
    ["0 for a blocked person who is no trouble here", [good, blocked], { blocked: 0 }, 0, 1],
    ["1 for a rejected row, where only blocked people are no trouble", [good, rejected, blocked], { blocked: 0 }, 1, 1],
    ["0 for a blank cell, which freezes and blocks nobody", [good, blank], undefined, 0, 0],
    ["0 when all is well", [good], undefined, 0, 0],
  ])("%s", async (_, rows, exit, code, people) => {
    expect(await codeOf(rows, exit)).toEqual({ code, blocked: people });
  });
});

test("a plan and a check end with 1 for a rejected row unless the job says otherwise", async () => {
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

test("people whose username is taken are blocked, and a failure is 1 whatever the job says", async () => {
  const c = await company({ parts: { policy: { exit: { rejected: 0, blocked: 0 } } } });
  c.service.addUser({ username: "ana@example.com", fields: {} });
  c.place.write("hr.csv", [header, good, ""].join("\n"));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { held: 1, blocked: 1 } });
  c.job({ policy: {} });
  expect(await c.sync()).toMatchObject({ code: 1, counts: { held: 1, blocked: 1 } });
});

test("a limit still ends with 3 and a bad file with 4", async () => {
  const c = await company({ parts: { policy: { exit: { rejected: 0, blocked: 0 }, limits: { creates: 1 } } } });
  c.place.write("hr.csv", [header, good, blocked, ""].join("\n"));
  expect((await c.sync()).code).toBe(3);
  c.place.write("hr.csv", "");
  expect((await c.sync()).code).toBe(4);
});

test("other values are refused", async () => {
  const c = await company({ parts: { policy: { exit: { rejected: 2 } } } });
  const { code, stderr } = await c.run("check", "job.yaml");
  expect(code).toBe(2);
  expect(stderr).toContain("`policy.exit.rejected` must be 0 or 1");
});
