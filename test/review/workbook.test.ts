import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { utils, read } from "xlsx";
import type { Proof } from "../../src/review/possible-actors.ts";
import { importDecisions, type Imported } from "../../src/review/workbook-import.ts";
import { filled, rawParts, rowsWithHucre, rowsWithSheetJs, withSheetJs } from "./edit-workbook.ts";
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

function take(
  bytes: Uint8Array,
  more: { dryRun?: boolean; by?: { name: string; via: "workbook"; proof?: Proof }; policy?: typeof policy; job?: string } = {},
): Promise<Imported> {
  const { by = ana, dryRun = false, job } = more;
  return importDecisions(place.state, bytes, by, {
    now,
    dryRun,
    policyOf: async () => more.policy ?? policy,
    ...(job === undefined ? {} : { job }),
  });
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
    expect(result).toMatchObject({ left: 1, refused: [], waiting: [] });
    expect(result.decided.map(({ id }) => id).sort()).toEqual(["R-aaaaaa1", "R-aaaaaa2"]);
    expect(await place.status("R-aaaaaa1")).toMatchObject({ status: "approved", by: "Ana Ruiz", reason: "Moved to IT" });
    expect(await place.status("R-aaaaaa2")).toMatchObject({ status: "rejected", until: new Date("2027-01-31T23:59:59.999Z") });
    expect((await place.status("R-aaaaaa3")).status).toBe("pending");
  });

  test("decides once however often it is imported, and says so", async () => {
    const bytes = rowsWithSheetJs(await place.workbook(), (rows) => filled(rows, decisions));
    await take(bytes);
    const again = await take(bytes);
    expect(again).toMatchObject({ decided: [], refused: [], left: 1 });
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
      const name = workbook.SheetNames[1] ?? "";
      const rows = utils.sheet_to_json<unknown[]>(workbook.Sheets[name] ?? {}, { header: 1, defval: null }) as never[][];
      const [heads = [], ...rest] = filled(rows, decisions);
      const sheet = utils.aoa_to_sheet([["For Monday"], [], ["Mine", ...heads], ...rest.reverse().map((row) => ["x", ...row])]);
      sheet["!rows"] = [{}, {}, {}, { hidden: true }];
      workbook.Sheets["Mi hoja"] = sheet;
      workbook.SheetNames = ["Mi hoja", ...workbook.SheetNames.filter((other) => other !== name).reverse()];
      delete workbook.Sheets[name];
    });
    expect(await take(bytes)).toMatchObject({ decided: [{}, {}], refused: [], left: 1 });
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

describe("a row is not taken", () => {
  const refusals = [
    ["without a reason", { Decision: "approve" }, "no reason"],
    [
      "with a word that is no decision",
      { Decision: "yes", Reason: "x" },
      "“yes” is no decision. Written are: approve, reject, leave; or aprobar, rechazar, dejar.",
    ],
    ["that approves and keeps", { Decision: "approve", Reason: "x", "Keep until": "2027-01-31" }, "only one of the two"],
    ["whose day has passed", { Decision: "reject", Reason: "x", "Keep until": "2026-05-03" }, "has passed"],
    ["whose day can be read in two ways", { Decision: "reject", Reason: "x", "Keep until": "03/04/2027" }, "without doubt"],
    ["whose day there is none", { Decision: "reject", Reason: "x", "Keep until": "2027-02-30" }, "no day"],
    ["that shows another person", { Decision: "approve", Reason: "x", Person: "Somebody Else" }, "another person"],
    ["that shows another key", { Decision: "approve", Reason: "x", Key: "99" }, "another key"],
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

  test("when somebody else has decided it, and it says who", async () => {
    const bytes = rowsWithSheetJs(await place.workbook(), (rows) => filled(rows, decisions));
    await place.state.db
      .updateTable("removal")
      .set({ status: "rejected", decided_by: "Jon", decided_how: "session", decided_at: now, decision_reason: "no" })
      .where("id", "=", "R-aaaaaa1")
      .execute();
    expect((await take(bytes)).refused).toEqual([
      expect.objectContaining({ id: "R-aaaaaa1", why: expect.stringContaining("Jon decided it on 2026-05-04 08:00 UTC") as string }),
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
    expect(result.refused[0]?.why).toMatch(/rows of this removal disagree \(.*row 2; .*row 5\)/);
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
      const sheet = workbook.Sheets[workbook.SheetNames[1] ?? ""] ?? {};
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

  test("by somebody whose name is only said, where the policy asks for four eyes", async () => {
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
  test.for(tampered)("when somebody %s in its hidden sheet", async ([, change]) => {
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
    await expect(take(without)).rejects.toThrow(/No sheet of the workbook has all of the headings/);
    const twice = rowsWithSheetJs(await place.workbook(), (rows) => rows.map((row, i) => [...row, i === 0 ? "Reason" : null]));
    await expect(take(twice)).rejects.toThrow(/“Reason” stands twice/);
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
      "has a sheet that is no XML",
      (bytes: Uint8Array) => rawParts(bytes, (name, text) => (name === "xl/worksheets/sheet2.xml" ? "<<<" : text)),
    ],
  ] as const;
  test.for(hostile)("when it %s, with a sentence and no decision", async ([, change]) => {
    await expect(take(change(await place.workbook()))).rejects.toMatchObject({
      exit: 4,
      message: expect.stringContaining("No decision was taken") as string,
    });
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
    const sheet = read(bytes, { type: "array", cellFormula: true, cellNF: true }).Sheets["Removals"] ?? {};
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
      ["Retiradas", false],
      ["_rollcall", true],
    ]);
    const table = sheets[1];
    expect(table?.freezePane).toMatchObject({ rows: 1 });
    expect(table?.tables?.[0]?.showAutoFilter).toBe(true);
    expect(table?.dataValidations).toContainEqual(
      expect.objectContaining({ type: "list", values: ["aprobar", "rechazar", "dejar"], range: "A2:A4" }),
    );
    expect(table?.rows[1]).toContain("IT");
    expect(String(sheets[0]?.rows.flat().join(" "))).toContain("aprobar retira la pertenencia");
  });

  test("is written and read with 1,500 pending removals", async () => {
    await place.add(Array.from({ length: 1500 }, (_, i) => ({ id: `R-many${i}`, cause: `C-${i % 40}` })));
    const bytes = await place.workbook();
    expect(bytes.length).toBeLessThan(900_000);
    expect((await take(bytes)).left).toBe(1503);
  });
});

test("a Spanish workbook names the status of an earlier decision in Spanish", async () => {
  const decided = { decided_by: "Ben", decided_at: now, decision_reason: "De baja" };
  await place.add([
    { id: "R-bbbbbb1", key: "777" },
    { id: "R-bbbbbb2", key: "777", status: "applied", ...decided },
  ]);
  for (const [language, sheet, head, label] of [
    ["en", "Removals", "Earlier decisions", "removed"],
    ["es", "Retiradas", "Decisiones anteriores", "retirada"],
  ] as const) {
    const rows = utils.sheet_to_json<Record<string, string>>(read(await place.workbook(language), { type: "array" }).Sheets[sheet] ?? {});
    expect(rows.map((row) => row[head]).filter((text) => text !== undefined && text !== "")).toEqual([
      expect.stringContaining(`Ben, ${label} (“De baja”)`),
    ]);
  }
});
