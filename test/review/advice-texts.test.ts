import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { read, utils } from "xlsx";
import { setGroupImpact, setPersonImpact } from "../../src/store/review/impact.ts";
import { company, people } from "../helpers/company.ts";
import { now, waitingPlace, type WaitingPlace } from "./waiting-removals.ts";

let place: WaitingPlace;
beforeAll(async () => {
  place = await waitingPlace();
  const { db } = place.state;
  await place.add([
    { id: "R-aaaaaa1", user_id: "u1" },
    { id: "R-aaaaaa2", user_id: "u2" },
    { id: "R-aaaaaa3", user_id: "u3" },
    { id: "R-bbbbbb1", user_id: "u1", group_id: "group-lab", cause: "C-00000002" },
  ]);
  await sql`INSERT INTO service_group (account, id, name, path, members_known, members_digest, members)
    VALUES ('acme', 'group-it', 'IT', 'HR/Departments/IT', true, '', 3)`.execute(db);
  await sql`INSERT INTO membership (account, group_id, user_id) VALUES ('acme', 'group-it', 'u1'), ('acme', 'group-it', 'u2'), ('acme', 'group-it', 'u3')`.execute(
    db,
  );
  const items = [{ kind: "course" as const, id: "c1", name: "First aid", due: null }];
  await setGroupImpact(db, "acme", "group-sales", { items, complete: true, readAt: now });
  for (const [user, percent] of [
    ["u1", 0],
    ["u2", 0],
    ["u3", 40],
  ] as const)
    await setPersonImpact(db, "acme", user, {
      progress: { courses: { c1: { status: percent > 0 ? "in_progress" : "not_started", percent, due: null } }, paths: {} },
      readAt: now,
    });
});
afterAll(() => place.close());

test.each([
  [
    "en",
    [
      ["Remove 2 of 3", "1 course, 1 person has started one"],
      ["Look closer. Impact not fully known", "impact not known"],
    ],
    [
      ["Remove. Already has the new group", "1 course"],
      ["Remove. Already has the new group", "1 course"],
      ["Look closer. Has started a course", "1 course, 1 started"],
      ["Look closer. Impact not fully known", "impact not known"],
    ],
  ],
  [
    "de",
    [
      ["2 von 3 entfernen", "1 Kurs, 1 Person hat etwas davon begonnen"],
      ["Genauer ansehen. Auswirkungen nicht vollständig bekannt", "Auswirkungen nicht bekannt"],
    ],
    [
      ["Entfernen. Hat die neue Gruppe schon", "1 Kurs"],
      ["Entfernen. Hat die neue Gruppe schon", "1 Kurs"],
      ["Genauer ansehen. Hat einen Kurs begonnen", "1 Kurs, 1 begonnen"],
      ["Genauer ansehen. Auswirkungen nicht vollständig bekannt", "Auswirkungen nicht bekannt"],
    ],
  ],
] as const)("the workbook shows recommendation and impact of causes and people (%s)", async (language, causes, persons) => {
  const workbook = read(await place.workbook(language), { type: "array" });
  const [, causeSheet = "", peopleSheet = ""] = workbook.SheetNames;
  const [recommendation, impact] = language === "en" ? ["Recommendation", "Impact"] : ["Empfehlung", "Auswirkungen"];
  const cells = (sheet: string): unknown[][] =>
    utils.sheet_to_json<Record<string, unknown>>(workbook.Sheets[sheet] ?? {}).map((row) => [row[recommendation], row[impact]]);
  expect(cells(causeSheet)).toEqual(causes);
  expect(cells(peopleSheet)).toEqual(persons);
});

test("`review list` shows question, gains, recommendation and impact of each cause, and no advice on decided ones", async () => {
  const c = await company();
  const first = people(4);
  c.hr(first);
  await c.sync();
  c.hr(first.map((person, i) => (i < 3 ? { ...person, dept: "IT" } : person)));
  await c.sync();
  const { stdout } = await c.run("review", "list");
  const [head, , ...rest] = stdout.split("\n");
  expect(head).toMatch(/^C-\w+ {2}The group “Sales” seems to be renamed to “IT”\. Remove 3 people from the old group\?$/);
  expect(rest.slice(0, 4)).toEqual([
    "    3 people",
    "    They also gain: HR/Departments/IT (3)",
    "    Recommendation: Remove all. 3 already have the new group, with nothing in progress or due.",
    "    Impact: no courses",
  ]);
  const [id = ""] = /R-\w+/.exec(stdout) ?? [];
  expect((await c.run("review", "reject", id, "--reason", "Stays")).code).toBe(0);
  const kept = (await c.run("review", "list", "--status", "rejected")).stdout;
  expect(kept).toContain("loses the group HR/Departments/Sales and gains HR/Departments/IT.\n");
  expect(kept).toContain("    1 person\n    Also gains: HR/Departments/IT (1)\n     R-");
}, 60_000);
