import { englishText } from "../../src/reporting/fact-text.ts";
import { messageOf, nextOf } from "../helpers/problems.ts";
import { FileProblem } from "../../src/domain/problem.ts";
import { openSource } from "../../src/source/open.ts";
import { judgeMessage } from "./judge.ts";

/** Reads all rows of a source file as a run does, and judges the messages about the file and its rows. */
export async function readFile(path: string, columns: readonly string[] = []): Promise<string> {
  try {
    const source = await openSource(path, { csv: { delimiter: null, encoding: null } }, columns);
    try {
      for await (const rows of source.rows())
        for (const { problem } of rows) if (problem !== undefined) judgeMessage(englishText(problem.fact), "a message about a row");
    } finally {
      await source.close();
    }
    return "read";
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    judgeMessage(`${messageOf(error)} ${nextOf(error)}`, `the refusal ${error.code}`);
    return `refused: ${error.code}`;
  }
}
