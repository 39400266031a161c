import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { sealLine } from "../../../src/state/journal/journal-lines.ts";
import type { JournalEntry } from "../../../src/state/journal/journal.ts";
import { workplace } from "../../helpers/cli.ts";
import type { Kind } from "../case.ts";
import { judgeCommand } from "../judge.ts";
import { edited, edits, mutatedBytes } from "../mutate.ts";

interface Input {
  file: string;
}

const fixture = readFileSync(fileURLToPath(new URL("../../fixtures/0.1.0/journal.jsonl", import.meta.url)), "utf8");
/** Entries of all kinds: those of a state of 0.1.0, and those that newer versions write. */
const entries: readonly JournalEntry[] = [
  ...fixture
    .trimEnd()
    .split("\n")
    .map((line) => {
      const { n: _n, crc: _crc, ...entry } = JSON.parse(line) as JournalEntry & { n?: number; crc?: string };
      return entry;
    }),
  { t: "moved", account: "acme", job: "nightly", key: "00102", from: "00101", userId: "u-1", at: "2026-03-05T02:30:00.000Z" },
  { t: "sending", account: "acme", operations: { "O-1": "digest" }, at: "2026-03-05T02:30:00.000Z" },
  {
    t: "restored",
    at: "2026-03-05T02:30:00.000Z",
    made: "2026-03-04T02:30:00.000Z",
    held: true,
    since: "2026-03-04T02:30:00.000Z",
    settled: false,
  },
  { t: "setting", name: "emergency_stop", value: { acme: { at: "2026-03-05T02:30:00.000Z", by: "ana", reason: "x" } } },
];

const lines = (list: readonly unknown[], sealed: boolean): string =>
  list.map((entry, i) => (sealed ? sealLine(entry as JournalEntry, i + 1) : `${JSON.stringify(entry)}\n`)).join("");

const anEntry = fc.integer({ min: 0, max: entries.length - 1 });
/** Journals whose lines have good checksums around changed entries, or no checksums, as 0.1.0 wrote them. */
const edit = fc.tuple(fc.array(fc.tuple(anEntry, edits), { minLength: 1, maxLength: 3 }), fc.boolean()).map(([changes, sealed]) => {
  const list: unknown[] = [...entries];
  for (const [at, change] of changes) {
    const entry = edited(list[at], change);
    // A line is an object: without its `t` it is read too.
    list[at] =
      typeof entry === "object" && entry !== null && !Array.isArray(entry) && Object.keys(entry).length > 0 ? entry : { t: entry ?? null };
  }
  return Buffer.from(lines(list, sealed));
});

export const kind: Kind<Input> = {
  name: "journal",
  perPlace: 1,
  input: fc
    .oneof(
      { weight: 2, arbitrary: edit },
      {
        weight: 1,
        arbitrary: mutatedBytes(
          [Buffer.from(fixture), Buffer.from(lines(entries, true))],
          ['{"t":"', '"}', "\n", "\0", '"crc":"00000000"}', '","n":1,'],
        ),
      },
    )
    .map((bytes) => ({ file: bytes.toString("base64") })),
  open: async () => {
    const place = workplace();
    return {
      run: async ({ file }) => {
        place.write(".rollcall/journal.jsonl", Buffer.from(file, "base64"));
        return judgeCommand(await place.run(["audit", "verify", "--json"]), "audit verify");
      },
      close: place.remove,
    };
  },
};
