import type { SourceRow } from "../../domain/record.ts";
import type { SourceSettings } from "../../domain/settings.ts";
import { sizeOf } from "../file.ts";
import type { OpenedSource, Recognized } from "../opened.ts";
import type { Opened } from "./messages.ts";
import { limitsFor, WorkbookProcess, type Limits } from "./process.ts";

export interface XlsxOptions {
  /** Rows to skip at the top and directly below the header. */
  skip?: SourceSettings["skip"];
  limits?: Limits;
}

/** Portions requested in advance while one is processed. */
const MAX_PORTIONS_AHEAD = 2;

/**
 * Opens a workbook (.xlsx, .xlsm, .xlsb, .xls, .ods) and reads the header of one of its sheets.
 * @param columns the columns to read: the header is the row that names most of them
 * @throws FileProblem for a file that cannot be used as a whole; the codes are in docs/reference/errors.md
 */
export async function openXlsx(
  path: string,
  { sheet, headerRow }: SourceSettings["xlsx"],
  columns: readonly string[],
  { skip = { before: 0, after: 0 }, limits }: XlsxOptions = {},
): Promise<OpenedSource> {
  const bytes = await sizeOf(path);
  const reader = new WorkbookProcess(path, limits ?? limitsFor(bytes));
  return new WorkbookFile(path, bytes, await reader.open({ sheet, headerRow, columns, skip }), reader);
}

class WorkbookFile implements OpenedSource {
  readonly first: readonly string[][];
  readonly file: string;
  readonly bytes: number;
  readonly header: string[];
  readonly recognized: Recognized;
  readonly #reader: WorkbookProcess;
  readonly #sha256: string;
  #passed = 0;
  #ended = false;

  constructor(file: string, bytes: number, { header, sha256, sheet, headerRow, first }: Opened, reader: WorkbookProcess) {
    this.file = file;
    this.bytes = bytes;
    this.header = header;
    this.first = first;
    this.recognized = { csv: null, sheet, headerRow };
    this.#sha256 = sha256;
    this.#reader = reader;
  }

  async *rows(batchSize = 1000): AsyncGenerator<SourceRow[]> {
    try {
      for (let ahead = 0; ahead < MAX_PORTIONS_AHEAD; ahead++) this.#reader.request({ is: "next" });
      let pending: SourceRow[] = [];
      for (;;) {
        const portion = await this.#reader.portion();
        if (portion.rows.length === 0) break;
        this.#reader.request({ is: "next" });
        this.#passed = portion.passed;
        pending = pending.length === 0 ? portion.rows : pending.concat(portion.rows);
        let start = 0;
        for (; pending.length - start >= batchSize; start += batchSize) yield pending.slice(start, start + batchSize);
        pending = pending.slice(start);
      }
      this.#passed = 1;
      this.#ended = true;
      if (pending.length > 0) yield pending;
    } finally {
      await this.close();
    }
  }

  bytesRead(): number {
    return Math.round(this.bytes * this.#passed);
  }

  sha256(): string {
    if (!this.#ended) throw new Error("sha256() is known only after the last row");
    return this.#sha256;
  }

  async close(): Promise<void> {
    this.#reader.close();
  }
}
