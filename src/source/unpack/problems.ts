import { fact, inTurn } from "../../domain/facts/fact.ts";
import type { FileProblem } from "../../domain/problem.ts";
import { unusable } from "../unusable.ts";

export const SEND_AGAIN = fact("advice.check_transfer", {});

export function cutShort(shown: string): FileProblem {
  return unusable("truncated", shown, fact("file.packed_cut_short", {}), SEND_AGAIN);
}

export function damaged(shown: string): FileProblem {
  return unusable("damaged", shown, fact("file.packed_damaged", {}), SEND_AGAIN);
}

export function tooLarge(shown: string, most: number): FileProblem {
  return unusable(
    "unpacked_too_large",
    shown,
    fact("file.unpacked_too_large", { megabytes: Math.floor(most / 1_000_000) }),
    inTurn(fact("advice.raise_limit", {}), fact("advice.probably_attack", {})),
  );
}
