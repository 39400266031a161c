/** All texts of mails and webhooks; one file per language. */
export interface NotifyTexts {
  /** Subjects: never a person in them. */
  digestSubject(job: string, pending: number): string;
  attentionSubject(job: string): string;
  heldSubject(job: string): string;
  failedSubject(job: string): string;
  missedSubject(job: string): string;
  stalledSubject(job: string): string;
  pending(count: number): string;
  /** One cause, without names. */
  loses(count: number, group: string): string;
  gains(count: number, group: string): string;
  moreGains(count: number): string;
  kinds: Record<string, string>;
  moreCauses(count: number): string;
  people(names: readonly string[], more: number): string;
  expiring(count: number, days: number): string;
  unconfirmed(count: number): string;
  rejected(count: number): string;
  blocked(count: number): string;
  heldRuns(count: number): string;
  failedRuns(count: number): string;
  run(id: string, status: string): string;
  runHeld(id: string, at: string): string;
  runFailed(id: string, at: string): string;
  runMissed(job: string, at: string): string;
  missedWhy: string;
  runStalled(id: string, since: string): string;
  stalledWhy: string;
  openStatus: string;
  limit(name: string, found: number, allowed: number): string;
  limitLabel(limit: string): string;
  runStatusLabel(status: string): string;
  untouched: string;
  attached: string;
  notAttached: string;
  openReview: string;
  openRun: string;
  withoutConsole(command: string): string;
  footer(job: string): string;
}
