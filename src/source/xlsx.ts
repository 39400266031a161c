import type { SourceRow } from "../model/record.ts";
import type { SourceSettings } from "../model/settings.ts";
import { sizeOf } from "./file.ts";
import type { OpenedSource } from "./opened.ts";
import type { Opened } from "./xlsx-messages.ts";
import { LIMITS, WorkbookProcess, type Limits } from "./xlsx-process.ts";

export interface XlsxOptions {
  /** Rows that are passed over, at the top and directly below the header. */
  skip?: SourceSettings["skip"];
  limits?: Limits;
}

/** Portions that are on their way while the one before is worked on. */
const AHEAD = 2;

/**
 * Opens a workbook (.xlsx, .xlsm, .xlsb, .xls, .ods) and reads the header of one of its sheets.
 * @param columns the columns that will be asked for: the header is the row that names most of them
 * @throws FileProblem for a file that cannot be used as a whole; the codes are in docs/errors.md
 */
export async function openXlsx(
  path: string,
  { sheet, headerRow }: SourceSettings["xlsx"],
  columns: readonly string[],
  { skip = { before: 0, after: 0 }, limits = LIMITS }: XlsxOptions = {},
): Promise<OpenedSource> {
  const bytes = await sizeOf(path);
  const reader = new WorkbookProcess(path, limits);
  return new WorkbookFile(path, bytes, await reader.open({ sheet, headerRow, columns, skip }), reader);
}

class WorkbookFile implements OpenedSource {
  readonly file: string;
  readonly bytes: number;
  readonly header: string[];
  readonly #reader: WorkbookProcess;
  readonly #sha256: string;
  #passed = 0;
  #ended = false;

  constructor(file: string, bytes: number, { header, sha256 }: Opened, reader: WorkbookProcess) {
    this.file = file;
    this.bytes = bytes;
    this.header = header;
    this.#sha256 = sha256;
    this.#reader = reader;
  }

  async *rows(batchSize = 1000): AsyncGenerator<SourceRow[]> {
    try {
      for (let ahead = 0; ahead < AHEAD; ahead++) this.#reader.order({ is: "next" });
      let waiting: SourceRow[] = [];
      for (;;) {
        const portion = await this.#reader.portion();
        if (portion.rows.length === 0) break;
        this.#reader.order({ is: "next" });
        this.#passed = portion.passed;
        waiting = waiting.length === 0 ? portion.rows : waiting.concat(portion.rows);
        let start = 0;
        for (; waiting.length - start >= batchSize; start += batchSize) yield waiting.slice(start, start + batchSize);
        waiting = waiting.slice(start);
      }
      this.#passed = 1;
      this.#ended = true;
      if (waiting.length > 0) yield waiting;
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
