import { limitLabel, runStatusLabel } from "../../reporting/labels.ts";
import type { NotifyTexts } from "./form.ts";

const n = (count: number): string => count.toLocaleString("en");

export const en: NotifyTexts = {
  digestSubject: (job, pending) => `Rollcall ${job}: ${pending === 1 ? "1 removal needs" : `${n(pending)} removals need`} a decision`,
  attentionSubject: (job) => `Rollcall ${job}: your attention is needed`,
  heldSubject: (job) => `Rollcall ${job}: a run is on hold`,
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
    changed_back: "the row changed back",
    leaver: "left",
    mapping_changed: "the mapping changed",
    added_by_hand: "added by hand in the service?",
  },
  moreCauses: (count) => (count === 1 ? "and 1 more cause" : `and ${n(count)} more causes`),
  people: (names, more) => `${names.join(", ")}${more > 0 ? ` and ${n(more)} more` : ""}`,
  expiring: (count, days) =>
    `${count === 1 ? "1 approval has" : `${n(count)} approvals have`} not been applied and will expire within ${days} days.`,
  unconfirmed: (count) =>
    `${count === 1 ? "1 new account is" : `${n(count)} new accounts are`} unconfirmed: Rollcall cannot yet tell whose they are.`,
  rejected: (count) => `${count === 1 ? "1 row" : `${n(count)} rows`} of the last file could not be used. HR can correct them.`,
  blocked: (count) =>
    `${count === 1 ? "1 person was" : `${n(count)} people were`} blocked in the last run: nothing is sent until someone resolves the reason.`,
  heldRuns: (count) => (count === 1 ? "A limit put one run on hold:" : `Limits put ${n(count)} runs on hold:`),
  failedRuns: (count) => (count === 1 ? "One run has failed in the last 24 hours:" : `${n(count)} runs have failed in the last 24 hours:`),
  run: (id, status) => `${id}: ${status}`,
  runHeld: (id, at) => `Run ${id} of ${at} is over a limit. Nothing was sent. Someone must release or cancel it.`,
  runFailed: (id, at) => `Run ${id} of ${at} did not finish.`,
  runMissed: (job, at) => `The run of ${job} that was due on ${at} did not start. Nothing was read or changed.`,
  missedWhy: "Check that the scheduler is running and reaches the database. The next run reads the whole file again and makes up for it.",
  runStalled: (id, since) => `Run ${id} has made no progress since ${since}. Nothing is lost, and later runs of the job wait for it.`,
  stalledWhy:
    "Check that a worker is running and that Redis, the database and the service answer. The run continues by itself; you can also cancel it.",
  openStatus: "Open the connection page",
  limit: (name, found, allowed) => `${name}: ${n(found)} found, ${n(allowed)} allowed`,
  limitLabel,
  runStatusLabel,
  untouched: "No one loses access until someone decides.",
  attached: "Decide in the attached workbook, then upload it in the console or run: rollcall review import FILE",
  notAttached: "The workbook is too large to attach. Create it with: rollcall review export",
  openReview: "Open the review",
  openRun: "Open the run",
  withoutConsole: (command) => `On the command line: ${command}`,
  footer: (job) => `Rollcall sent this message because of the “notify” setting of the job ${job}.`,
};
