/** Whole files have been found in one cell: no message repeats them. */
import { expect, test } from "vitest";
import { company, header, mappingText, type Company } from "../helpers/company.ts";

/** Just below what a row may hold. */
const LONG = "x".repeat(900_000);
/** No message of a table of values, of findings and of rejects needs more. */
const MAX_OUTPUT = 100_000;

/** What a command prints for people, on both streams; the longest line says where a value got through. */
async function printed(c: Company, ...args: string[]): Promise<{ code: number | null; text: string; longest: number }> {
  const { code, stdout, stderr } = await c.run(...args);
  const text = stdout + stderr;
  expect({ args, code, start: text.slice(0, 2000) }).not.toMatchObject({ code: 70 });
  expect({ args, length: text.length, short: text.length < MAX_OUTPUT, start: text.slice(0, 3000) }).toMatchObject({ short: true });
  return { code, text, longest: Math.max(...text.split("\n").map((line) => line.length)) };
}

async function bothOf(c: Company): Promise<string> {
  const texts: string[] = [];
  for (const command of ["check", "plan"]) {
    const { text, longest } = await printed(c, command, "job.yaml");
    expect({ command, longest: longest <= 4100 }).toEqual({ command, longest: true });
    texts.push(text);
  }
  return texts.join("\n");
}

test("a header cell of 900 KB is cut in messages, whether the mapping lacks a column or not", async () => {
  const c = await company();
  c.place.write("hr.csv", `${header},${LONG}\n0001,Ana,Diaz,ana@example.com,Sales,Active,y\n`);
  await bothOf(c);
  c.place.write("hr.csv", `${header.replace("Email", LONG)}\n0001,Ana,Diaz,ana@example.com,Sales,Active\n`);
  const text = await bothOf(c);
  expect(text).toContain("the header lacks the column “Email”");
  expect(text).toContain(`${"x".repeat(80)}…`);
}, 60_000);

test("a cell of 900 KB is cut in rejects, remarks and group names, and stops nothing else", async () => {
  const c = await company({ mapping: mappingText.replace("  department: Department", "  department: Department\n  date_of_birth: Born") });
  const rows = [
    `0001,Ana,Diaz,ana@example.com,Sales,Active,${LONG}`,
    // Short enough for a name of an account, and too long for a message.
    `0002,Bo,Ek,${LONG.slice(0, 400)},Sales,Active,`,
    `0006,Fi,Ink,${LONG},Sales,Active,`,
    `0003,Cy,Fox,cy@example.com,${LONG},Active,`,
    `0004,Di,Gee,di@example.com,Sales,${LONG},`,
    `0005,Ed,Hay,ed@example.com,Sales,Active,`,
  ];
  c.place.write("hr.csv", [`${header},Born`, ...rows, ""].join("\n"));
  const text = await bothOf(c);
  expect(text).toContain("is not a date");
  expect(text).toContain(`email: “${"x".repeat(80)}…” is not an e-mail address`);
  expect(text).toContain("username: the value has more than 500 characters");
  expect(text).toContain(`HR/Departments/${"x".repeat(50)}`);
}, 60_000);

test("a key of 900 KB rejects its row alone", async () => {
  const c = await company();
  c.place.write("hr.csv", `${header}\n${LONG},Ana,Diaz,ana@example.com,Sales,Active\n0002,Bo,Ek,bo@example.com,Sales,Active\n`);
  const text = await bothOf(c);
  expect(text).toContain("“Employee ID” has more than 500 characters, as no key has: nobody knows whose row this is");
  expect(await c.sync()).toMatchObject({ code: 1, counts: { rejected: 1, creates: 1 } });
}, 60_000);

test("names of 900 KB in a mapping and a job are cut in their faults", async () => {
  const c = await company({
    mapping: `${mappingText}    - { name: long, when: { ${LONG}: x, "${LONG} y": 1 }, groups: [] }\n${LONG}: 1\n`,
  });
  const text = await bothOf(c);
  expect(text).toContain("mapping.yaml:");
  c.place.write("job.yaml", `name: x\n${LONG}: ${LONG}\nservice: { base_url: "${LONG}" }\n`);
  await bothOf(c);
}, 60_000);

test("init cuts what it shows of a header and a cell of 900 KB", async () => {
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
