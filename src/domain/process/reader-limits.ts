import { totalmem } from "node:os";

const MB = 1024 * 1024;
// A container has less memory than the machine.
const machine = Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** Limits for a process that reads a workbook. */
export interface ReaderLimits {
  /** Memory in MB. */
  memory: number;
  /** Milliseconds for one step. */
  wait: number;
}

/** At most half the memory, so that the rest of Rollcall can work. */
export const MAX_READER_LIMITS: ReaderLimits = { memory: Math.min(4096, Math.floor(machine / 2 / MB)), wait: 300_000 };

/** Returns the limits for a file of this many bytes: a small file that needs much memory or time is damaged or hostile. */
export function readerLimits(bytes: number): ReaderLimits {
  return {
    memory: Math.floor(Math.min(MAX_READER_LIMITS.memory, 320 + (1000 * bytes) / MB)),
    wait: Math.floor(Math.min(MAX_READER_LIMITS.wait, 30_000 + (60_000 * bytes) / MB)),
  };
}
