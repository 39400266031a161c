import fc from "fast-check";
import { expect, test } from "vitest";
import { foldName } from "../../src/domain/names.ts";
import { refusal, start } from "./helpers.ts";

const ROW = ["k-1", "login-1", "Ana", "Sol", "ana@example.com", "Sales"];

/** Runs `init` on a file with these six column names, and maps its row. */
async function mapped(names: readonly string[]): Promise<{ text: string; person: unknown; columns: readonly string[] }> {
  const [key = "", username = "", first = "", last = "", email = "", department = ""] = names;
  const fields = { username, first_name: first, last_name: last, email, department };
  const use = Object.entries(fields).map(([field, name]) => `${field}=${name}`);
  const made = await start([[...names], ROW, ["k-2", "login-2", "Bo", "Luna", "bo@example.com", "Sales"]], { key, use });
  const { key: found, user } = made.person(1);
  return { text: made.mappingText, person: { key: found, ...user }, columns: made.compiled.columns };
}

const PERSON = { key: "k-1", username: "login-1", first_name: "Ana", last_name: "Sol", email: "ana@example.com", department: "Sales" };

test.for([
  [["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype"]],
  [["a\nb", "a: b", "a #b", "#", "- a", "? x"]],
  [['"', "'", "\\", "`", '"a": b', "it's"]],
  [["{a}", "[b]", "a, b", "{Key}@x", "}{", "{{x}}"]],
  [["true", "null", "~", "123", "1.5e3", "0x1F"]],
  [["&a", "*a", "!a", "%a", "@a", "|"]],
  [["🙂", "名前", "Ünïcödé", "العربية", "a\u200bb", "a\u00a0b"]],
  [["---", "...", "key", "user", "yes", "# yaml-language-server"]],
  [["a\r\nb", "a\tb", "\u2028x", "a\u0085b", "a\u001bb", "\u202ex"]],
  [["${HOME}", "$${X}", "a=b", "=", "-a", "<<"]],
] as const)("columns called %j mean exactly these columns", async ([names]) => {
  const { text, person, columns } = await mapped(names);
  expect(person).toMatchObject(PERSON);
  expect(columns).toEqual([names[0], ...names.slice(1)].map((name) => name.trim().normalize("NFC")));
  for (const line of text.split("\n")) expect(line).not.toMatch(/[\p{Cc}\u200b\u2028\u202e]/u);
});

test("with any column names, every field comes from its own column", async () => {
  const name = fc
    .string({
      unit: fc.oneof(
        fc.constantFrom(..."#:{}[],&*!|>'\"%@`-?~\\\n\t \u200b\u2028€ñ🙂"),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
      ),
      minLength: 1,
      maxLength: 12,
    })
    .filter((text) => text.trim() !== "" && text.trim() !== "-" && text.isWellFormed() && !text.includes("\0"))
    // Skip headers full of another delimiter or that start like JSON, which are other kinds of files.
    .filter((text) => !/[|;\t]|^\s*[[{]/.test(text));
  const names = fc.uniqueArray(name, { minLength: 6, maxLength: 6, selector: foldName });
  await fc.assert(
    fc.asyncProperty(names, async (header) => {
      expect((await mapped(header)).person).toMatchObject(PERSON);
    }),
    { numRuns: 150 },
  );
}, 120_000);

test("300 columns work, and the unused ones are listed", async () => {
  const more = Array.from({ length: 294 }, (_, i) => `Extra ${i}`);
  const header = ["Employee ID", "Login", "First Name", "Last Name", "Email", "Department"];
  const made = await start([
    [...header, ...more],
    [...ROW, ...more.map(() => "x")],
    ["k-2", "l2", "Bo", "Luna", "bo@example.com", "IT", ...more.map(() => "y")],
  ]);
  expect(made.unused).toHaveLength(294);
  expect(made.mappingText).toContain("“Extra 293”");
});

test("a name that is twice in the header is not used, with a comment", async () => {
  const header = ["Employee ID", "Login", "First Name", "Last Name", "Email", "Department", "department"];
  const made = await start([header, [...ROW, "IT"]]);
  expect(made.fields["department"]).toBeUndefined();
  expect(made.mappingText).toContain("cannot be used, because several columns have this name: “Department”, “department”");
});

test("a file without a header is refused, so that no personal data becomes a column name", async () => {
  expect(await refusal(start([ROW, ["k-2", "l2", "Bo", "Luna", "bo@example.com", "IT"]]))).toContain(
    "the first row has values instead of column names (column 5 has an e-mail address). Nothing was written.",
  );
});
