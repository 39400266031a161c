/** `people deactivate`, `reactivate` and `deactivated`. */
import { t } from "../../reporting/locales/t.ts";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import { englishText, factText } from "../../reporting/fact-text.ts";
import { EXIT, UsageProblem } from "../../domain/problem.ts";
import { accountChangeObstacle, planAccountChange } from "../../pipeline/release/urgent-deactivation.ts";
import { resumeRun } from "../../pipeline/pipeline.ts";
import { jobFilesOf, listUrgentDeactivations } from "../../store/people/urgent-deactivations.ts";
import type { State } from "../../state/state.ts";
import { writeReport } from "../../app/finish-run.ts";
import { loadConfiguration, withOpenJob } from "../../app/open-session.ts";
import { print, printJson } from "../../app/output.ts";
import { reportProgress } from "../../app/progress.ts";
import { withState, withStore, type CommonOptions } from "../../app/with-state.ts";
import type { Call } from "../../app/io.ts";
import { endWith } from "../failure.ts";
import { whoActs } from "../proven-actor.ts";
import { table } from "../view/tables.ts";

export interface AccountOptions extends CommonOptions {
  job?: string;
  reason: string;
  reviewer?: string;
}

/** Deactivates the account of one person now, or undoes that. */
export async function changeAccount(io: Call, key: string, deactivate: boolean, options: AccountOptions): Promise<void> {
  const progress = reportProgress(io, options.quiet === true);
  await withState(io, options, async (state) => {
    const by = await whoActs(io, state, options.reviewer, "run", io.now());
    const { job, mapping } = await loadConfiguration(io, options.job ?? (await jobFileOf(state, key)));
    await withOpenJob(io, state, job, mapping, progress, async ({ session, connect }) => {
      const id = await planAccountChange(session, { key, deactivate, by, reason: options.reason });
      try {
        await writeReport(io, state, await resumeRun(session, connect, id));
      } catch (error) {
        if (deactivate) progress.say(fact("usage.deactivation_unsent", { key, run: id }));
        throw error;
      }
      const why = await accountChangeObstacle(session, id);
      if (options.json === true) printJson(io, { key, run: id, deactivate, done: why === null, why: why && englishText(why) });
      else print(io, resultText(key, deactivate, why));
      endWith(io, why === null ? EXIT.done : EXIT.partly);
    });
  });
}

function resultText(key: string, deactivate: boolean, why: Fact | null): string {
  if (why !== null) {
    const values = { key, why: factText(why) };
    return deactivate ? t("account_change.not_deactivated", values) : t("account_change.not_reactivated", values);
  }
  if (!deactivate) return t("history.name_can_sign", { name: key });
  const undo = t("account_change.undo_with", { command: `\`rollcall people reactivate ${key} --reason TEXT\`` });
  return `${t("history.name_can_no", { name: key })} ${undo}`;
}

async function jobFileOf({ db }: State, key: string): Promise<string> {
  const [only, ...others] = await jobFilesOf(db, key);
  if (only === undefined) throw new UsageProblem(fact("usage.key_has_no_account", { key }), fact("advice.check_key", {}));
  if (others.length > 0)
    throw new UsageProblem(
      fact("usage.key_has_several_accounts", { key }),
      fact("advice.name_one_job", { jobs: [only, ...others].map(({ job }) => job) }),
    );
  return only.job_file;
}

export async function listDeactivated(io: Call, options: CommonOptions): Promise<void> {
  await withStore(io, options, async ({ db }) => {
    const all = await listUrgentDeactivations(db, io.now());
    if (options.json === true)
      return printJson(
        io,
        all.map(({ account, job, key, user_id, by, reason, run, at, overdue, closed }) => ({
          account,
          job,
          key,
          user_id,
          by,
          reason,
          run,
          at: at.toISOString(),
          closed,
          overdue,
        })),
      );
    const rows = all.map(({ key, job, by, at, reason, overdue, closed }) => [
      key,
      job,
      at.toISOString().slice(0, 10),
      by,
      closed ? t(overdue ? "history.overdue_active_hr" : "history.waiting_hr_file") : t("labels.not_sent_yet"),
      reason,
    ]);
    print(
      io,
      rows.length === 0
        ? t("account_change.none")
        : table([[t("workbook.key"), t("labels.job"), t("access.since"), t("common.by"), t("labels.status"), t("labels.reason")], ...rows]),
    );
  });
}
