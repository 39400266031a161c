import type { Command } from "commander";
import { loadJob } from "../../config/job.ts";
import { secretKey } from "../../config/environment.ts";
import type { Client } from "../../learning-service/client.ts";
import { ENDPOINTS, type NamedEndpoint } from "../../learning-service/contract/contract.ts";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import { fact } from "../../domain/facts/fact.ts";
import { EXIT } from "../../domain/problem.ts";
import { SERVICE_DEFAULTS, type ServiceSettings } from "../../domain/settings.ts";
import { printAll, printPage, saveFile } from "./service/answer.ts";
import { refuseUnlessAllowed } from "./service/guard.ts";
import { helpOf } from "./service/help.ts";
import { protectMemberships } from "./service/protect.ts";
import { refuseProtected } from "./service/protected.ts";
import { recorded } from "./service/record.ts";
import { pathParamOf, readInput } from "./service/input.ts";
import { overviewText, typed } from "./service/command-names.ts";
import { addVerify } from "./service/verify.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { printJson } from "../../app/output.ts";
import { whoActs } from "../proven-actor.ts";
import { refuseIfStopped } from "../../session/emergency-stop.ts";
import { openService, SEED_OF_JOBS } from "../../app/open-service.ts";
import { withState, type CommonOptions } from "../../app/with-state.ts";
import type { Call } from "../../app/io.ts";

interface ServiceOptions extends CommonOptions {
  job?: string;
  param?: string[];
  body?: string;
  all?: boolean;
  out?: string;
  yes?: boolean;
}

/** Adds a subcommand for each endpoint of the contract, so that `--help` lists them all. */
export function addService(io: Call, service: Command): void {
  service.usage("AREA ACTION [options]").addHelpText("after", overviewText);
  withExamples(
    service,
    "rollcall service groups list --all",
    "rollcall service reports templates list --param search=monthly --job nightly",
    "rollcall service users create --body user.json --job nightly --yes",
    "rollcall service users update --help",
  );
  addVerify(io, service);
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
    .option("--job <job>", "call the service of this job (default: the sandbox in the state)")
    .option("--param <name=value>", "a parameter; repeat it for each value of a list", (value: string, all?: string[]) => [
      ...(all ?? []),
      value,
    ]);
  const path = pathParamOf(entry);
  if (path !== null) command.argument("[id]", `same as --param ${path}=…`);
  if (entry.body !== undefined) command.option("--body <file>", "the body, a JSON object; - reads it from standard input");
  if (entry.answer === "list") command.option("--all", "read the list to its end");
  if (entry.answer === "file") command.option("--out <file>", "write the response to this file");
  if (entry.writes) command.option("--yes", "send the request even if it may change data in a real service");
  withCommonOptions(command)
    .addHelpText("after", () => helpOf(named))
    .action(async (...args: unknown[]) => {
      const id = path === null ? undefined : (args[0] as string | undefined);
      await run(io, named, id, args.at(-2) as ServiceOptions);
    });
}

async function run(io: Call, named: NamedEndpoint, id: string | undefined, options: ServiceOptions): Promise<void> {
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
      if (by !== null && job !== null) await refuseProtected(named, input, { io, state, job, client: service.client });
      if (by !== null && job !== null && !sandbox) await protectMemberships(named, input, { io, state, job, client: service.client });
      const { pathParams, body } = named.entry;
      const args = [
        ...(pathParams === undefined ? [] : Object.values(input.params ?? {})),
        ...(body === undefined ? [] : [input.body]),
        ...(input.query === undefined ? [] : [input.query]),
      ];
      const send = (): unknown => methodOf(service.client, named)(...args);
      // A list is requested only when it is read.
      if (by === null) await answer(io, named, send(), options);
      else await answer(io, named, await recorded(io, state, { named, input, account, by }, async () => send()), options);
    } catch (error) {
      throw asRequestProblem(error);
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
  // Commands and methods have the names of the contract.
  return node as Method;
}

async function answer(io: Call, { entry }: NamedEndpoint, called: unknown, options: ServiceOptions): Promise<void> {
  if (entry.answer === "list") {
    const list = called as Parameters<typeof printAll>[1];
    return options.all === true ? printAll(io, list) : printPage(io, list);
  }
  if (entry.answer === "file") return saveFile(io, await (called as Promise<Parameters<typeof saveFile>[1]>), options.out);
  printJson(io, await called);
}

/** Turns the service's 512 into a problem of the typed request: here it isn't a bug of Rollcall. */
function asRequestProblem(error: unknown): unknown {
  if (!(error instanceof ServiceProblem) || error.status !== 512) return error;
  return error.derive(error.fact, {
    exit: EXIT.partly,
    audience: "admin",
    retryable: false,
    next: fact("advice.compare_request", {}),
  });
}
