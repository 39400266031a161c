import { createHash, hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { SourceRow } from "../../domain/record.ts";
import type { OpenedSource } from "../opened.ts";

/**
 * The form in which the answers of a source are kept: a header of fixed size, then one line of JSON per row. Unlike CSV
 * it can say that a cell is unknown, and its header may be known after the last row only.
 */
export const ROWS_EXTENSION = ".rollcall-rows";

const HEADER_BYTES = 65_536;
const FLUSH_CHARACTERS = 262_144;

interface Header {
  columns: string[];
  /** Digest of the rows in any order. */
  sha256: string;
  rows: number;
  /** The value of cells that a row lacks; `null`: unknown. */
  lacking: "" | null;
}

type Line = [row: number, cells: (string | null)[], problem?: SourceRow["problem"]];

export class TooManyColumns extends Error {}

export interface RowsWriter {
  /** @param digest of the row's values */
  add(row: SourceRow, digest: Buffer): Promise<void>;
  /** Writes the header. @param columns the names, at most the cells of each row */
  finish(columns: readonly string[], lacking: "" | null): Promise<void>;
  close(): Promise<void>;
}

export function rowsWriter(path: string): RowsWriter {
  const stream = createWriteStream(path, { mode: 0o600, flags: "wx" });
  // Reported by `once` below, or at the end.
  let failed: Error | null = null;
  stream.on("error", (error) => (failed = error));
  const sum = new BigUint64Array(4);
  let rows = 0;
  let waiting = `${" ".repeat(HEADER_BYTES - 1)}\n`;

  async function flush(): Promise<void> {
    if (failed !== null) throw failed;
    const text = waiting;
    waiting = "";
    if (!stream.write(text)) await once(stream, "drain");
  }

  return {
    async add({ row, cells, problem }, digest) {
      const texts = cells.map((cell) => cell ?? null);
      const line: Line = problem === undefined ? [row, texts] : [row, texts, problem];
      waiting += `${JSON.stringify(line)}\n`;
      rows += 1;
      for (let lane = 0; lane < 4; lane++) sum[lane] = (sum[lane] ?? 0n) + digest.readBigUInt64LE(lane * 8);
      if (waiting.length > FLUSH_CHARACTERS) await flush();
    },
    async finish(columns, lacking) {
      await flush();
      stream.end();
      await once(stream, "close");
      if (failed !== null) throw failed;
      const sorted = JSON.stringify([columns.toSorted(), rows]);
      const sha256 = createHash("sha256").update(sorted).update(new Uint8Array(sum.buffer)).digest("hex");
      const header = Buffer.from(JSON.stringify({ columns: [...columns], sha256, rows, lacking } satisfies Header));
      if (header.length >= HEADER_BYTES) throw new TooManyColumns();
      const handle = await open(path, "r+");
      try {
        await handle.write(header, 0, header.length, 0);
      } finally {
        await handle.close();
      }
    },
    async close() {
      if (stream.closed) return;
      stream.destroy();
      await once(stream, "close");
    },
  };
}

/** Returns the digest of a row, independent of the order of its columns. */
export function rowDigest(columns: readonly string[], cells: readonly (string | undefined)[]): Buffer {
  const pairs = cells.flatMap((cell, at) => (cell === undefined ? [] : [JSON.stringify([columns[at], cell])]));
  return hash("sha256", pairs.toSorted().join("\n"), "buffer");
}

/** Opens such a file. */
export async function openRows(path: string): Promise<OpenedSource> {
  const start = await readStart(path, HEADER_BYTES);
  const { columns, sha256, lacking } = JSON.parse(start.toString("utf8")) as Header;
  const { size } = await stat(path);
  let read = HEADER_BYTES;
  let input: ReturnType<typeof createReadStream> | null = null;
  return {
    file: path,
    header: columns,
    recognized: { csv: null, sheet: null, headerRow: 1 },
    bytes: size,
    async *rows(batchSize = 1000) {
      input = createReadStream(path, { start: HEADER_BYTES });
      input.on("data", (chunk) => (read += chunk.length));
      let batch: SourceRow[] = [];
      for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
        const [row, cells, problem] = JSON.parse(text) as Line;
        // A row that was read before a column was found is short.
        const all = columns.map((_, at) => cells[at] ?? lacking ?? undefined);
        batch.push({ row, cells: all, ...(problem === undefined ? {} : { problem }) });
        if (batch.length >= batchSize) {
          yield batch;
          batch = [];
        }
      }
      if (batch.length > 0) yield batch;
    },
    bytesRead: () => Math.min(read, size),
    sha256: () => sha256,
    close() {
      input?.destroy();
      return Promise.resolve();
    },
  };
}

/** Returns the first bytes of a file. */
export async function readStart(path: string, bytes: number): Promise<Buffer> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
