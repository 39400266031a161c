import { t } from "../../../reporting/locales/t.ts";
import { readableText } from "../../../domain/names.ts";
import type { Command } from "commander";
import { databasePlace } from "../../../config/environment.ts";
import { loadJob } from "../../../config/job.ts";
import { fact, inTurn } from "../../../domain/facts/fact.ts";
import { ConfigurationProblem, Problem, UsageProblem } from "../../../domain/problem.ts";
import { listEmergencyStops, requestEmergencyStop, type EmergencyStop } from "../../../store/schedule/emergency-stop.ts";
import type { Action, Acted } from "../../../actions/action.ts";
import { lift, stop } from "../../../actions/emergency-stop.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { actHere } from "../../foreground/commands.ts";
import { foregroundWork } from "../../foreground/work.ts";
import { withCommonOptions, withExamples } from "../../options.ts";
import { print, printJson } from "../../../app/output.ts";
import { systemUser } from "../../proven-actor.ts";
import { table } from "../../view/tables.ts";
import { stateDirectory, withStore, type CommonOptions } from "../../../app/with-state.ts";
import type { Call } from "../../../app/io.ts";

interface StopOptions extends CommonOptions {
  reason?: string;
  lift?: boolean;
  reviewer?: string;
}

/** `rollcall emergency-stop` */
export function addEmergencyStop(io: Call, command: Command): void {
  withExamples(
    withCommonOptions(
      command
        .argument("[account]")
        .option("--reason <text>", "why, for the audit trail")
        .option("--lift", "end the stop")
        .option("--reviewer <name>", "who stops or lifts (default: the operating system user; ROLLCALL_TOKEN verifies the name)"),
    ).action((account: string | undefined, options: StopOptions) => run(io, account, options)),
    'rollcall emergency-stop nightly --reason "Wrong export"      # the account of a job',
    'rollcall emergency-stop https://lms.example.com --reason "Wrong export"',
    "rollcall emergency-stop                                      # list active stops",
    'rollcall emergency-stop nightly --lift --reason "Export corrected"',
  );
}

async function run(io: Call, target: string | undefined, options: StopOptions): Promise<void> {
  const reason = readableText(options.reason ?? "");
  if (target === undefined) {
    if (reason !== "" || options.lift === true) throw new UsageProblem(fact("usage.account_missing", {}), fact("advice.list_accounts", {}));
    return list(io, options);
  }
  if (reason === "") throw new UsageProblem(fact("usage.reason_missing", {}), fact("advice.add_option", { option: "--reason <text>" }));
  const ofJob = await accountOfJob(io, target);
  const given = { account: target, reason };
  if (options.lift === true) {
    const { json, facts } = await inState(io, lift, given, ofJob, options);
    if (options.json === true) return printJson(io, json);
    return print(io, `${facts.map(factText).join(" ")} ${t("emergency_stop.resume_runs")}`);
  }
  const result = await inState(io, stop, given, ofJob, options).then(
    ({ json }): Stopped => ({ ...json.stop, already: json.already, taken: true }),
    (error: unknown) => {
      if (!(error instanceof Problem) || error.code !== "state_in_use" || databasePlace(io.env) !== null) throw error;
      return stopByFile(io, ofJob, reason, options, error);
    },
  );
  if (options.json === true) return printJson(io, result);
  const { account, since, already, taken } = result;
  const stopped = already
    ? [t("emergency_stop.was_active", { account, since })]
    : [t("emergency_stop.is_on", { account }), ...(taken ? [] : [t("emergency_stop.process_stops")]), t("operation.no_process_sends")];
  print(io, stopped.join(" "));
  print(io, t("emergency_stop.end_with", { command: `rollcall emergency-stop ${JSON.stringify(target)} --lift --reason TEXT` }));
}

interface Stopped extends EmergencyStop {
  /** The account was already stopped. */
  already: boolean;
  /** The stop is in the state; otherwise in a file that the process with the state reads. */
  taken: boolean;
}

/** Stops or lifts in the state. The named job file has its account, also if it never ran. */
function inState<Json extends object>(
  io: Call,
  action: Action<Json>,
  given: { account: string; reason: string },
  ofJob: string | null,
  options: StopOptions,
): Promise<Acted<Json>> {
  return withStore(io, options, (state) => {
    const jobs = async () => (ofJob === null ? [] : [{ name: given.account, account: ofJob }]);
    return actHere(io, action, given, { state, work: { ...foregroundWork(io, state, options), jobs }, options });
  });
}

/** Requests the stop by file: a plain command has the embedded state and shares it with no one, but looks for this file. */
async function stopByFile(io: Call, account: string | null, reason: string, options: StopOptions, inUse: Problem): Promise<Stopped> {
  if (account === null)
    throw new UsageProblem(inTurn(inUse.fact, fact("usage.account_needs_job_file", {})), fact("advice.name_job_file_or_stop", {}));
  const given = { account, since: io.now().toISOString(), by: options.reviewer ?? systemUser(), via: "cli", reason };
  await requestEmergencyStop(stateDirectory(io, options), given);
  return { ...given, already: false, taken: false };
}

async function list(io: Call, options: StopOptions): Promise<void> {
  await withStore(io, options, async (state) => {
    const stops = await listEmergencyStops(state);
    if (options.json === true) return printJson(io, stops);
    const rows = stops.map(({ account, since, by, reason }) => [account, since, by, reason]);
    print(
      io,
      rows.length === 0
        ? t("emergency_stop.none_active")
        : table([[t("operation.account"), t("access.since"), t("common.by"), t("labels.reason")], ...rows]),
    );
  });
}

/** Returns the account of a job file; `null` if the target isn't a valid job file. */
async function accountOfJob(io: Call, target: string): Promise<string | null> {
  try {
    return (await loadJob(target, io)).job.service.account;
  } catch (error) {
    // The stop must work for an invalid job file too: the state knows the account of its runs.
    if (error instanceof ConfigurationProblem) return null;
    throw error;
  }
}
