import type { IdentityRow } from "../directory/identities.ts";
import { isUuid } from "../learning-service/contract/values.ts";
import { shownText } from "../model/names.ts";
import { nearest } from "../model/nearest.ts";
import { FileProblem } from "../model/problem.ts";
import type { SourceSettings } from "../model/settings.ts";
import { openSource } from "../source/open.ts";
import { resolveFile } from "../source/resolve.ts";

/** What a file says about who is who. */
export interface IdentityFile {
  file: string;
  sha256: string;
  rows: IdentityRow[];
}

/**
 * Reads a file that says whose account is whose, in whichever format it comes.
 *
 * @throws FileProblem for a file that cannot be used as a whole, or that lacks one of the columns
 */
export async function readIdentityFile(
  name: string,
  columns: { key: string; userId: string },
  csv: SourceSettings["csv"],
): Promise<IdentityFile> {
  return readFile(name, columns, csv).catch((error: unknown) => {
    // The guards on files speak of the HR export and of the job, and this is neither.
    throw error instanceof FileProblem
      ? new FileProblem(error.code, error.message.replace("nothing was changed", "nothing was linked"), NEXT)
      : error;
  });
}

const NEXT =
  "This file says whose account is whose: a column with HR's key and one with the user_id, as CSV (UTF-8) or .xlsx. Write it again, or name another file.";

async function readFile(name: string, columns: { key: string; userId: string }, csv: SourceSettings["csv"]): Promise<IdentityFile> {
  const file = await resolveFile(name);
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
