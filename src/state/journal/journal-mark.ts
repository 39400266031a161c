import { open, readFile, type FileHandle } from "node:fs/promises";

/** The end of the name of the file beside the journal that says how far the journal went. */
export const MARK_SUFFIX = ".end";

/** The last line that was certainly on disk: its number and checksum. Without it, whole lines missing at the end would go unnoticed. */
export interface JournalMark {
  number: number;
  checksum: string;
}

const LENGTH = 64;
const FORMAT = /^\{"n":(\d{1,15}),"crc":"([0-9a-f]{8})"\} *\n$/;

/** Returns the mark of a journal; `null` if there is none, or a power cut left half of it. */
export async function readMark(journal: string): Promise<JournalMark | null> {
  const text = await readFile(`${journal}${MARK_SUFFIX}`, "latin1").catch(() => "");
  const [, number, checksum] = FORMAT.exec(text) ?? [];
  return number === undefined || checksum === undefined ? null : { number: Number(number), checksum };
}

/** Writes the mark of one journal. Never before the line is on disk, so that a mark never names a line that a power cut took. */
export async function openMark(
  journal: string,
): Promise<{ set(mark: JournalMark): Promise<void>; clear(): Promise<void>; close(): Promise<void> }> {
  const file: FileHandle = await open(`${journal}${MARK_SUFFIX}`, "a+", 0o600).then(async (created) => {
    await created.close();
    return open(`${journal}${MARK_SUFFIX}`, "r+");
  });
  return {
    set: async ({ number, checksum }) => {
      await file.write(`${`{"n":${number},"crc":"${checksum}"}`.padEnd(LENGTH - 1)}\n`, 0, "latin1");
    },
    clear: async () => {
      await file.truncate(0);
      await file.sync();
    },
    close: () => file.close(),
  };
}
