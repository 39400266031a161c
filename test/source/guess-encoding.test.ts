import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import iconv from "iconv-lite";
import { expect, onTestFinished, test } from "vitest";
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
