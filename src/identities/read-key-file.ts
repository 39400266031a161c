import type { IdentityRow } from "./employee-keys.ts";
import { isUuid } from "../learning-service/contract/values.ts";
import { fact, type Fact } from "../domain/facts/fact.ts";
import { bindHeader } from "../domain/header.ts";
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
    if (!(error instanceof FileProblem)) throw error;
    // The advice of the file guards is about the HR export and the job.
    throw new FileProblem(error.code, notLinked(error.fact), fact("advice.correct_key_file", {}));
  });
}

function notLinked({ code, values }: Fact): Fact {
  return { code: code === "file.unusable" ? "file.not_linked" : code, values };
}

async function readFile(name: string, columns: { key: string; userId: string }, csv: SourceSettings["csv"]): Promise<IdentityFile> {
  const { path: file } = await resolveFile(name);
  const source = await openSource(file, { csv }, [columns.key, columns.userId]);
  const rows: IdentityRow[] = [];
  try {
    const [keyAt = -1, idAt = -1] = bindHeader([columns.key, columns.userId], source.header, file);
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
