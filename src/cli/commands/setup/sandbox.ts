import { InvalidArgumentError, Option, type Command } from "commander";
import { join } from "node:path";
import { untilStopped } from "../../until-stopped.ts";
import { openSandbox } from "../../../app/sandbox-state.ts";
import { fact, type Fact } from "../../../domain/facts/fact.ts";
import { EXIT, Problem, UsageProblem } from "../../../domain/problem.ts";
import { type FaultInput, faultSchema } from "../../../sandbox/faults/faults.ts";
import type { SandboxSettings } from "../../../sandbox/settings.ts";
import { DEFAULT_CLIENT } from "../../../sandbox/tokens.ts";
import { withCommonOptions, withExamples } from "../../options.ts";
import { print } from "../../../app/output.ts";
import { stateDirectory, type CommonOptions } from "../../../app/open-session.ts";
import type { Call } from "../../../app/io.ts";
import { issueFact } from "../../../config/values.ts";
import { unknownKey } from "../../../config/yaml.ts";
import { decoder } from "../../../sandbox/query.ts";

interface SandboxOptions extends CommonOptions {
  host: string;
  port: number;
  seed: "company" | "groups" | "empty";
  shape: SandboxSettings["shape"];
  tree: SandboxSettings["tree"];
  maxLimit?: number;
  paging: SandboxSettings["paging"];
  ignoreStart?: true;
  nullBodies?: true;
  hideUserIds?: true | string;
  drift?: number;
  driftSeed: number;
  fault?: FaultInput[];
}

export function addSandbox(io: Call, command: Command): void {
  command
    .option("--port <port>", "port to listen on; 0 for any free port", wholeNumber(0, 65535), 0)
    .option("--host <address>", "address to listen on; anyone who can reach it has full access", "127.0.0.1")
    .addOption(
      new Option("--seed <seed>", "seed data: the company, the same without its people, without any accounts, or nothing")
        .choices(["company", "groups", "tree", "empty"])
        .default("company"),
    )
    .addOption(new Option("--shape <shape>", "lists as bare arrays or in an envelope").choices(["bare", "envelope"]).default("bare"))
    .addOption(new Option("--tree <tree>", "shape of the tree in GET /groups").choices(["flat", "nested", "both"]).default("flat"))
    .option("--max-limit <n>", "maximum items per page, for any request", wholeNumber(1, 1e9))
    .addOption(
      new Option("--paging <paging>", "effect of _start and _limit: pages, an error (512), or none (always the first 20)")
        .choices(["offset", "refused", "ignored"])
        .default("offset"),
    )
    .option("--ignore-start", "start every page at the first item")
    .option("--null-bodies", "return null for created and updated users")
    .option("--hide-user-ids [groups]", "hide the members of all groups, or of these (paths or ids, separated by commas)")
    .option("--drift <n>", "add or remove a membership after every n requests, as another user would", wholeNumber(1, 1e9))
    .option("--drift-seed <n>", "seed that selects the memberships", wholeNumber(0, 1e9), 1)
    .option("--fault <spec>", "inject a fault; repeatable, see below", faults)
    .addHelpText("after", FAULT_HELP)
    .action((options: SandboxOptions) => run(io, options));
  withExamples(
    withCommonOptions(command),
    "rollcall sandbox",
    "rollcall sandbox --port 8080 --state /tmp/play",
    "rollcall sandbox --shape envelope --max-limit 50 --drift 20",
    "rollcall sandbox --fault status=500,when=after,share=0.05,seed=7,path=/users,method=POST",
    "rollcall sandbox --fault status=429,retryAfter=2,every=50 --fault delayMs=300,share=0.1",
    "rollcall sandbox --fault reset,when=after,nth=3,method=PUT --fault half,path=/groups,nth=2",
  );
}

const FAULT_HELP = `
A fault is a list of KEY=VALUE separated by commas; a switch needs no value.
  which requests  method, path (a regular expression), times, nth, every, share (0 to 1) with seed
  what happens    status, retryAfter, body, delayMs, reset, half, expireToken, nullBody, shape, ignoreStart
  when            before (the default) or after the effect
POST /_sandbox/faults takes the same keys while the sandbox runs.`;

async function run(io: Call, options: SandboxOptions): Promise<void> {
  const dir = join(stateDirectory(io, options), "sandbox");
  const { host, port, seed, fault = [] } = options;
  const sandbox = await openSandbox({ dir, host, port, seed, faults: fault, ...settingsOf(options) }).catch((error: unknown) => {
    throw cannotStart(error, host, port);
  });
  const { id, secret } = DEFAULT_CLIENT;
  if (options.json === true) print(io, JSON.stringify({ url: sandbox.url, refresh_token: sandbox.refreshToken, client: { id, secret } }));
  else {
    print(io, `The sandbox listens on ${sandbox.url}`);
    print(io, `Refresh token: ${sandbox.refreshToken}`);
    print(io, `OAuth client: ${id}, secret ${secret}`);
    print(io, `Open in a browser: ${sandbox.url}/ and, for the interface, ${sandbox.url}/openapi.yaml`);
    print(io, `Its state is in ${dir}. Stop it with Ctrl-C.`);
  }
  await untilStopped(io.signal);
  await sandbox.close();
}

function settingsOf({
  shape,
  tree,
  maxLimit,
  paging,
  ignoreStart,
  nullBodies,
  hideUserIds,
  drift,
  driftSeed,
}: SandboxOptions): SandboxSettings {
  return {
    shape,
    tree,
    maxLimit: maxLimit ?? null,
    paging,
    ignoreStart: ignoreStart ?? false,
    ignoreLimit: false,
    nullBodies: nullBodies ?? false,
    hideUserIds: typeof hideUserIds === "string" ? hideUserIds.split(",").map((group) => group.trim()) : (hideUserIds ?? false),
    namedAs: "objects",
    drift: drift === undefined ? null : { everyRequests: drift, seed: driftSeed },
  };
}

function cannotStart(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!["EADDRINUSE", "EACCES", "EADDRNOTAVAIL", "ENOTFOUND"].includes(code)) return error;
  return new Problem(fact("usage.sandbox_cannot_listen", { host, port: String(port), code }), {
    code: "port_unavailable",
    exit: EXIT.configuration,
    audience: "admin",
    next: fact("advice.choose_free_port", {}),
  });
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!Number.isInteger(number) || number < least || number > most || text.trim() === "")
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    return number;
  };
}

function faults(text: string, before: FaultInput[] = []): FaultInput[] {
  return [...before, parseFault(text)];
}

const FAULT_KEYS: readonly string[] = Object.keys(faultSchema.shape);

const read = decoder(faultSchema);

/**
 * Parses a fault such as `status=500,when=after,share=0.05,path=/users`, with the keys of `POST /_sandbox/faults`. A
 * boolean key needs no value. A comma that no `key=` follows belongs to the value.
 * @throws UsageProblem
 */
export function parseFault(spec: string): FaultInput {
  const fields: Record<string, string> = {};
  for (const part of spec.split(/,\s*(?=[A-Za-z]+(?:=|,|$))/)) {
    const at = part.indexOf("=");
    const key = (at < 0 ? part : part.slice(0, at)).trim();
    if (!FAULT_KEYS.includes(key)) throw wrongFault(unknownKey([key], FAULT_KEYS));
    if (fields[key] !== undefined) throw wrongFault(fact("config.fault", { at: key, what: fact("yaml.key_twice", {}) }));
    fields[key] = at < 0 ? "true" : part.slice(at + 1);
  }
  const judged = faultSchema.safeParse(read(fields));
  if (judged.success) return judged.data;
  const [issue] = judged.error.issues;
  const key = String(issue?.path[0]);
  throw wrongFault(key === "path" || issue === undefined ? fact("config.not_regular_expression", { setting: key }) : issueFact(issue, key));
}

function wrongFault(what: Fact): UsageProblem {
  return new UsageProblem(fact("config.fault", { at: "--fault", what }));
}
