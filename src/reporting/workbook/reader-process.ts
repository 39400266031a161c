import { fact, type Fact } from "../../domain/facts/fact.ts";
import { fork } from "node:child_process";
import pLimit from "p-limit";
import { FileProblem } from "../../domain/problem.ts";
import { readerLimits, type ReaderLimits } from "../../domain/process/reader-limits.ts";
import type { ReadReview } from "./read.ts";
import { tooLarge } from "./read-file.ts";

export interface ReviewRequest {
  bytes: Uint8Array;
}

export type ReviewResponse = { review: ReadReview } | { code: string; fact: Fact; next: Fact | undefined } | { defect: string };

const PROGRAM = new URL(`./reader${import.meta.url.slice(-3)}`, import.meta.url);

const inTurn = pLimit(2);

/**
 * Reads a reviewer's workbook in a process of its own. The library reads it synchronously, and half a megabyte can
 * unpack to more cells than fit into memory, which would end a daemon in the middle of a run.
 * @throws FileProblem if it is not a workbook that Rollcall exported, or takes too much memory or time
 */
export function readReviewApart(bytes: Uint8Array): Promise<ReadReview> {
  return inTurn(async () => {
    const response = await responseTo({ bytes }, readerLimits(bytes.length));
    if ("review" in response) return response.review;
    if ("defect" in response) throw new Error(response.defect);
    throw new FileProblem(response.code, response.fact, response.next);
  });
}

function responseTo(request: ReviewRequest, { memory, wait }: ReaderLimits): Promise<ReviewResponse> {
  return new Promise((resolve, reject) => {
    const child = fork(PROGRAM, {
      execArgv: [`--max-old-space-size=${memory}`],
      // The child needs no environment, and the library's output is of no use.
      env: {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
    });
    const timer = setTimeout(() => {
      reject(tooLarge(fact("review_workbook.not_read_within", { seconds: Math.round(wait / 1000) })));
      child.kill("SIGKILL");
    }, wait);
    child.on("message", (response: ReviewResponse) => {
      resolve(response);
      child.kill("SIGKILL");
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      // Running out of memory ends the process with a signal or an abort code.
      if (signal === null && code !== null && code < 128) reject(new Error(`the process that reads the workbook exited with code ${code}`));
      else reject(tooLarge(fact("review_workbook.not_read_with", { megabytes: memory })));
    });
    // A failed send is reported when the process exits.
    child.send(request, () => {});
  });
}
