import type { Fact } from "../domain/facts/fact.ts";
import type { AuditState, Verification } from "./audit.ts";
import { englishText } from "../reporting/fact-text.ts";

/** The state of the trail in JSON: `what` in English, with its fact. */
export type ShownAuditState = Omit<AuditState, "broken"> & { broken: { seq: number; what: string; fact: Fact } | null };

export function shownAuditState<T extends Pick<AuditState, "broken">>(
  state: T,
): Omit<T, "broken"> & { broken: { seq: number; what: string; fact: Fact } | null } {
  const { broken } = state;
  return { ...state, broken: broken && { seq: broken.seq, what: englishText(broken.what), fact: broken.what } };
}

/** The last verification in JSON: its problems in English, with their facts. */
export type ShownVerification = Omit<Verification, "problems"> & { problems: string[]; problem_facts: Fact[] };

export function shownVerification(verified: Verification): ShownVerification {
  return { ...verified, problems: verified.problems.map(englishText), problem_facts: verified.problems };
}
