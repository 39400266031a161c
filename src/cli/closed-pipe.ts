/**
 * `rollcall … | head`: whoever read our output may go away before its end. What is printed from then on is dropped; the
 * command goes on, because a run must not stop in the middle for that, and ends with its own code.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}
