import { hash } from "node:crypto";
import { rmSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { pack } from "tar-stream";
import { workplace } from "../../helpers/cli.ts";
import type { Kind } from "../case.ts";
import { judgeCommand } from "../judge.ts";
import { edited, edits, hostileTexts, mutatedBytes, overwritten } from "../mutate.ts";

interface Input {
  list: Entry[];
  contents: unknown;
  /** Changes bytes of the archive, with this seed. */
  bytes: number | null;
}

interface Entry {
  path: string;
  type: "file" | "directory" | "symlink" | "link" | "fifo";
  content: string;
}

const entries: readonly Entry[] = [
  { path: "database", type: "directory", content: "" },
  { path: "database/PG_VERSION", type: "file", content: "18\n" },
  { path: "database/global", type: "directory", content: "" },
  { path: "database/global/pg_control", type: "file", content: "x" },
  { path: "journal.jsonl", type: "file", content: '{"t":"token","account":"acme","tokens":{"configured":"x"}}\n' },
  { path: "secret.key", type: "file", content: "key\n" },
];

/** The list of contents that fits these entries. */
const contentsOf = (list: readonly Entry[]): object => ({
  format: 1,
  rollcall: "0.1.0",
  made: "2026-03-05T02:30:00.000Z",
  entries: list.map(({ path, type, content }) =>
    type === "directory" ? { path, folder: true } : { path, size: Buffer.byteLength(content), sha256: hash("sha256", content) },
  ),
});

async function archive(contents: unknown, list: readonly Entry[]): Promise<Buffer> {
  const tar = pack();
  tar.entry({ name: "rollcall-backup.json" }, JSON.stringify(contents) ?? "");
  for (const { path, type, content } of list) {
    const name = path.toWellFormed();
    // Only an extended header can contain any name.
    const header = { name: name.replaceAll("\0", "") || "x", type, pax: { path: name } };
    if (type === "file") tar.entry(header, content);
    else tar.entry({ ...header, ...(type === "symlink" || type === "link" ? { linkname: "/etc/passwd" } : {}) });
  }
  tar.finalize();
  return gzipSync(await buffer(tar), { level: 1 });
}

const path = fc.oneof(
  fc.constantFrom(...entries.map((entry) => entry.path)),
  fc.constantFrom(
    "database/PG_VERSION/x",
    "database/../../out",
    "/etc/passwd",
    "database//x",
    "database/.",
    "journal.jsonl/x",
    "database/journal.jsonl",
    `database/${"d/".repeat(200)}x`,
    `database/${"n".repeat(300)}`,
  ),
  fc.constantFrom(...hostileTexts).map((text) => `database/${text}`),
);
/** An entry more, or in place of another one. */
const added = fc.tuple(
  fc.nat(entries.length),
  fc.boolean(),
  fc.record({
    path,
    type: fc.constantFrom(
      "file" as const,
      "file" as const,
      "file" as const,
      "directory" as const,
      "symlink" as const,
      "link" as const,
      "fifo" as const,
    ),
    content: fc.constantFrom("", "18\n", "x".repeat(5000)),
  }),
);

const structured = fc.tuple(fc.array(added, { maxLength: 3 }), fc.oneof(fc.constant([]), edits)).map(([more, changes]) => {
  const list = [...entries];
  for (const [at, replaces, entry] of more) list.splice(at, replaces ? 1 : 0, entry);
  return { list, contents: edited(contentsOf(list), changes) };
});

export const kind: Kind<Input> = {
  name: "backup",
  perPlace: 200,
  input: fc
    .tuple(structured, fc.option(fc.integer(), { nil: null, freq: 1 }))
    .map(([{ list, contents }, bytes]) => ({ list, contents, bytes })),
  open: async () => {
    const place = workplace();
    return {
      run: async ({ list, contents, bytes: seed }) => {
        const made = await archive(contents, list);
        const changed = seed === null ? made : fc.sample(fc.oneof(mutatedBytes([made]), overwritten([made])), { seed, numRuns: 1 })[0];
        place.write("made.rcb", changed ?? made);
        rmSync(join(place.dir, "restored"), { recursive: true, force: true });
        return judgeCommand(await place.run(["restore", "made.rcb", "--state", "restored", "--json"]), "restore");
      },
      close: place.remove,
    };
  },
};
