import type { Command } from "commander";
import { loadJob } from "../../config/job.ts";
import { secretKey } from "../../config/environment.ts";
import type { Client } from "../../learning-service/client.ts";
import { ENDPOINTS, type NamedEndpoint } from "../../learning-service/contract/contract.ts";
import { ServiceProblem } from "../../learning-service/errors.ts";
import { EXIT } from "../../model/problem.ts";
import { SERVICE_DEFAULTS, type ServiceSettings } from "../../model/settings.ts";
import { printAll, printPage, saveFile } from "../by-hand/answer.ts";
import { refuseUnlessAllowed } from "../by-hand/guard.ts";
import { helpOf } from "../by-hand/help.ts";
import { protectMemberships } from "../by-hand/protect.ts";
import { recorded } from "../by-hand/record.ts";
import { pathParamOf, readInput } from "../by-hand/input.ts";
import { overviewText, typed } from "../by-hand/names.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { printJson } from "../output.ts";
import { whoActs } from "../proven-actor.ts";
import { refuseIfStopped } from "../../run/emergency-stop.ts";
import { openService, SEED_OF_JOBS } from "../service-of.ts";
import { withState, type CommonOptions } from "../with-state.ts";
import type { Call } from "../io.ts";

interface ByHand extends CommonOptions {
  job?: string;
  param?: string[];
  body?: string;
  all?: boolean;
  out?: string;
  yes?: boolean;
}

/** One command below another for each endpoint of the contract, so that `--help` names them all. */
export function addService(io: Call, program: Command): void {
  const service = program
    .command("service")
    .usage("AREA ACTION [options]")
    .description("any endpoint of the learning service by hand: of the sandbox, or of a job's service")
    .addHelpText("after", overviewText);
  withExamples(
    service,
    "rollcall service groups list --all",
    "rollcall service reports templates list --param search=monthly --job nightly",
    "rollcall service users create --body user.json --job nightly --yes",
    "rollcall service users update --help",
  );
  for (const named of ENDPOINTS) {
    const words = [named.area, ...named.name.split(".")].map(typed);
    const action = words.pop() ?? "";
    const branch = words.reduce(branchOf, service);
    addAction(io, branch.command(action), named);
  }
}

function branchOf(parent: Command, name: string): Command {
  const known = parent.commands.find((command) => command.name() === name);
  return known ?? parent.command(name).usage("ACTION [options]");
}

function addAction(io: Call, command: Command, named: NamedEndpoint): void {
  const { entry } = named;
  command
    .description(entry.summary)
    .option("--job <job>", "the service of this job; without it the sandbox in the state")
    .option("--param <name=value>", "a parameter; again for each value of a list", (value: string, all?: string[]) => [
      ...(all ?? []),
      value,
    ]);
  const path = pathParamOf(entry);
  if (path !== null) command.argument("[id]", `the same as --param ${path}=…`);
  if (entry.body !== undefined) command.option("--body <file>", "the body, a JSON object; - reads standard input");
  if (entry.answer === "list") command.option("--all", "read the list to its end");
  if (entry.answer === "file") command.option("--out <file>", "write the answer into this file");
  if (entry.writes) command.option("--yes", "send it, although it may change something in a real service");
  withCommonOptions(command)
    .addHelpText("after", () => helpOf(named))
    .action(async (...args: unknown[]) => {
      const id = path === null ? undefined : (args[0] as string | undefined);
      await run(io, named, id, args.at(-2) as ByHand);
    });
}

async function run(io: Call, named: NamedEndpoint, id: string | undefined, options: ByHand): Promise<void> {
  const job = options.job === undefined ? null : (await loadJob(options.job, io)).job;
  const settings = job?.service ?? localSandbox();
  const sandbox = settings.baseUrl === "sandbox";
  const input = await readInput(io, named.entry, { id, param: options.param ?? [], body: options.body });
  refuseUnlessAllowed(named, input, { yes: options.yes === true, sandbox });
  const secret = secretKey(io.env);
  await withState(io, options, async (state) => {
    const by = named.entry.writes ? await whoActs(io, state, undefined, "run", io.now()) : null;
    const { account } = settings;
    if (by !== null) await refuseIfStopped({ state, job: { service: { account } } });
    const service = await openService(state, settings, secret, io, options.job === undefined ? "company" : SEED_OF_JOBS);
    try {
      if (by !== null && job !== null && !sandbox) await protectMemberships(named, input, { io, state, job, client: service.client });
      const { pathParams, body } = named.entry;
      const args = [
        ...(pathParams === undefined ? [] : Object.values(input.params ?? {})),
        ...(body === undefined ? [] : [input.body]),
        ...(input.query === undefined ? [] : [input.query]),
      ];
      const send = (): unknown => methodOf(service.client, named)(...args);
      // A list is only asked for when it is read.
      if (by === null) await answer(io, named, send(), options);
      else await answer(io, named, await recorded(io, state, { named, input, account, by }, async () => send()), options);
    } catch (error) {
      throw byHand(error);
    } finally {
      await service.close();
    }
  });
}

function localSandbox(): ServiceSettings {
  return {
    ...SERVICE_DEFAULTS,
    baseUrl: "sandbox",
    account: "sandbox",
    auth: { ...SERVICE_DEFAULTS.auth, refreshToken: "", client: null },
  };
}

type Method = (...args: unknown[]) => unknown;

function methodOf(client: Client, { area, name }: NamedEndpoint): Method {
  let node: unknown = client;
  for (const part of [area, ...name.split(".")]) node = Reflect.get(node as object, part);
  // The contract names both the commands and the methods.
  return node as Method;
}

async function answer(io: Call, { entry }: NamedEndpoint, called: unknown, options: ByHand): Promise<void> {
  if (entry.answer === "list") {
    const list = called as Parameters<typeof printAll>[1];
    return options.all === true ? printAll(io, list) : printPage(io, list);
  }
  if (entry.answer === "file") return saveFile(io, await (called as Promise<Parameters<typeof saveFile>[1]>), options.out);
  printJson(io, await called);
}

/** What a person sent by hand and the service refused is that person's to mend, not a defect of ours. */
function byHand(error: unknown): unknown {
  if (!(error instanceof ServiceProblem) || error.status !== 512) return error;
  return error.derive(error.message, {
    exit: EXIT.partly,
    audience: "admin",
    retryable: false,
    next: "Compare the request with docs/openapi.yaml, or with the --help of the action.",
  });
}
