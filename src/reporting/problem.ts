import type { Fact } from "../domain/facts/fact.ts";
import type { Finding } from "../domain/finding.ts";
import type { Fault, StoredProblem } from "../domain/problem.ts";
import { englishText } from "./fact-text.ts";

/** A problem in JSON: its code, its facts, and both in English. */
export interface ReportedProblem {
  code: string;
  message: string;
  fact: Fact;
  next?: string;
  next_fact?: Fact;
}

/** Returns a problem with its texts in English. */
export function reportedProblem({ code, fact, next }: Omit<StoredProblem, "next"> & { next?: Fact | undefined }): ReportedProblem {
  return { code, message: englishText(fact), fact, ...(next !== undefined && { next: englishText(next), next_fact: next }) };
}

/** A finding in JSON: its facts, and both in English. */
export interface ReportedFinding extends Omit<Finding, "found" | "examples" | "advice"> {
  found: string;
  fact: Fact;
  examples?: string[];
  advice?: string;
  advice_fact?: Fact;
}

/** Returns a finding with its texts in English. */
export function reportedFinding({ found, examples, advice, ...finding }: Finding): ReportedFinding {
  return {
    ...finding,
    found: englishText(found),
    fact: found,
    ...(examples !== undefined && { examples: examples.map((one) => (typeof one === "string" ? one : englishText(one))) }),
    ...(advice !== undefined && { advice: englishText(advice), advice_fact: advice }),
  };
}

/** Returns the errors of a configuration file with their texts in English, for JSON. */
export function reportedFaults(faults: readonly Fault[]): (Fault & { message: string })[] {
  return faults.map((fault) => ({ ...fault, message: englishText(fault.fact) }));
}
