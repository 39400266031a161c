import { EXIT } from "../../domain/problem.ts";
import { comment, reassign, undo, type Changed } from "../../review/change-decision.ts";
import type { Decider } from "../../review/decisions.ts";
import { endException, listAllExceptions, type ListedException } from "../../review/exceptions.ts";
import { factText, whyJson } from "../../reporting/fact-text.ts";
import { t } from "../../reporting/locales/t.ts";
import { toRemovalJson } from "../../reporting/removals/pending-removals.ts";
import type { State } from "../../state/state.ts";
import { endWith } from "../failure.ts";
import { notifyReassigned } from "../../app/notify.ts";
import { print, printError, printJson } from "../../app/output.ts";
import { whoActs } from "../proven-actor.ts";
import { table } from "../view/tables.ts";
import { plain } from "../../app/view/terminal.ts";
import { withState, type CommonOptions } from "../../app/with-state.ts";
import type { Call } from "../../app/io.ts";

export interface ChangeOptions extends CommonOptions {
  job?: string;
  reason?: string;
  reviewer?: string;
  to?: string;
  comment?: string;
}

/** `review undo` */
export function undoCommand(io: Call, ids: string[], options: ChangeOptions): Promise<void> {
  return change(io, options, t("review.is_pending_again"), (state, by, now) => undo(state, ids, by, options.reason ?? "", now));
}

/** `review reassign` */
export function reassignCommand(io: Call, ids: string[], options: ChangeOptions): Promise<void> {
  const to = options.to ?? "";
  return change(io, options, t("review.reassigned_to", { name: to }), async (state, by, now) => {
    const note = options.comment ?? "";
    const changed = await reassign(state, ids, by, to, note, now);
    for (const fault of await notifyReassigned(io, state, changed.done, { to: to.trim(), by: by.name, note }))
      printError(io, plain(factText(fault)));
    return changed;
  });
}

/** `review comment` */
export function commentCommand(io: Call, ids: string[], options: ChangeOptions): Promise<void> {
  return change(io, options, t("review.comment_added"), (state, by, now) => comment(state, ids, by, options.comment ?? "", now));
}

async function change(
  io: Call,
  options: ChangeOptions,
  outcome: string,
  work: (state: State, by: Decider, now: Date) => Promise<Changed>,
): Promise<void> {
  await withState(io, options, async (state) => {
    const now = io.now();
    const by = await whoActs(io, state, options.reviewer, "decide", now);
    const { done, refused } = await work(state, by, now);
    if (options.json === true) printJson(io, { done: done.map(toRemovalJson), refused: refused.map(whyJson) });
    else
      print(
        io,
        [
          ...done.map(({ id, name, key, group_path: group }) => `${id}  ${name} (${key}), ${group}: ${outcome}`),
          ...refused.map(({ id, why }) => `${id}  ${t("review.is_not_changed", { why: factText(why) })}`),
        ]
          .map(plain)
          .join("\n"),
      );
    endWith(io, refused.length > 0 ? EXIT.partly : EXIT.done);
  });
}

/** `review exceptions` */
export async function exceptionsCommand(io: Call, options: ChangeOptions): Promise<void> {
  await withState(io, options, async ({ db }) => {
    const exceptions = await listAllExceptions(db, options.job);
    if (options.json === true) printJson(io, exceptions);
    else print(io, exceptions.length === 0 ? t("exceptions.no_exceptions") : exceptionsText(exceptions));
  });
}

/** `review exceptions end` */
export async function endExceptionCommand(io: Call, id: string, options: ChangeOptions): Promise<void> {
  await withState(io, options, async (state) => {
    const now = io.now();
    const by = await whoActs(io, state, options.reviewer, "decide", now);
    await endException(state, id, by, options.reason ?? "", now);
    if (options.json === true) printJson(io, { ended: id });
    else print(io, t("exceptions.exception_ended_next"));
  });
}

function exceptionsText(exceptions: readonly ListedException[]): string {
  const labels = [
    "shell.exceptions",
    "labels.person",
    "labels.group",
    "exceptions.decided",
    "report.on",
    "exceptions.until",
    "labels.reason",
  ] as const;
  const head = labels.map((label) => t(label));
  return table([head, ...exceptions.map(exceptionRow)]);
}

function exceptionRow({ id, key, name, group, by, at, until, from_run: run, reason }: ListedException): string[] {
  const end = until === null ? (run === null ? t("exceptions.hr_data_changes") : t("exceptions.no_end_date")) : until.slice(0, 10);
  const person = name === null ? key : `${name} (${key})`;
  return [id, person, group.path, by, at.slice(0, 10), end, run === null ? reason : `${reason} ${t("explanation.of_run", { run })}`];
}
