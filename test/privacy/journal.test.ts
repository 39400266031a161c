import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openJournal, type JournalEntry } from "../../src/state/journal/journal.ts";

const settled = (n: number): JournalEntry => ({ t: "settled", operation: `op-${n}`, outcome: "refused", at: "2026-01-01T00:00:00.000Z" });
const numberOf = (entry: JournalEntry): number => (entry.t === "settled" ? Number(entry.operation.slice(3)) : 0);

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-journal-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test("rewrites a journal without losing entries appended meanwhile, in their order", async () => {
  const dir = folder();
  const journal = await openJournal(dir);
  await Promise.all(Array.from({ length: 20 }, (_, n) => journal.append(settled(n))));
  const work: Promise<void>[] = [];
  for (let n = 20; n < 60; n += 1) {
    work.push(journal.append(settled(n)));
    if (n % 10 === 0) work.push(journal.rewrite((entries) => entries.filter((entry) => numberOf(entry) !== n / 10)));
    if (n % 7 === 0) await Promise.resolve();
  }
  await Promise.all(work);
  const { entries } = await journal.read(0);
  const gone = [2, 3, 4, 5];
  expect(entries.map(numberOf)).toEqual(Array.from({ length: 60 }, (_, n) => n).filter((n) => !gone.includes(n)));
  await journal.close();
  expect(statSync(join(dir, "journal.jsonl")).mode & 0o777).toBe(0o600);
});

test("drops the half line of a power cut, and reads the whole new journal from a position in the old one", async () => {
  const dir = folder();
  const first = await openJournal(dir);
  for (let n = 0; n < 5; n += 1) await first.append(settled(n));
  const { end } = await first.read(0);
  await first.close();
  appendFileSync(join(dir, "journal.jsonl"), '{"t":"settled","oper');
  const journal = await openJournal(dir);
  await journal.rewrite((entries) =>
    entries.filter((entry) => numberOf(entry) !== 0).map((entry) => ({ ...entry, at: "2026" }) as JournalEntry),
  );
  expect(readFileSync(join(dir, "journal.jsonl"), "utf8")).not.toContain('"oper"');
  for (const offset of [end, 10, 1]) expect((await journal.read(offset)).entries.map(numberOf)).toEqual([1, 2, 3, 4]);
  await journal.append(settled(5));
  expect((await journal.read(0)).entries.map(numberOf)).toEqual([1, 2, 3, 4, 5]);
  await journal.close();
});
