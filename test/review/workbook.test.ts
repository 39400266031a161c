import { readXlsx, type CellValue } from "hucre/xlsx";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { read, utils, write, type WorkBook } from "xlsx";
import { seenName } from "../../src/domain/names.ts";
import { inEveryLanguage } from "../../src/reporting/locales/t.ts";
import { decisionOf } from "../../src/reporting/workbook/known-words.ts";
import { DECISION_WORDS } from "../../src/reporting/workbook/words.ts";
import { readReviewApart } from "../../src/reporting/workbook/reader-process.ts";
import type { Proof } from "../../src/review/possible-actors.ts";
import { readReview } from "../../src/reporting/workbook/read.ts";
import { whyJson } from "../../src/reporting/fact-text.ts";
import { type RefusedRowJson } from "../../src/reporting/workbook/rows.ts";
import { importDecisions, type Imported } from "../../src/review/workbook-import.ts";
import { problemOf } from "../helpers/problems.ts";
import { filled, rawParts, rowsWithHucre, rowsWithSheetJs, sharingParts, withSheetJs } from "./edit-workbook.ts";
import { now, policy, waitingPlace, type WaitingPlace } from "./waiting-removals.ts";

let place: WaitingPlace;
beforeAll(async () => {
  place = await waitingPlace();
});
afterAll(() => place.close());
beforeEach(async () => {
  for (const table of ["removal", "approval", "comment"] as const) await place.state.db.deleteFrom(table).execute();
  await place.add([{ id: "R-aaaaaa1" }, { id: "R-aaaaaa2" }, { id: "R-aaaaaa3" }]);
});

const ana = { name: "Ana Ruiz", via: "workbook" } as const;

/** The result of an import, with its reasons in English. */
type Taken = Omit<Imported, "waiting" | "before" | "refused"> & Record<"waiting" | "before" | "refused", RefusedRowJson[]>;

async function take(
  bytes: Uint8Array,
  more: { dryRun?: boolean; by?: { name: string; via: "workbook"; proof?: Proof }; policy?: typeof policy; job?: string } = {},
): Promise<Taken> {
  const { by = ana, dryRun = false, job } = more;
  const imported = await importDecisions(place.state, bytes, by, {
    now,
    dryRun,
    // A process of its own for each takes a second; other tests have it.
    read: readReview,
    policyOf: async () => more.policy ?? policy,
    ...(job === undefined ? {} : { job }),
  });
  const [waiting = [], before = [], refused = []] = [imported.waiting, imported.before, imported.refused].map((rows) => rows.map(whyJson));
  return { ...imported, waiting, before, refused };
}

const decisions = {
  "R-aaaaaa1": { Decision: "approve", Reason: "Moved to IT" },
  "R-aaaaaa2": { Decision: "reject", Reason: "Still in the project", "Keep until": "2027-01-31" },
};

const edits = [
  ["SheetJS", async (bytes: Uint8Array) => rowsWithSheetJs(bytes, (rows) => filled(rows, decisions))],
  ["hucre", async (bytes: Uint8Array) => rowsWithHucre(bytes, (rows) => filled(rows, decisions))],
] as const;

describe("a workbook that was filled in", () => {
  test.for(edits)("and saved by %s is taken as it was meant", async ([, edit]) => {
    const result = await take(await edit(await place.workbook()));
    expect(result).toMatchObject({ left: [{ id: "R-aaaaaa3" }], refused: [], waiting: [] });
    expect(result.decided.map(({ id }) => id).sort()).toEqual(["R-aaaaaa1", "R-aaaaaa2"]);
    expect(await place.status("R-aaaaaa1")).toMatchObject({ status: "approved", by: "Ana Ruiz", reason: "Moved to IT" });
    expect(await place.status("R-aaaaaa2")).toMatchObject({ status: "rejected", until: new Date("2027-01-31T23:59:59.999Z") });
    expect((await place.status("R-aaaaaa3")).status).toBe("pending");
  });

  test("decides once however often it is imported, and says so", async () => {
    const bytes = rowsWithSheetJs(await place.workbook(), (rows) => filled(rows, decisions));
    await take(bytes);
    const again = await take(bytes);
    expect(again).toMatchObject({ decided: [], refused: [], left: [{}] });
    expect(again.before.map(({ why }) => why)).toEqual([
      expect.stringContaining("Imported before. This removal is already approved: Ana Ruiz"),
      expect.stringContaining("rejected"),
    ]);
    const { n } = await place.state.db
      .selectFrom("audit")
      .select((select) => select.fn.countAll<string>().as("n"))
      .where("action", "=", "removal_approved")
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBeGreaterThan(0);
  });

  test("decides nothing in a dry run", async () => {
    const result = await take(
      rowsWithSheetJs(await place.workbook(), (rows) => filled(rows, decisions)),
      { dryRun: true },
    );
    expect(result.decided).toHaveLength(2);
    expect((await place.status("R-aaaaaa1")).status).toBe("pending");
  });

  test("may be in Spanish, and its words in any case", async () => {
    const bytes = rowsWithSheetJs(await place.workbook("es"), (rows) =>
      filled(rows, {
        "R-aaaaaa1": { Decisión: " APROBAR ", Motivo: "Cambio de puesto" },
        "R-aaaaaa2": { Decisión: "reject", Motivo: "Sigue" },
      }),
    );
    expect((await take(bytes)).decided).toHaveLength(2);
  });

  test("may be sorted, filtered, renamed, moved and given columns", async () => {
    const bytes = withSheetJs(await place.workbook(), (workbook) => {
      const name = workbook.SheetNames[2] ?? "";
      const rows = utils.sheet_to_json<unknown[]>(workbook.Sheets[name] ?? {}, { header: 1, defval: null }) as never[][];
      const [heads = [], ...rest] = filled(rows, decisions);
      const sheet = utils.aoa_to_sheet([["For Monday"], [], ["Mine", ...heads], ...rest.reverse().map((row) => ["x", ...row])]);
      sheet["!rows"] = [{}, {}, {}, { hidden: true }];
      workbook.Sheets["Mi hoja"] = sheet;
      workbook.SheetNames = ["Mi hoja", ...workbook.SheetNames.filter((other) => other !== name).reverse()];
      delete workbook.Sheets[name];
    });
    expect(await take(bytes)).toMatchObject({ decided: [{}, {}], refused: [], left: [{}] });
  });

  test("may have lost the types of its cells", async () => {
    const bytes = rowsWithSheetJs(await place.workbook(), (rows) =>
      filled(rows, {
        "R-aaaaaa1": {
          Decision: "reject",
          Reason: "x",
          "Keep until": 46_418,
          Key: Number(rows.find((row) => row.includes("R-aaaaaa1"))?.[5]),
        },
        "R-aaaaaa2": { Decision: "reject", Reason: 2026, "Keep until": new Date("2027-01-31T00:00:00Z") },
      }),
    );
    expect(await take(bytes)).toMatchObject({ decided: [{}, {}], refused: [] });
    expect((await place.status("R-aaaaaa1")).until).toEqual(new Date("2027-01-31T23:59:59.999Z"));
    expect(await place.status("R-aaaaaa2")).toMatchObject({ reason: "2026", until: new Date("2027-01-31T23:59:59.999Z") });
  });
});

/** Fills in the sheet of causes, and the rows of people. */
function filledSheets(bytes: Uint8Array, cause: CellValue[], people: Parameters<typeof filled>[1] = {}): Uint8Array {
  return withSheetJs(bytes, (workbook) => {
    const [, causes = "", persons = ""] = workbook.SheetNames;
    const rowsOf = (name: string): CellValue[][] => utils.sheet_to_json(workbook.Sheets[name] ?? {}, { header: 1, defval: null });
    const [heads = [], first = [], ...rest] = rowsOf(causes);
    workbook.Sheets[causes] = utils.aoa_to_sheet([heads, first.map((cell, i) => cause[i] ?? cell), ...rest]);
    workbook.Sheets[persons] = utils.aoa_to_sheet(filled(rowsOf(persons), people));
  });
}

describe("a decision on a cause", () => {
  test("counts for its people, and a decision on a person replaces it", async () => {
    const bytes = filledSheets(await place.workbook(), ["remove", "Moved to IT"], {
      "R-aaaaaa2": { Decision: "keep", Reason: "Still in the project", "Keep until": "31.01.2027" },
    });
    const result = await take(bytes);
    expect(result).toMatchObject({ decided: [{}, {}, {}], left: [], refused: [] });
    expect(await place.status("R-aaaaaa1")).toMatchObject({ status: "approved", reason: "Moved to IT" });
    expect(await place.status("R-aaaaaa2")).toMatchObject({ status: "rejected", until: new Date("2027-01-31T23:59:59.999Z") });
    expect((await take(bytes)).before).toHaveLength(3);
  });

  test("does not count for a person who is left for later, has only a reason, or whose row was deleted", async () => {
    const whole = filledSheets(await place.workbook(), ["REMOVE", "Moved to IT"], {
      "R-aaaaaa1": { Decision: "later" },
      "R-aaaaaa2": { Reason: "Ask Jon first" },
    });
    const bytes = rowsWithSheetJs(whole, (rows) => rows.filter((row) => !row.includes("R-aaaaaa3")));
    const result = await take(bytes);
    expect(result).toMatchObject({ decided: [], left: [{ id: "R-aaaaaa1" }] });
    expect(result.refused.map(({ why }) => why)).toEqual([
      "1 person of this cause has no row on the sheet of people. Nothing was decided for them.",
      "It has a reason or a date, but no decision. Therefore, the decision on its cause was not used.",
    ]);
    for (const id of ["R-aaaaaa1", "R-aaaaaa2", "R-aaaaaa3"]) expect((await place.status(id)).status).toBe("pending");
  });

  test("I1: is not used for a person whose decision is a formula without a stored result", async () => {
    const bytes = withSheetJs(filledSheets(await place.workbook(), ["remove", "Moved to IT"]), (workbook) => {
      const sheet = workbook.Sheets[workbook.SheetNames[2] ?? ""] ?? {};
      sheet["A2"] = { t: "n", f: 'IF(1,"later","")' };
    });
    const result = await take(bytes);
    expect(result).toMatchObject({ decided: [{}, {}], left: [], refused: [{ why: expect.stringContaining("formula") as string }] });
    expect((await place.status(result.refused[0]?.id ?? "")).status).toBe("pending");
  });

  const wrong = [
    ["has no reason", ["remove"], "no reason"],
    ["is no word", ["maybe", "x"], "not a decision"],
    ["shows another group", ["remove", "x", null, null, "HR/All staff"], "another group or number of people"],
    ["shows another number of people", ["remove", "x", null, null, null, 2], "another group or number of people"],
    ["names a cause of another workbook", ["remove", "x", ...Array<null>(10).fill(null), "C-99999999"], "not made for a cause"],
  ] as const;
  test.for(wrong)("that %s is refused, and decides nothing", async ([, cells, why]) => {
    const result = await take(filledSheets(await place.workbook(), [...cells]));
    expect(result).toMatchObject({ decided: [], left: [{}, {}, {}] });
    expect(result.refused).toEqual([expect.objectContaining({ sheet: "Causes", why: expect.stringContaining(why) as string })]);
  });

  test("in two rows decides nothing", async () => {
    const bytes = withSheetJs(filledSheets(await place.workbook(), ["remove", "x"]), (workbook) => {
      const name = workbook.SheetNames[1] ?? "";
      const rows = utils.sheet_to_json<CellValue[]>(workbook.Sheets[name] ?? {}, { header: 1, defval: null });
      workbook.Sheets[name] = utils.aoa_to_sheet([...rows, rows[1] ?? []]);
    });
    expect(await take(bytes)).toMatchObject({ decided: [], refused: [{ why: expect.stringContaining("in several rows") as string }] });
  });

  test("never decides for a removal that joined the cause after the export", async () => {
    const bytes = filledSheets(await place.workbook(), ["remove", "x"]);
    await place.add([{ id: "R-aaaaaa4" }]);
    expect((await take(bytes)).decided).toHaveLength(3);
    expect((await place.status("R-aaaaaa4")).status).toBe("pending");
  });
});

test("a copy saved as .ods is accepted, and its formulas are not", async () => {
  const filledIn = filledSheets(await place.workbook("de"), ["entfernen", "Umzug"], {
    "R-aaaaaa2": { Entscheidung: "behalten", Begründung: "Bleibt" },
  });
  const asOds = (change: (workbook: WorkBook) => void): Uint8Array => {
    const workbook = read(filledIn, { type: "array" });
    change(workbook);
    return new Uint8Array(write(workbook, { type: "array", bookType: "ods" }) as ArrayBuffer);
  };
  const formula = asOds((workbook) => {
    (workbook.Sheets["Ursachen"] ?? {})["B2"] = { t: "s", v: "x", f: 'IF(TRUE,"x","y")' };
  });
  expect(await take(formula)).toMatchObject({
    decided: [{ id: "R-aaaaaa2" }],
    refused: [{ why: expect.stringContaining("formula") as string }],
  });
  const result = await take(asOds(() => undefined));
  expect(result).toMatchObject({ refused: [], before: [{}], decided: [{}, {}] });
  expect(await place.status("R-aaaaaa1")).toMatchObject({ status: "approved", reason: "Umzug" });
});

test("an .ods that asks for millions of cells in a few bytes is read within bounds or refused", async () => {
  const ods = new Uint8Array(write(read(await place.workbook(), { type: "array" }), { type: "array", bookType: "ods" }) as ArrayBuffer);
  const bomb = (row: string): Uint8Array =>
    rawParts(ods, (name, text) => (name === "content.xml" ? text.replace("</table:table>", `${row}</table:table>`) : text));
  const cells = '<table:table-cell table:number-columns-repeated="16384" office:value-type="string"><text:p>x</text:p></table:table-cell>';
  const row = `<table:table-row table:number-rows-repeated="1048576">${cells}</table:table-row>`;
  expect(await take(bomb(row))).toMatchObject({ left: [{}, {}, {}] });
  await expect(take(bomb(row.repeat(500)))).rejects.toMatchObject({ code: "workbook_too_large" });
});

const dates = [
  ["31.01.2027", "2027-01-31"],
  ["1.2.2027", "2027-02-01"],
  ["31/01/2027", "2027-01-31"],
  ["01/31/2027", "2027-01-31"],
  ["05/05/2027", "2027-05-05"],
  ["31-1-2027", "2027-01-31"],
] as const;
test.for(dates)("the date %s is read as %s", async ([text, day]) => {
  const cells = { Decision: "keep", Reason: "x", "Keep until": text };
  await take(rowsWithSheetJs(await place.workbook(), (rows) => filled(rows, { "R-aaaaaa1": cells })));
  expect((await place.status("R-aaaaaa1")).until).toEqual(new Date(`${day}T23:59:59.999Z`));
});

test("no word means two decisions in any two languages, and all are understood", () => {
  const meanings = new Map<string, Set<string>>();
  for (const [decision, words] of Object.entries(DECISION_WORDS))
    for (const word of words.flatMap(inEveryLanguage))
      meanings.set(seenName(word), (meanings.get(seenName(word)) ?? new Set()).add(decision));
  expect([...meanings].filter(([, meant]) => meant.size > 1)).toEqual([]);
  expect([...meanings].filter(([word, meant]) => decisionOf(word) !== [...meant][0])).toEqual([]);
  expect(meanings.size).toBeGreaterThan(18);
});

describe("a row is not taken", () => {
  const refusals = [
    ["without a reason", { Decision: "approve" }, "no reason"],
    [
      "with a word that is no decision",
      { Decision: "yes", Reason: "x" },
      "“yes” is not a decision. Possible words: remove, keep, later; retirar, conservar, más tarde; entfernen, behalten, später; retirer, conserver, plus tard.",
    ],
    ["that approves and keeps", { Decision: "approve", Reason: "x", "Keep until": "2027-01-31" }, "Only one of them"],
    ["whose day has passed", { Decision: "reject", Reason: "x", "Keep until": "2026-05-03" }, "has passed"],
    ["whose day can be read in two ways", { Decision: "reject", Reason: "x", "Keep until": "03/04/2027" }, "not an unambiguous date"],
    ["whose day there is none", { Decision: "reject", Reason: "x", "Keep until": "2027-02-30" }, "not an unambiguous date"],
    ["that shows another person", { Decision: "approve", Reason: "x", Person: "Somebody Else" }, "another person"],
    ["that shows another key", { Decision: "approve", Reason: "x", Key: "nobody" }, "another key"],
    ["that shows another group", { Decision: "approve", Reason: "x", Group: "HR/All staff" }, "another group"],
    ["that names a removal of none", { Decision: "approve", Reason: "x", Removal: "R-zzzzzzz" }, "not made for a removal of that id"],
    ["that names none", { Decision: "approve", Reason: "x", Removal: "" }, "names no removal"],
    ["whose reason is too long", { Decision: "approve", Reason: "x".repeat(2001) }, "longer than"],
  ] as const;
  test.for(refusals)("%s", async ([, cells, why]) => {
    const bytes = rowsWithSheetJs(await place.workbook(), (rows) =>
      filled(rows, { "R-aaaaaa1": cells, "R-aaaaaa2": { Decision: "reject", Reason: "ok" } }),
    );
    const result = await take(bytes);
    expect(result.refused).toEqual([
      expect.objectContaining({ why: expect.stringContaining(why) as string, row: expect.any(Number) as number }),
    ]);
    expect(result.decided.map(({ id }) => id)).toEqual(["R-aaaaaa2"]);
    expect((await place.status("R-aaaaaa1")).status).toBe("pending");
  });

  test("when someone else has decided it, and it says who", async () => {
    const bytes = rowsWithSheetJs(await place.workbook(), (rows) => filled(rows, decisions));
    await place.state.db
      .updateTable("removal")
      .set({ status: "rejected", decided_by: "Jon", decided_how: "session", decided_at: now, decision_reason: "no" })
      .where("id", "=", "R-aaaaaa1")
      .execute();
    expect((await take(bytes)).refused).toEqual([
      expect.objectContaining({ id: "R-aaaaaa1", why: expect.stringContaining("Jon decided it on 4 May 2026, 08:00 UTC") as string }),
    ]);
  });

  test("when its evidence has changed since", async () => {
    const bytes = rowsWithSheetJs(await place.workbook(), (rows) => filled(rows, decisions));
    await place.state.db
      .updateTable("removal")
      .set({ evidence_digest: "b".repeat(64) })
      .where("id", "=", "R-aaaaaa1")
      .execute();
    const result = await take(bytes);
    expect(result.refused).toEqual([
      expect.objectContaining({ id: "R-aaaaaa1", why: expect.stringContaining("evidence has changed") as string }),
    ]);
    expect((await place.status("R-aaaaaa1")).status).toBe("pending");
  });

  test("when it is in two rows that disagree; equal rows count once", async () => {
    const bytes = rowsWithSheetJs(await place.workbook(), (rows) => {
      const all = filled(rows, decisions);
      const copy = (id: string): (typeof all)[number] => [...(all.find((row) => row.includes(id)) ?? [])];
      const other = copy("R-aaaaaa1");
      other[0] = "reject";
      return [...all, other, copy("R-aaaaaa2")];
    });
    const result = await take(bytes);
    expect(result.refused.map(({ id }) => id)).toEqual(["R-aaaaaa1", "R-aaaaaa1"]);
    expect(result.refused[0]?.why).toMatch(/rows of this removal disagree \(row 2 of People and row 5 of People\)/);
    expect(result.decided.map(({ id }) => id)).toEqual(["R-aaaaaa2"]);
  });

  test("when it belongs to another job than the one that decisions are taken for", async () => {
    const bytes = rowsWithSheetJs(await place.workbook(), (rows) => filled(rows, decisions));
    const result = await take(bytes, { job: "other" });
    expect(result.refused.map(({ why }) => why)).toEqual([
      expect.stringContaining("the job nightly"),
      expect.stringContaining("the job nightly"),
    ]);
  });

  test("when its decision is a formula", async () => {
    const bytes = withSheetJs(await place.workbook(), (workbook) => {
      const sheet = workbook.Sheets[workbook.SheetNames[2] ?? ""] ?? {};
      sheet["A2"] = { t: "s", v: "approve", f: 'IF(TRUE,"approve","reject")' };
      sheet["B2"] = { t: "s", v: "because" };
    });
    expect((await take(bytes)).refused).toEqual([expect.objectContaining({ why: expect.stringContaining("formula") as string })]);
  });

  test("when many at once need two reviewers, for any reasons", async () => {
    const strict = { ...policy, approval: { ...policy.approval, twoAbove: 1 } };
    await place.state.db.updateTable("removal").set({ cause: "C-00000002" }).where("id", "=", "R-aaaaaa2").execute();
    await place.state.db.updateTable("removal").set({ cause: "C-00000003" }).where("id", "=", "R-aaaaaa3").execute();
    const bytes = rowsWithSheetJs(await place.workbook(), (rows) =>
      filled(rows, { "R-aaaaaa1": { Decision: "approve", Reason: "a" }, "R-aaaaaa2": { Decision: "approve", Reason: "b" } }),
    );
    const result = await take(bytes, { policy: strict, by: { ...ana, proof: "oidc" } });
    expect(result).toMatchObject({ decided: [], waiting: [{ id: "R-aaaaaa1" }, { id: "R-aaaaaa2" }] });
    const second = await take(bytes, { policy: strict, by: { name: "Jon Aranda", via: "workbook", proof: "oidc" } });
    expect(second.decided).toHaveLength(2);
  });

  test("by someone whose name is only said, where the policy asks for four eyes", async () => {
    const bytes = rowsWithSheetJs(await place.workbook(), (rows) => filled(rows, decisions));
    const result = await take(bytes, { policy: { ...policy, approval: { ...policy.approval, fourEyes: true } } });
    expect(result.refused).toEqual([expect.objectContaining({ id: "R-aaaaaa1", why: expect.stringContaining("four eyes") as string })]);
    expect(result.decided.map(({ id }) => id)).toEqual(["R-aaaaaa2"]);
  });
});

describe("a workbook as a whole is refused", () => {
  test("when another state made it", async () => {
    const other = await waitingPlace();
    await other.add([{ id: "R-aaaaaa1" }]);
    const bytes = rowsWithSheetJs(await other.workbook(), (rows) => filled(rows, decisions));
    await other.close();
    await expect(take(bytes)).rejects.toMatchObject({ code: "workbook_foreign", exit: 4 });
  });

  const tampered = [
    ["takes a line out", (text: string) => text.replace(/<si><t[^>]*>row:R-aaaaaa3[^<]*<\/t><\/si>/, "<si><t></t></si>")],
    ["gives other evidence", (text: string) => text.replace(/row:R-aaaaaa1:[0-9a-f]{8}/, "row:R-aaaaaa1:00000000")],
    ["adds a line", (text: string) => text.replace("<t>R-aaaaaa3</t>", "<t>row:R-bbbbbbb:ff:x</t>")],
    ["gives another date", (text: string) => text.replace("made:2026", "made:2027")],
    ["gives another signature", (text: string) => text.replace(/set:[\w-]{6}/, "set:AAAAAA")],
  ] as const;
  test.for(tampered)("when someone %s in its hidden sheet", async ([, change]) => {
    const bytes = rawParts(await place.workbook(), (name, text) => (name === "xl/sharedStrings.xml" ? change(text) : text));
    await expect(take(bytes)).rejects.toMatchObject({ code: "workbook_tampered", exit: 4 });
  });

  test("when two were put together", async () => {
    const [one, two] = [await place.workbook(), await place.workbook()];
    const bytes = withSheetJs(one, (workbook) => {
      const other = read(two, { type: "array" });
      for (const name of other.SheetNames) utils.book_append_sheet(workbook, other.Sheets[name] ?? {}, `${name} 2`);
    });
    await expect(take(bytes)).rejects.toMatchObject({ code: "workbook_tampered" });
  });

  test("when its hidden sheet is gone", async () => {
    const bytes = withSheetJs(await place.workbook(), (workbook) => {
      delete workbook.Sheets["_rollcall"];
      workbook.SheetNames = workbook.SheetNames.filter((name) => name !== "_rollcall");
    });
    await expect(take(bytes)).rejects.toMatchObject({ code: "workbook_foreign" });
  });

  test("when an identifying column is missing or duplicated", async () => {
    const without = rowsWithSheetJs(await place.workbook(), (rows) => rows.map((row) => row.filter((_, i) => rows[0]?.[i] !== "Group")));
    expect((await problemOf(take(without))).message).toContain("sheet People has lost the heading “Group”");
    const noPeople = withSheetJs(await place.workbook(), (workbook) => {
      delete workbook.Sheets["People"];
      workbook.SheetNames = workbook.SheetNames.filter((name) => name !== "People");
    });
    expect((await problemOf(take(noPeople))).message).toContain(
      "No sheet of the workbook has all of the headings “Removal”, “Person”, “Key”, “Group”, “Decision”, “Reason” in one row.",
    );
    for (const heading of ["Cause ID", "Reason", "People"]) {
      const lost = withSheetJs(await place.workbook(), (workbook) => {
        const rows = utils.sheet_to_json<string[]>(workbook.Sheets["Causes"] ?? {}, { header: 1, defval: "" });
        workbook.Sheets["Causes"] = utils.aoa_to_sheet(rows.map((row) => row.filter((_, i) => rows[0]?.[i] !== heading)));
      });
      expect((await problemOf(take(lost))).message).toContain(`The sheet Causes has lost the heading “${heading}”.`);
    }
    const twice = rowsWithSheetJs(await place.workbook(), (rows) => rows.map((row, i) => [...row, i === 0 ? "Reason" : null]));
    expect((await problemOf(take(twice))).message).toContain("two columns “Reason”");
  });

  const hostile = [
    ["is no archive", () => new TextEncoder().encode("id;decision\nR-1;approve\n")],
    ["is empty", () => new Uint8Array()],
    ["is encrypted", () => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
    ["is cut short", (bytes: Uint8Array) => bytes.slice(0, bytes.length - 200)],
    [
      "is an archive of something else",
      () => rawParts(new Uint8Array([0x50, 0x4b, 5, 6, ...Array<number>(18).fill(0)]), (_, text) => text),
    ],
    [
      "declares entities",
      (bytes: Uint8Array) =>
        rawParts(bytes, (name, text) => (name === "xl/sharedStrings.xml" ? text.replace("?>", '?><!DOCTYPE x [<!ENTITY a "b">]>') : text)),
    ],
    [
      "declares entities behind a long comment",
      (bytes: Uint8Array) =>
        rawParts(bytes, (name, text) =>
          name === "xl/sharedStrings.xml" ? text.replace("?>", `?><!--${" ".repeat(9000)}--><!DOCTYPE x [<!ENTITY a "b">]>`) : text,
        ),
    ],
    [
      "has a sheet that is no XML",
      (bytes: Uint8Array) => rawParts(bytes, (name, text) => (name === "xl/worksheets/sheet3.xml" ? "<<<" : text)),
    ],
  ] as const;
  test.for(hostile)("when it %s, with a sentence and no decision", async ([, change]) => {
    expect(await problemOf(take(change(await place.workbook())))).toMatchObject({
      exit: 4,
      message: expect.stringContaining("No decision was taken") as string,
    });
  });

  test("when its parts share their bytes and claim to take none", async () => {
    const bytes = Buffer.from(await place.workbook());
    await expect(take(sharingParts(bytes, 60, 5_000_000))).rejects.toMatchObject({ code: "workbook_too_large" });
  });

  test("when two parts have one name, because programs read different ones", async () => {
    const bytes = Buffer.from(await place.workbook());
    const text = bytes.toString("latin1").replaceAll("xl/worksheets/sheet2.xml", "xl/worksheets/sheet3.xml");
    expect((await problemOf(take(Buffer.from(text, "latin1")))).message).toContain("two parts with the name xl/worksheets/sheet3.xml");
  });

  test("when its cells need more memory than a file of this size may take, which does not stop this process", async () => {
    const strings = "<si><t/></si>".repeat(3_000_000);
    const bytes = rawParts(await place.workbook(), (name, text) =>
      name === "xl/sharedStrings.xml" ? text.replace("</sst>", `${strings}</sst>`) : text,
    );
    let longest = 0;
    let last = Date.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, Date.now() - last);
      last = Date.now();
    }, 20);
    await expect(readReviewApart(bytes)).rejects.toMatchObject({ code: "workbook_too_large" });
    clearInterval(timer);
    expect(longest).toBeLessThan(2000);
  });

  test("when it would unpack to more than anybody's workbook", async () => {
    const bytes = Buffer.from(await place.workbook());
    // What the directory says of the first part, which is where anybody looks before unpacking it.
    bytes.writeUInt32LE(300_000_000, bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
    await expect(take(bytes)).rejects.toMatchObject({ code: "workbook_too_large" });
  });
});

describe("the workbook that is exported", () => {
  const names = [
    '=HYPERLINK("http://x.example","y")',
    "+1+2",
    "-3",
    "@SUM(A1)",
    "\tTab",
    "\rReturn",
    "<script>alert(1)</script>",
    "שלום עולם",
    "مرحبا",
    "_x0041_",
    "a\u0001b\ud800c",
    "x\u202egpj.exe",
  ];

  test("keeps every text as text, with any beginning", async () => {
    await place.add(names.map((name, i) => ({ id: `R-name${String(i).padStart(3, "0")}`, name })));
    const bytes = await place.workbook();
    const sheet = read(bytes, { type: "array", cellFormula: true, cellNF: true }).Sheets["People"] ?? {};
    const cells = Object.entries(sheet).filter(([at]) => /^[A-Z]+\d+$/.test(at)) as [
      string,
      { t: string; f?: string; v?: unknown; z?: string },
    ][];
    expect(cells.filter(([, cell]) => cell.f !== undefined)).toEqual([]);
    const shown = cells.filter(([at]) => at.startsWith("E") && at !== "E1").map(([, cell]) => cell);
    expect(shown.every(({ t, z }) => t === "s" && z === "@")).toBe(true);
    const texts = shown.map(({ v }) => v);
    for (const text of [
      '=HYPERLINK("http://x.example","y")',
      "+1+2",
      "-3",
      "@SUM(A1)",
      "<script>alert(1)</script>",
      "שלום עולם",
      "مرحبا",
      "_x0041_",
      "x\ufffdgpj.exe",
    ])
      expect(texts).toContain(text);
  });

  test("comes back with every one of these names", async () => {
    await place.add(names.map((name, i) => ({ id: `R-name${String(i).padStart(3, "0")}`, name })));
    const all = Object.fromEntries(names.map((_, i) => [`R-name${String(i).padStart(3, "0")}`, { Decision: "reject", Reason: "=1+1" }]));
    const result = await take(rowsWithSheetJs(await place.workbook(), (rows) => filled(rows, all)));
    expect(result.refused).toEqual([]);
    expect(result.decided).toHaveLength(names.length);
  });

  test("explains itself first, has a drop-down, a frozen heading and a filter, and hides what signs it", async () => {
    const bytes = await place.workbook("es");
    const { sheets } = await readXlsx(bytes);
    expect(sheets.map(({ name, hidden }) => [name, hidden === true])).toEqual([
      ["Léame", false],
      ["Causas", false],
      ["Personas", false],
      ["_rollcall", true],
    ]);
    const table = sheets[2];
    expect(table?.freezePane).toMatchObject({ rows: 1 });
    expect(table?.tables?.[0]?.showAutoFilter).toBe(true);
    expect(table?.dataValidations).toContainEqual(
      expect.objectContaining({ type: "list", values: ["retirar", "conservar", "más tarde"], range: "A2:A4" }),
    );
    expect(table?.rows[1]).toContain("IT");
    expect(String(sheets[0]?.rows.flat().join(" "))).toContain("«retirar» pone fin a la pertenencia");
  });

  test("is written and read with 1,500 pending removals", async () => {
    await place.add(Array.from({ length: 1500 }, (_, i) => ({ id: `R-many${i}`, cause: `C-${i % 40}` })));
    const bytes = await place.workbook();
    expect(bytes.length).toBeLessThan(900_000);
    expect((await take(bytes)).left).toHaveLength(1503);
  });
});

test("a German workbook explains each cause in German", async () => {
  await place.add([{ id: "R-german01", key: "778" }]);
  const { Sheets } = read(await place.workbook("de"), { type: "array" });
  const cells = (sheet: string, head: string): string[] =>
    utils.sheet_to_json<Record<string, string>>(Sheets[sheet] ?? {}).map((row) => row[head] ?? "");
  const sentence = "Department geändert von „Sales“ zu „IT“. Nach den Personaldaten";
  expect(cells("Ursachen", "Erklärung")).toContainEqual(expect.stringContaining(sentence));
  expect(cells("Personen", "Ursache")).toContainEqual(expect.stringMatching(new RegExp(`entfernen\\?\\n${sentence}`)));
});

test("a Spanish workbook names the status of an earlier decision in Spanish", async () => {
  const decided = { decided_by: "Ben", decided_at: now, decision_reason: "De baja" };
  await place.add([
    { id: "R-bbbbbb1", key: "777" },
    { id: "R-bbbbbb2", key: "777", status: "applied", ...decided },
  ]);
  for (const [language, sheet, head, label, reason] of [
    ["en", "People", "Earlier decisions", "removed", "“De baja”"],
    ["es", "Personas", "Decisiones anteriores", "retirada", "«De baja»"],
  ] as const) {
    const rows = utils.sheet_to_json<Record<string, string>>(read(await place.workbook(language), { type: "array" }).Sheets[sheet] ?? {});
    expect(rows.map((row) => row[head]).filter((text) => text !== undefined && text !== "")).toEqual([
      expect.stringContaining(`Ben, ${label} (${reason})`),
    ]);
  }
});
