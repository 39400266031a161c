import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import iconv from "iconv-lite";
import { expect, onTestFinished, test } from "vitest";
import { problemOf } from "../helpers/problems.ts";
import { firstRecords } from "../../src/source/csv/first-records.ts";
import { guessEncoding } from "../../src/source/csv/guess-encoding.ts";

async function guessed(text: string, encoding: string): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-encoding-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "people.csv");
  writeFileSync(path, iconv.encode(text, encoding));
  return guessEncoding(path);
}

test("German words with ß after an umlaut are windows-1252, and Cyrillic ones are not", async () => {
  const german = "Name;Größe\nGrößner;groß\nSüßmann;Füße\n";
  expect(await guessed(german, "windows-1252")).toBe("windows-1252");
  expect(await guessed("Имя;Отдел\nАнна;Продажи\n", "windows-1251")).toBeNull();
  expect(await guessed(german, "cp850")).toBeNull();
});

const READERS: [string, (path: string) => Promise<unknown>][] = [
  ["the encoding", guessEncoding],
  ["the first rows", (path) => firstRecords(path, { encoding: null, delimiter: null }, 8)],
];

test.for(READERS)("a file that cannot be read for %s is a problem with a sentence", async ([, read]) => {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-encoding-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const gone = join(folder, "gone.csv");
  expect(await problemOf(read(gone))).toMatchObject({
    code: "file_not_found",
    message: `${gone}: there is no such file; nothing was changed`,
  });
  expect(await problemOf(read(folder))).toMatchObject({
    code: "directory",
    message: `${folder}: this is a directory, not a file; nothing was changed`,
  });
});

// Its first page has no memory, so that a read of it fails as one of a broken disk does.
test.skipIf(process.platform !== "linux").for(READERS)("an input/output error while reading %s is one, too", async ([, read]) => {
  await expect(read("/proc/self/mem")).rejects.toMatchObject({ code: "unreadable" });
});
