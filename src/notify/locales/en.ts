import { limitLabel, runStatusLabel } from "../../reporting/labels.ts";
import type { NotifyTexts } from "./form.ts";

const n = (count: number): string => count.toLocaleString("en");

export const en: NotifyTexts = {
  digestSubject: (job, pending) => `Rollcall ${job}: ${pending === 1 ? "1 removal waits" : `${n(pending)} removals wait`} for a decision`,
  attentionSubject: (job) => `Rollcall ${job}: something waits for you`,
  heldSubject: (job) => `Rollcall ${job}: a run is held by a limit`,
  failedSubject: (job) => `Rollcall ${job}: a run has failed`,
  missedSubject: (job) => `Rollcall ${job}: a scheduled run did not happen`,
  stalledSubject: (job) => `Rollcall ${job}: a run makes no progress`,
  pending: (count) => (count === 1 ? "One removal needs a decision:" : `${n(count)} removals need a decision:`),
  loses: (count, group) => `${count === 1 ? "1 person loses" : `${n(count)} people lose`} ${group}`,
  gains: (count, group) => `${n(count)} ${count === 1 ? "gains" : "gain"} ${group}`,
  moreGains: (count) => (count === 1 ? "1 more group" : `${n(count)} more groups`),
  kinds: {
    renamed: "renamed?",
    split: "split?",
    moved: "the data changed",
    changed_back: "the row is again as it was",
    leaver: "left",
    mapping_changed: "the mapping changed",
    added_by_hand: "added by hand in the service?",
  },
  moreCauses: (count) => (count === 1 ? "and 1 more cause" : `and ${n(count)} more causes`),
  people: (names, more) => `${names.join(", ")}${more > 0 ? ` and ${n(more)} more` : ""}`,
  expiring: (count, days) =>
    `${count === 1 ? "1 approval has" : `${n(count)} approvals have`} not been carried out and will expire within ${days} days.`,
  unconfirmed: (count) =>
    `${count === 1 ? "1 new account is" : `${n(count)} new accounts are`} unconfirmed: Rollcall cannot yet tell whose they are.`,
  rejected: (count) => `${count === 1 ? "1 row" : `${n(count)} rows`} of the last file could not be used. HR can correct them.`,
  blocked: (count) =>
    `${count === 1 ? "1 person was" : `${n(count)} people were`} blocked in the last run: nothing is sent until someone resolves the reason.`,
  heldRuns: (count) => (count === 1 ? "One run waits, held by a limit:" : `${n(count)} runs wait, held by a limit:`),
  failedRuns: (count) => (count === 1 ? "One run has failed in the last 24 hours:" : `${n(count)} runs have failed in the last 24 hours:`),
  run: (id, status) => `${id}: ${status}`,
  runHeld: (id, at) => `Run ${id} of ${at} is over a limit. Nothing of it was sent; somebody has to release or cancel it.`,
  runFailed: (id, at) => `Run ${id} of ${at} did not come to its end.`,
  runMissed: (job, at) => `The run of ${job} that was due on ${at} has not begun. Nothing was changed, and nothing new was read.`,
  missedWhy: "Is the scheduler running, and the database reached? The next run makes up for it: it reads the whole file again.",
  runStalled: (id, since) => `Run ${id} has made no progress since ${since}. Nothing is lost, and later runs of the job wait for it.`,
  stalledWhy:
    "Is a worker running, and do Redis, the database and the service answer? The run continues by itself; you can also cancel it.",
  openStatus: "Open the health page",
  limit: (name, found, allowed) => `${name}: ${n(found)} found, ${n(allowed)} allowed`,
  limitLabel,
  runStatusLabel,
  untouched: "Every one of these memberships stays until somebody decides.",
  attached: "The attached workbook can be filled in and handed back: rollcall review import FILE, or upload it in the console.",
  notAttached: "The workbook is too large to be attached: rollcall review export makes it.",
  openReview: "Open the review",
  openRun: "Open the run",
  withoutConsole: (command) => `On the command line: ${command}`,
  footer: (job) => `Sent by Rollcall, as the job ${job} asks for under “notify”.`,
};
