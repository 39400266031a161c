import type { Command } from "commander";
import { databasePlace } from "../../config/environment.ts";
import { loadJob } from "../../config/job.ts";
import { ConfigurationProblem, Problem, UsageProblem } from "../../model/problem.ts";
import {
  findEmergencyStop,
  liftEmergencyStop,
  listEmergencyStops,
  requestEmergencyStop,
  setEmergencyStop,
  type EmergencyStop,
} from "../../store/emergency-stop.ts";
import { listAccounts } from "../../store/runs.ts";
import type { State } from "../../store/state.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../output.ts";
import { systemUser, whoActs } from "../proven-actor.ts";
import { table } from "../view/tables.ts";
import { stateDirectory, withStore, type CommonOptions } from "../with-state.ts";
import type { Call } from "../io.ts";

interface StopOptions extends CommonOptions {
  reason?: string;
  lift?: boolean;
  reviewer?: string;
}

/** `rollcall emergency-stop` */
export function addEmergencyStop(io: Call, program: Command): void {
  withExamples(
    withCommonOptions(
      program
        .command("emergency-stop [account]")
        .description("stop everything for a service account before its next request, until somebody lifts it")
        .option("--reason <text>", "why, for the audit trail")
        .option("--lift", "end the stop")
        .option("--reviewer <name>", "who does it (default: the user of the operating system; ROLLCALL_TOKEN proves it)"),
    ).action((account: string | undefined, options: StopOptions) => run(io, account, options)),
    'rollcall emergency-stop nightly --reason "Wrong export"      # the account of a job',
    'rollcall emergency-stop https://lms.example.com --reason "Wrong export"',
    "rollcall emergency-stop                                      # what is stopped",
    'rollcall emergency-stop nightly --lift --reason "Export corrected"',
  );
}

async function run(io: Call, target: string | undefined, options: StopOptions): Promise<void> {
  const reason = (options.reason ?? "").trim();
  if (target === undefined) {
    if (reason !== "" || options.lift === true)
      throw new UsageProblem(
        "Name the service account, or a job of it. Nothing was changed.",
        "`rollcall jobs list --json` shows accounts.",
      );
    return list(io, options);
  }
  if (reason === "")
    throw new UsageProblem(
      `${options.lift === true ? "Lifting" : "Starting"} an emergency stop needs a reason: --reason TEXT. Nothing was changed.`,
    );
  const ofJob = await accountOfJob(io, target);
  if (options.lift === true) return withStore(io, options, (state) => lift(io, state, target, ofJob, reason, options));
  const result = await stopInState(io, target, ofJob, reason, options).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== "state_in_use" || databasePlace(io.env) !== null) throw error;
    return stopByFile(io, ofJob, reason, options, error);
  });
  if (options.json === true) return printJson(io, result);
  const { account, since, already, taken } = result;
  print(
    io,
    already
      ? `${account} is stopped already, since ${since}.`
      : `${account} is stopped: nothing is sent to it, by any process, until somebody lifts the stop.${
          taken ? "" : " The process that has the state open obeys before its next request."
        } Requests that were on their way are not called back.`,
  );
  print(io, `End it with: rollcall emergency-stop ${JSON.stringify(target)} --lift --reason TEXT`);
}

interface Stopped extends EmergencyStop {
  /** It was stopped before. */
  already: boolean;
  /** In the state; otherwise in a file that the process with the state obeys. */
  taken: boolean;
}

function stopInState(io: Call, target: string, ofJob: string | null, reason: string, options: StopOptions): Promise<Stopped> {
  return withStore(io, options, async (state) => {
    const account = await accountIn(state, target, ofJob);
    const now = io.now();
    const by = await whoActs(io, state, options.reviewer, "run", now);
    const stop = { account, since: now.toISOString(), by: by.name, via: by.via, reason };
    const inForce = await setEmergencyStop(state, stop);
    return { ...inForce, already: inForce.since !== stop.since, taken: true };
  });
}

/** A plain command has the embedded state and lets nobody in: it looks for a file. */
async function stopByFile(io: Call, account: string | null, reason: string, options: StopOptions, inUse: Problem): Promise<Stopped> {
  if (account === null)
    throw new UsageProblem(
      `${inUse.message} Which account is meant can only be read from a job file then.`,
      "Name a job file of the account, or end the process.",
    );
  const stop = { account, since: io.now().toISOString(), by: options.reviewer ?? systemUser(), via: "cli", reason };
  await requestEmergencyStop(stateDirectory(io, options), stop);
  return { ...stop, already: false, taken: false };
}

async function lift(io: Call, state: State, target: string, ofJob: string | null, reason: string, options: StopOptions): Promise<void> {
  const account = await accountIn(state, target, ofJob);
  const by = await whoActs(io, state, options.reviewer, "run", io.now());
  const stop = await findEmergencyStop(state, account);
  if (stop === null) throw new UsageProblem(`${account} is not stopped. Nothing was changed.`);
  await liftEmergencyStop(state, stop, { ...by, reason }, io.now());
  if (options.json === true) return printJson(io, { account, lifted: true });
  print(io, `The emergency stop of ${account} is lifted. Runs that it interrupted go on with \`rollcall runs resume RUN\`.`);
}

async function list(io: Call, options: StopOptions): Promise<void> {
  await withStore(io, options, async (state) => {
    const stops = await listEmergencyStops(state);
    if (options.json === true) return printJson(io, stops);
    const rows = stops.map(({ account, since, by, reason }) => [account, since, by, reason]);
    print(io, rows.length === 0 ? "No account is stopped." : table([["account", "since", "by", "reason"], ...rows]));
  });
}

/** The account of a job file; `null` if the target is not a job file, or one that says no account. */
async function accountOfJob(io: Call, target: string): Promise<string | null> {
  try {
    return (await loadJob(target, io)).job.service.account;
  } catch (error) {
    // Also for a job file with faults the stop has to work: what ran with it is in the state.
    if (error instanceof ConfigurationProblem) return null;
    throw error;
  }
}

/** @throws UsageProblem if the account is not known, or the name could mean two */
async function accountIn(state: State, target: string, ofJob: string | null): Promise<string> {
  const known = await listAccounts(state.db);
  const stopped = (await listEmergencyStops(state)).map(({ account }) => account);
  const accounts = new Set([...known.map(({ account }) => account), ...stopped]);
  const ran = known.filter(({ job }) => job === target).map(({ account }) => account);
  const meant = new Set([...(ofJob === null ? ran : [ofJob]), ...(accounts.has(target) ? [target] : [])]);
  const [only, other] = meant;
  if (only === undefined)
    throw new UsageProblem(
      `${target} is neither a job nor a known service account. Nothing was changed.`,
      accounts.size === 0 ? "Name a job file." : `Known accounts: ${[...accounts].toSorted().join(", ")}.`,
    );
  if (other !== undefined)
    throw new UsageProblem(
      `${target} may mean ${[...meant].join(" or ")}. Nothing was changed.`,
      "Name the account that no job is called by, or another job of it.",
    );
  return only;
}
