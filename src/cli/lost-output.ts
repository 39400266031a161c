import { EXIT } from "../domain/problem.ts";
import { whyNotWritten } from "../domain/write-file.ts";
import { endWith, worst } from "./failure.ts";
import type { Call } from "../app/io.ts";
import { printError } from "../app/output.ts";

/**
 * Lets the command continue when its output cannot be written, because a run must not stop in the middle for that.
 * A reader may close the pipe early (`rollcall … | head`): the rest is dropped, and the command ends with its own code.
 * Any other failure, such as a full disk below `rollcall … > FILE`, is reported, and the command ends with 2 or more.
 *
 * @returns what stops listening
 */
export function outliveOutputs(call: Call): () => Promise<void> {
  const { stdout, stderr } = call;
  let lost = false;
  const printed: Promise<void>[] = [];
  const lose = (error: NodeJS.ErrnoException, stream: typeof stdout): void => {
    if (error.code === "EPIPE") return;
    lost = true;
    if (stream === stdout) printed.push(printLost(call, error));
  };
  const listeners = [stdout, stderr].map((stream) => ({ stream, listener: (error: Error) => lose(error, stream) }));
  for (const { stream, listener } of listeners) stream.on("error", listener);
  return async () => {
    // A stream tells of its error a moment after the write.
    await new Promise(setImmediate);
    await Promise.all(printed);
    for (const { stream, listener } of listeners) stream.off("error", listener);
    if (lost) endWith(call, worst(call.exitCode, EXIT.configuration));
  };
}

async function printLost(call: Call, error: Error): Promise<void> {
  const [{ factText }, { t }] = await Promise.all([import("../reporting/fact-text.ts"), import("../reporting/locales/t.ts")]);
  const why = whyNotWritten(error, "");
  printError(call, t("write.output_is_lost", { why: why === null ? t("write.system_error") : factText(why) }));
}
