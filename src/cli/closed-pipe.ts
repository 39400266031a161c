import type { Writable } from "node:stream";

/**
 * `rollcall … | head`: the reader may close the pipe early. The rest of the output is dropped. The command continues,
 * because a run must not stop in the middle for that, and ends with its own code.
 *
 * @returns what stops listening
 */
export function outliveReaders(streams: readonly Writable[]): () => void {
  const ignoreClosed = (error: NodeJS.ErrnoException): void => {
    if (error.code !== "EPIPE") throw error;
  };
  for (const stream of streams) stream.on("error", ignoreClosed);
  return () => {
    for (const stream of streams) stream.off("error", ignoreClosed);
  };
}
