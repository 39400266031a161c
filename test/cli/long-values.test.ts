import { fact } from "../../src/domain/facts/fact.ts";
import { englishText } from "../../src/reporting/fact-text.ts";
/** A broken export can have its whole content in one cell: no message may repeat it. */
import { messageOf, nextOf } from "../helpers/problems.ts";
import { expect, test } from "vitest";
import { UsageProblem } from "../../src/domain/problem.ts";
import { company, header, mappingText, type Company } from "../helpers/company.ts";

/** Just below the limit of a row. */
const LONG = "x".repeat(900_000);
const MAX_OUTPUT = 100_000;

/** What a command prints for people, on both streams; the longest line says where a value got through. */
async function printed(c: Company, ...args: string[]): Promise<{ code: number | null; text: string; longest: number }> {
  const { code, stdout, stderr } = await c.run(...args);
  const text = stdout + stderr;
  expect({ args, code, start: text.slice(0, 2000) }).not.toMatchObject({ code: 70 });
  expect({ args, length: text.length, short: text.length < MAX_OUTPUT, start: text.slice(0, 3000) }).toMatchObject({ short: true });
  return { code, text, longest: Math.max(...text.split("\n").map((line) => line.length)) };
}

async function checkAndPlan(c: Company): Promise<string> {
  const texts: string[] = [];
  for (const command of ["check", "plan"]) {
    const { text, longest } = await printed(c, command, "job.yaml");
    expect({ command, longest: longest <= 4100 }).toEqual({ command, longest: true });
    texts.push(text);
  }
  return texts.join("\n");
}

test("cuts a header cell of 900 KB in messages, with and without a missing column", async () => {
  const c = await company();
  c.place.write("hr.csv", `${header},${LONG}\n0001,Ana,Diaz,ana@example.com,Sales,Active,y\n`);
  await checkAndPlan(c);
  c.place.write("hr.csv", `${header.replace("Email", LONG)}\n0001,Ana,Diaz,ana@example.com,Sales,Active\n`);
  const text = await checkAndPlan(c);
  expect(text).toContain("the header lacks the column “Email”");
  expect(text).toContain(`${"x".repeat(80)}…`);
}, 60_000);

test("cuts a cell of 900 KB in rejects, notes and group names, and handles the other rows", async () => {
  const c = await company({ mapping: mappingText.replace("  department: Department", "  department: Department\n  date_of_birth: Born") });
  const rows = [
    `0001,Ana,Diaz,ana@example.com,Sales,Active,${LONG}`,
    // Short enough for a username, too long for a message.
    `0002,Bo,Ek,${LONG.slice(0, 400)},Sales,Active,`,
    `0006,Fi,Ink,${LONG},Sales,Active,`,
    `0003,Cy,Fox,cy@example.com,${LONG},Active,`,
    `0004,Di,Gee,di@example.com,Sales,${LONG},`,
    `0005,Ed,Hay,ed@example.com,Sales,Active,`,
  ];
  c.place.write("hr.csv", [`${header},Born`, ...rows, ""].join("\n"));
  const text = await checkAndPlan(c);
  expect(text).toContain("is not a date");
  expect(text).toContain(`email: “${"x".repeat(80)}…” is not an e-mail address`);
  expect(text).toContain("username: the value has more than 500 characters");
  expect(text).toContain(`HR/Departments/${"x".repeat(50)}`);
}, 60_000);

test("rejects only the row with a key of 900 KB", async () => {
  const c = await company();
  c.place.write("hr.csv", `${header}\n${LONG},Ana,Diaz,ana@example.com,Sales,Active\n0002,Bo,Ek,bo@example.com,Sales,Active\n`);
  const text = await checkAndPlan(c);
  expect(text).toContain("“Employee ID” has more than 500 characters, more than any key: it is unknown whose row this is");
  expect(await c.sync()).toMatchObject({ code: 1, counts: { rejected: 1, creates: 1 } });
}, 60_000);

test("cuts names of 900 KB in the faults of a mapping and a job", async () => {
  const c = await company({
    mapping: `${mappingText}    - { name: long, when: { ${LONG}: x, "${LONG} y": 1 }, groups: [] }\n${LONG}: 1\n`,
  });
  const text = await checkAndPlan(c);
  expect(text).toContain("mapping.yaml:");
  c.place.write("job.yaml", `name: x\n${LONG}: ${LONG}\nservice: { base_url: "${LONG}" }\n`);
  await checkAndPlan(c);
}, 60_000);

test("cuts a header and a cell of 900 KB in the output of init", async () => {
  const c = await company();
  c.place.write(
    "long.csv",
    `Employee ID,First Name,Last Name,Email,${LONG}\n1,Ana,Diaz,ana@example.com,${"y".repeat(90_000)}\n2,Bo,Ek,bo@example.com,z\n`,
  );
  await printed(c, "init", "long.csv", "--yes", "--job", "long");
  c.place.write(
    "cell.csv",
    `Employee ID,First Name,Last Name,Email,Status\n1,Ana,Diaz,ana@example.com,${LONG}\n2,Bo,Ek,bo@example.com,z\n`,
  );
  await printed(c, "init", "cell.csv", "--yes", "--job", "cell");
  await printed(c, "init", "cell.csv", "--job", "cell2");
}, 60_000);

test("cuts every overlong line of an error, also where the value itself was not cut", () => {
  const problem = new UsageProblem(
    fact("usage.with_details", { what: fact("run.stopped", {}), details: `${LONG}\nsecond` }),
    fact("operation.ordered", { reason: LONG }),
  );
  expect(
    messageOf(problem)
      .split("\n")
      .map(({ length }) => length),
  ).toEqual([expect.any(Number), 4001, 6]);
  expect(nextOf(problem)).toHaveLength(4001 + englishText(fact("operation.ordered", { reason: "" })).length);
});

test("plans and decides on people with the longest names and keys of three bytes a character", async () => {
  const c = await company();
  // Repeated characters would be compressed in an index.
  const long = (from: number) => Array.from({ length: 500 }, (_, i) => String.fromCharCode(0x4e00 + ((from + i * 7919) % 20_000))).join("");
  const row = (department: string) => `${long(0)},${long(5)},${long(9)},a@example.com,${department},Active`;
  c.place.write("hr.csv", `${header}\n${row("Sales")}\n0002,Bo,Ek,bo@example.com,Sales,Active\n`);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  c.place.write("hr.csv", `${header}\n${row("IT")}\n0002,Bo,Ek,bo@example.com,Sales,Active\n`);
  await c.sync();
  const [removal] = await c.look((state) =>
    state.db.selectFrom("removal").select(["id", "name"]).where("status", "=", "pending").execute(),
  );
  expect(removal?.name).toBe(`${long(5).slice(0, 200)}…`);
  const kept = await c.run("review", "reject", removal?.id ?? "", "--reason", "Still there");
  expect(kept).toMatchObject({ code: 0 });
}, 60_000);
