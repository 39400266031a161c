import type { Code, Fact } from "./fact.ts";

const RESUME_ADVICE: readonly Code[] = [
  "advice.resume",
  "advice.resume_when_service_works",
  "advice.continue_run",
  "advice.resume_interrupted",
];

/** Returns whether a fact names the command that resumes a run, with the run as its value. */
export function isResumeAdvice({ code }: Fact): boolean {
  return RESUME_ADVICE.includes(code);
}
