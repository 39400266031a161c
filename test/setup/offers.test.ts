import { expect, test } from "vitest";
import { compileMapping } from "../../src/mapping/compile.ts";
import { start } from "./helpers.ts";

const HEADER = ["Employee ID", "First Name", "Last Name", "Email", "Status", "Hire Date", "Termination Date", "Country"];
const ROWS = [
  ["1", "Ana", "Ruiz", "ana@acme.example", "Active", "2026-03-01", "", "ES"],
  ["2", "Bo", "Sol", "bo@acme.example", "Terminated", "2020-01-15", "2026-10-31", "ES"],
  ["3", "Cy", "Mar", "cy@acme.example", "Active", "2019-07-20", "", "PT"],
];

/** The mapping with the comment marks of some lines removed. */
function accepted(text: string, offer: RegExp): string {
  const lines = text.split("\n");
  expect(lines.filter((line) => offer.test(line))).not.toEqual([]);
  return lines.map((line) => (offer.test(line) ? line.replace("# ", "") : line)).join("\n");
}

test("first and last days are offered as comments, which a mapping can use", async () => {
  const { mappingText } = await start([HEADER, ...ROWS]);
  expect(compileMapping(mappingText, "m.yaml").map(2, ROWS[0] ?? [])).not.toHaveProperty("person.dates");
  const compiled = compileMapping(accepted(mappingText, /^ {2}# (from|until): /), "m.yaml");
  const places = compiled.bind(HEADER);
  const mapped = compiled.map(
    3,
    places.map((place) => ROWS[1]?.[place]),
  );
  expect(mapped).toMatchObject({ person: { dates: { from: "2020-01-15", until: "2026-10-31" } } });
});

test.each(["Last Day", "Último día", "Letzter Tag", "Dernier jour", "Laatste dag", "Ultimo giorno", "Último dia"])(
  "a last day is offered for a column named %s",
  async (name) => {
    const { mappingText } = await start([HEADER.with(6, name), ...ROWS]);
    expect(mappingText).toContain(`# until: { column: ${name}, date: yyyy-MM-dd, days: 0 }`);
  },
);

test("a scope by a column with few values is offered as a comment, which a mapping can use", async () => {
  const { mappingText } = await start([HEADER, ...ROWS]);
  expect(mappingText).toContain("# scope: { include: { Country: ES } }");
  const compiled = compileMapping(accepted(mappingText, /^# scope: /), "m.yaml");
  expect(compiled.scope?.rules).toMatchObject([{ rule: "include" }]);
});

test("dates that can be read in two ways are offered with both formats", async () => {
  const unclear = ROWS.map((row) => row.with(5, "05/04/2026").with(6, ""));
  const { mappingText } = await start([HEADER, ...unclear]);
  expect(mappingText).toMatch(/# These dates can also be read as \S+\.\n {2}# from: \{ column: Hire Date, date: \S+ \}/);
  expect(mappingText).not.toContain("# until:");
});

test("nothing is offered without such columns, for values that name people, and for words instead of dates", async () => {
  const rows = ROWS.map((row) => [...row.slice(0, 5), "soon", "later", row[1] ?? ""]);
  const { mappingText } = await start([HEADER, ...rows]);
  expect(mappingText).not.toMatch(/# (scope|from|until):/);
});

test("unique usernames are offered as a comment if the e-mail address is the username, which a mapping can use", async () => {
  const { mappingText } = await start([HEADER, ...ROWS]);
  const offered = accepted(mappingText, /^# (on_create:$| {2}username:$| {4}(unique|with|transform): )/);
  const compiled = compileMapping(offered.replace(/^ {2}username: .*\n/m, ""), "m.yaml");
  const places = compiled.bind(HEADER);
  const cells = places.map((place) => ROWS[0]?.[place]);
  expect(compiled.usernames?.names(cells).next().value).toBe("ana.ruiz");
  const withLogin = ROWS.map((row) => [...row, `login${row[0] ?? ""}`]);
  expect((await start([[...HEADER, "Username"], ...withLogin])).mappingText).not.toContain("unique:");
});
