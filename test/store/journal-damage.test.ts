import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openJournal, type Journal, type JournalEntry } from "../../src/state/journal/journal.ts";

const entryOf = (n: number): JournalEntry => ({ t: "settled", operation: `op-${n}`, outcome: "refused", at: "2026-01-01T00:00:00.000Z" });
const numbersOf = (entries: readonly JournalEntry[]): number[] =>
  entries.map((entry) => (entry.t === "settled" ? Number(entry.operation.slice(3)) : 0));

/** Writes five lines, as this version does or as 0.1.0 did, changes the file, and opens it again. */
async function opened(change: (lines: string[]) => string | Buffer, written: "now" | "by 0.1.0" = "now"): Promise<Journal> {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-journal-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, "journal.jsonl");
  const numbers = [1, 2, 3, 4, 5];
  if (written === "by 0.1.0") writeFileSync(file, numbers.map((n) => `${JSON.stringify(entryOf(n))}\n`).join(""));
  else {
    const journal = await openJournal(dir);
    await Promise.all(numbers.map((n) => journal.append(entryOf(n))));
    await journal.close();
  }
  writeFileSync(file, change(readFileSync(file, "utf8").trimEnd().split("\n")));
  const journal = await openJournal(dir);
  onTestFinished(() => journal.close());
  return journal;
}

const ended = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
const at = (index: number, change: (line: string) => string) => (lines: string[]) =>
  ended(lines.map((line, i) => (i === index ? change(line) : line)));
const nuls = (text: string): string => "\0".repeat(text.length);

const damages: [string, (lines: string[]) => string | Buffer, number, string, number[]][] = [
  ["a line of NULs", at(2, nuls), 3, "unreadable", [1, 2, 4, 5]],
  ["a last line of NULs", at(4, nuls), 5, "unreadable", [1, 2, 3, 4]],
  [
    "NULs from the middle of a line to the end of the file",
    (lines) => ended(lines).slice(0, -40) + nuls("x".repeat(40)),
    5,
    "unreadable",
    [1, 2, 3, 4],
  ],
  [
    "bytes of 0xFF from the middle of a line to the end of the file",
    (lines) => Buffer.concat([Buffer.from(ended(lines).slice(0, -40)), Buffer.alloc(40, 0xff)]),
    5,
    "unreadable",
    [1, 2, 3, 4],
  ],
  [
    "a line whose end became a blank, before half a last line",
    (lines) => `${ended(lines).slice(0, -1)} {"t":"se`,
    5,
    "unreadable",
    [1, 2, 3, 4],
  ],
  ["half a line", at(1, (line) => line.slice(20)), 2, "changed", [1, 3, 4, 5]],
  ["the beginning of a line", at(1, (line) => line.slice(0, 20)), 2, "unreadable", [1, 3, 4, 5]],
  ["one other letter", at(3, (line) => line.replace("op-4", "op-9")), 4, "changed", [1, 2, 3, 5]],
  ["a line without a checksum", at(3, () => JSON.stringify(entryOf(4))), 4, "unreadable", [1, 2, 3, 5]],
  ["a missing line", (lines) => ended(lines.toSpliced(1, 1)), 2, "missing before", [1, 3, 4, 5]],
  ["a missing first line", (lines) => ended(lines.slice(1)), 1, "missing before", [2, 3, 4, 5]],
  ["a missing last line", (lines) => ended(lines.slice(0, 4)), 4, "missing after", [1, 2, 3, 4]],
  ["half of a last line that was on disk", (lines) => ended(lines).slice(0, -60), 4, "missing after", [1, 2, 3, 4]],
  ["no line at all", () => "", 0, "missing after", []],
  ["a repeated line", (lines) => ended([...lines, lines[1] ?? ""]), 6, "moved", [1, 2, 3, 4, 5, 2]],
];

test.for(damages)("finds %s in a journal, and keeps all other lines", async ([, change, line, what, kept]) => {
  const journal = await opened(change);
  const { entries, damage } = await journal.read(0);
  expect(damage).toEqual({ count: 1, lines: [{ line, what }] });
  expect(numbersOf(entries)).toEqual(kept);
  // Later entries are intact, and the damage stays where it is until it is resolved.
  await journal.append(entryOf(7));
  expect((await journal.read(0)).damage?.count).toBe(1);
  await expect(journal.rewrite((all) => all)).rejects.toMatchObject({ code: "journal_damaged" });
  await journal.rewrite((all) => all, true);
  const after = await journal.read(0);
  expect([numbersOf(after.entries), after.damage]).toEqual([[...kept, 7], null]);
});

test.for([
  ["half a last line", (lines: string[]) => `${ended(lines)}${lines[4]?.slice(0, -60) ?? ""}`, [1, 2, 3, 4, 5]],
  ["a last line without its end", (lines: string[]) => ended(lines).slice(0, -1), [1, 2, 3, 4, 5]],
  [
    "a last line that ends within a letter of two bytes",
    (lines: string[]) => Buffer.concat([Buffer.from(`${ended(lines)}{"t":"intent","username":"Jos`), Buffer.of(0xc3)]),
    [1, 2, 3, 4, 5],
  ],
  ["nothing but the first letter of a last line", (lines: string[]) => `${ended(lines)}{`, [1, 2, 3, 4, 5]],
] as const)("takes %s, as a power cut leaves it, for no damage", async ([, change, kept]) => {
  const journal = await opened(change);
  await journal.append(entryOf(7));
  const { entries, damage } = await journal.read(0);
  expect([numbersOf(entries), damage]).toEqual([[...kept, 7], null]);
});

test("finds that last lines were lost, also after others were written in their place", async () => {
  const journal = await opened((lines) => ended(lines.slice(0, 3)));
  for (const number of [7, 8, 9]) await journal.append(entryOf(number));
  expect((await journal.read(0)).damage).toEqual({ count: 1, lines: [{ line: 5, what: "changed" }] });
  await journal.rewrite((all) => all, true);
  expect((await journal.read(0)).damage).toBeNull();
});

test("reads the lines of 0.1.0, which have no checksums, and the half line that a power cut left among them", async () => {
  const journal = await opened((lines) => ended([...lines.slice(0, 3), lines[3]?.slice(0, 20) ?? "", lines[4] ?? ""]), "by 0.1.0");
  await journal.append(entryOf(6));
  const { entries, damage } = await journal.read(0);
  expect([numbersOf(entries), damage]).toEqual([[1, 2, 3, 5, 6], null]);
});

test("finds NULs among the lines of 0.1.0", async () => {
  const journal = await opened(at(1, nuls), "by 0.1.0");
  await journal.append(entryOf(6));
  const { entries, damage } = await journal.read(0);
  expect(damage).toEqual({ count: 1, lines: [{ line: 2, what: "unreadable" }] });
  expect(numbersOf(entries)).toEqual([1, 3, 4, 5, 6]);
});

test("names the first twenty places of a heavily damaged journal, and counts the others", async () => {
  const journal = await opened((lines) => ended([...lines, ...Array.from({ length: 30 }, () => "\0")]));
  const { damage } = await journal.read(0);
  expect([damage?.count, damage?.lines.length]).toEqual([30, 20]);
});

test("syncs what a killed process left before it marks it as on the disk", async () => {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-journal-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const journal = await openJournal(dir);
  await journal.append(entryOf(1));
  await journal.close();
  const mark = readFileSync(join(dir, "journal.jsonl.end"), "utf8");
  writeFileSync(join(dir, "journal.jsonl.end"), "");
  // A disk that cannot sync.
  const file = await open(join(dir, "journal.jsonl"));
  await file.close();
  const prototype = Object.getPrototypeOf(file) as { datasync: () => Promise<void> };
  const { datasync } = prototype;
  prototype.datasync = () => Promise.reject(new Error("EIO"));
  onTestFinished(() => void (prototype.datasync = datasync));
  await expect(openJournal(dir)).rejects.toThrow("EIO");
  expect(readFileSync(join(dir, "journal.jsonl.end"), "utf8")).toBe("");
  prototype.datasync = datasync;
  await (await openJournal(dir)).close();
  expect(readFileSync(join(dir, "journal.jsonl.end"), "utf8")).toBe(mark);
});
