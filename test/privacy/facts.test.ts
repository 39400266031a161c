import { withoutPerson } from "../../src/domain/facts/without-person.ts";
import { expect, test } from "vitest";
import { fact } from "../../src/domain/facts/fact.ts";
import { EXIT, Problem } from "../../src/domain/problem.ts";
import { aboutRun } from "../../src/notify/compose.ts";
import { asWebhook } from "../../src/notify/message.ts";
import { englishText } from "../../src/reporting/fact-text.ts";
import { listRuns } from "../../src/store/runs/runs.ts";
import { codes, markedFact } from "../helpers/facts.ts";
import { logInto } from "../observability/counted-run.ts";
import { forget, inFiles, inTables, withHistory, words, zoe } from "./people.ts";

/** Each code about one person; texts of the service name them as well. */
const facts = codes
  .filter(([code]) => code !== "sentences")
  .map(([code, types]) =>
    markedFact(code, types, (name, of) =>
      of === "technical" ? name : of === "key" ? zoe.id : of === "service" ? `${zoe.mail} is taken` : zoe.mail,
    ),
  );

test.each(facts.map((one) => [one.code, one] as const))("%s is logged without its person", (code, one) => {
  const { log, text, lines } = logInto();
  log.event("defect", {}, new Problem(one, { code: "disk_full", exit: EXIT.configuration, audience: "admin" }));
  expect(lines()).toMatchObject([{ err: { fact: { code } } }]);
  expect(words.filter((word) => text().includes(word))).toEqual([]);
});

test("webhooks and files of the state lose the person of every stored fact, and each can still be read", async () => {
  const c = await withHistory();
  const problem = { code: "partly", fact: fact("sentences", { sentences: facts }), next: fact("sentences", { sentences: facts }) };
  const run = await c.look(async ({ db }) => {
    await db
      .updateTable("run")
      .set({ status: "failed", problem: JSON.stringify(problem) })
      .execute();
    for (const one of facts)
      await db
        .insertInto("person_note")
        .values({ job: "nightly", key: "0001", code: one.code, column_name: null, fact: JSON.stringify(one), missing: null })
        .execute();
    const reason = JSON.stringify(fact("sentences", { sentences: facts }));
    for (const table of ["operation", "intent"] as const) {
      const changed = await db.updateTable(table).set({ reason }).where("key", "=", "0001").executeTakeFirst();
      expect(Number(changed.numUpdatedRows)).toBeGreaterThan(0);
    }
    const [failed] = await listRuns(db, { limit: 1 });
    if (failed === undefined) throw new Error("there is no run");
    return failed;
  });
  const said = asWebhook(aboutRun(run, { job: { name: "nightly" }, console: null } as unknown as Parameters<typeof aboutRun>[1]));
  expect(words.filter((word) => said.text.includes(word))).toEqual([]);
  expect(await inTables(c, words)).not.toEqual([]);
  expect((await forget(c, "--yes")).code).toBe(0);
  expect(inFiles(c, words)).toEqual([]);
  expect(await inTables(c, words)).toEqual([]);
  const after = await c.look(async ({ db }) => db.selectFrom("run").select("problem").executeTakeFirstOrThrow());
  expect(englishText(after.problem?.fact ?? facts[0] ?? fact("removal.erased", {}))).toContain("(erased)");
});

test("limits, causes and removals of others stay as they are, and a limit that names the person keeps its numbers", () => {
  const person = { key: zoe.id, identifiers: [zoe.mail] };
  const limit = { limit: "shrink", found: 3, allowed: 1, ...fact("limit.shrink", { rows: 1, before: 4, allowed: 1 }), content: "abc" };
  const removal = { id: "R-1", key: "0001", ...fact("removal.leaver", { people: 1, group: "HR/Sales" }), evidence: { key: "0001" } };
  for (const other of [limit, removal, { removals: [removal], held: [limit] }])
    expect(JSON.stringify(withoutPerson(other, person))).toBe(JSON.stringify(other));
  const keys = { examples: [zoe.id, "0002"], more: false };
  const renamed = { limit: "renamed", found: 2, allowed: 1, ...fact("limit.renamed", { found: 2, allowed: 1, accounts: 9, keys }) };
  expect(withoutPerson(renamed, person)).toEqual({
    ...renamed,
    values: { found: 2, allowed: 1, accounts: 9, keys: { examples: ["0002"], more: true } },
  });
});

test("in an entry about the person, a fact keeps its code and counts, and one with other properties is erased", () => {
  const person = { key: zoe.id, identifiers: [zoe.mail] };
  const said = fact("cell.changed_of_some", { column: "Site", before: "Lyon", now: "Paris", people: 2 });
  const entry = { key: zoe.id, status: "refused", why: said, limit: { ...said, found: 3 }, cells: ["Lyon"] };
  expect(withoutPerson(entry, person)).toEqual({
    key: "(erased)",
    status: "refused",
    why: fact("cell.changed_of_some", { column: "Site", before: "(erased)", now: "(erased)", people: 2 }),
    limit: "(erased)",
    cells: [],
  });
});
