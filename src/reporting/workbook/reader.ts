/** Runs in the process that reads a reviewer's workbook; `reader-process.ts` starts it and gives the reason. */
import { endWithParent } from "../../domain/process/end-with-parent.ts";
import { FileProblem } from "../../domain/problem.ts";
import { readReview } from "./read.ts";
import type { ReviewRequest, ReviewResponse } from "./reader-process.ts";

async function respond({ bytes }: ReviewRequest): Promise<ReviewResponse> {
  try {
    return { review: await readReview(bytes) };
  } catch (error) {
    if (error instanceof FileProblem) return { code: error.code, fact: error.fact, next: error.next };
    return { defect: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on("message", (request: ReviewRequest) => void respond(request).then((response) => process.send?.(response)));
endWithParent();
