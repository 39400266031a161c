import type { FileProblem } from "../../domain/problem.ts";
import { unusable } from "../unusable.ts";

const SEND_AGAIN = "Export the file again. If it happens again, find out what changes it in transfer.";

export function cutShort(shown: string): FileProblem {
  return unusable("truncated", shown, "the encrypted or compressed file is cut short", SEND_AGAIN);
}

export function damaged(shown: string): FileProblem {
  return unusable("damaged", shown, "the encrypted or compressed file is damaged", SEND_AGAIN);
}

export function tooLarge(shown: string, most: number): FileProblem {
  return unusable(
    "unpacked_too_large",
    shown,
    `unpacked, the file takes more than ${Math.floor(most / 1_000_000)} MB, the limit \`source.max_unpacked\``,
    "Raise the limit if the file is genuine. A small file that unpacks to this much is probably an attack.",
  );
}
