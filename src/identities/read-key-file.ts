import type { IdentityRow } from "./employee-keys.ts";
import { isUuid } from "../learning-service/contract/values.ts";
import { shownText } from "../domain/names.ts";
import { nearest } from "../domain/nearest.ts";
import { FileProblem } from "../domain/problem.ts";
import type { SourceSettings } from "../domain/settings.ts";
import { openSource } from "../source/open.ts";
import { resolveFile } from "../source/fetch/resolve.ts";

/** The keys and accounts in an identity file. */
export interface IdentityFile {
  file: string;
  sha256: string;
  rows: IdentityRow[];
}

/**
 * Reads an identity file, in any supported format.
 *
 * @throws FileProblem if the file is unusable as a whole or lacks one of the columns
 */
export async function readIdentityFile(
  name: string,
  columns: { key: string; userId: string },
  csv: SourceSettings["csv"],
): Promise<IdentityFile> {
  return readFile(name, columns, csv).catch((error: unknown) => {
    // The messages of the file guards are about the HR export and the job, so adapt them.
    throw error instanceof FileProblem
      ? new FileProblem(error.code, error.message.replace(/(nothing was) changed/i, "$1 linked"), NEXT)
      : error;
  });
}

const NEXT = "The file needs a column with HR's key and one with the user_id, as CSV (UTF-8) or .xlsx. Correct it, or name another file.";

async function readFile(name: string, columns: { key: string; userId: string }, csv: SourceSettings["csv"]): Promise<IdentityFile> {
  const { path: file } = await resolveFile(name);
  const source = await openSource(file, { csv }, [columns.key, columns.userId]);
  const rows: IdentityRow[] = [];
  try {
    const keyAt = placeOf(source.header, columns.key, file);
    const idAt = placeOf(source.header, columns.userId, file);
    for await (const batch of source.rows()) {
      for (const { row, cells, problem } of batch) {
        const userId = (cells[idAt] ?? "").trim().toLowerCase();
        rows.push({ row, key: (cells[keyAt] ?? "").trim(), userId, readable: problem === undefined && isUuid(userId) });
      }
    }
  } catch (error) {
    await source.close().catch(() => undefined);
    throw error;
  }
  return { file, sha256: source.sha256(), rows };
}

function placeOf(header: readonly string[], name: string, file: string): number {
  const at = header.flatMap((column, i) => (column === name.trim().normalize("NFC") ? [i] : []));
  if (at.length === 1) return at[0] ?? 0;
  const near = nearest(name, header);
  const what =
    at.length === 0
      ? `has no column “${shownText(name)}”${near === undefined ? "" : `; did you mean “${shownText(near)}”?`}`
      : `has the column “${shownText(name)}” more than once`;
  throw new FileProblem(at.length === 0 ? "missing_column" : "duplicate_column", `${file}: the file ${what}. Nothing was linked.`);
}
