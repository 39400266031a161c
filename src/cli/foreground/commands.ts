import { resolve } from "node:path";
import { Option, type Command } from "commander";
import type { Acted, Action, Help } from "../../actions/action.ts";
import { optionOf, parseInput } from "../../actions/input.ts";
import { InputProblem } from "../../actions/refusals.ts";
import type { ActionWork, GivenFile } from "../../actions/work.ts";
import type { Call } from "../../app/io.ts";
import { print, printError, printJson } from "../../app/output.ts";
import { plain } from "../../app/view/terminal.ts";
import { withStore } from "../../app/with-state.ts";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import { EXIT, UsageProblem, type ExitCode } from "../../domain/problem.ts";
import { factText } from "../../reporting/fact-text.ts";
import type { State } from "../../state/state.ts";
import { endWith, worst } from "../failure.ts";
import type { ForegroundOptions } from "./runs.ts";
import { foregroundWork } from "./work.ts";
import { reviewer, withCommonOptions, withExamples } from "../options.ts";
import { readPassword } from "./password.ts";
import { systemUser, whoActs } from "../proven-actor.ts";
import { problemText } from "../view/problem.ts";

type Given = Record<string, unknown>;

interface ActionOptions extends ForegroundOptions {
  reviewer?: string;
}

/** Adds the commands of actions below the command that their usage begins with. */
export function addActions(io: Call, root: Command, actions: readonly Action[]): void {
  for (const action of actions) if (action.command !== undefined) addAction(io, root, action, action.command);
}

function addAction(io: Call, root: Command, action: Action, { usage, about, examples }: Help): void {
  const words = usage.split(" ").slice(1);
  const at = words.findIndex((word) => /^[<[]/.test(word));
  const [names, args] = at < 0 ? [words, []] : [words.slice(0, at), words.slice(at)];
  const parent = names.slice(0, -1).reduce((above, name) => above.commands.find((one) => one.name() === name) ?? above, root);
  const command = parent.command([names.at(-1), ...args].join(" ")).description(about);
  for (const { option } of optionsOf(action)) command.addOption(option);
  if (action.job === "run") command.option("--job <job>", "the job file, if it isn't in jobs/");
  if (action.job === "removal") command.option("--job <job>", "the job file, if it moved since the run");
  if (namesReviewer(action)) command.option(...reviewer);
  withExamples(withCommonOptions(command), ...examples.map((example) => `rollcall ${example}`)).action(async () => {
    const options = command.optsWithGlobals<ActionOptions>();
    await runAction(io, action, await givenBy(io, action, command), options);
  });
}

/** Decisions, and changes of runs and accounts with a reason, record a reviewer; the rest, the user of the system, who has the state. */
function namesReviewer({ right, fields }: Action): boolean {
  return right === "decide" || right === "link" || (right === "run" && Object.hasOwn(fields, "reason"));
}

function optionsOf({ fields }: Action): { name: string; option: Option; secret: boolean }[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const found = optionOf(field);
    if (found === null) return [];
    const option = new Option(found.flags, found.about);
    return [{ name, option: found.default === undefined ? option : option.default(found.default), secret: found.secret === true }];
  });
}

/** Returns the fields that a command line gives. */
async function givenBy(io: Call, action: Action, command: Command): Promise<Given> {
  const options = command.optsWithGlobals<Given>();
  const given: Given = {};
  for (const [at, argument] of command.registeredArguments.entries()) {
    const name = argument.name().replaceAll("-", "_");
    // The id of an address has the name of its subject here.
    given[Object.hasOwn(action.fields, name) || action.upload !== undefined ? name : "id"] = command.processedArgs[at];
  }
  const secrets: Record<string, boolean> = {};
  for (const { name, option, secret } of optionsOf(action)) {
    const value = options[option.attributeName()];
    if (secret) secrets[name] = value === true;
    else given[name] = value;
  }
  const others = Object.fromEntries(Object.entries(action.fields).filter(([name]) => !Object.hasOwn(secrets, name)));
  // Nobody types a password for a command that is refused.
  if (Object.keys(secrets).length > 0) advised(action, () => parseInput(others, given, named(action)));
  for (const [name, fromInput] of Object.entries(secrets)) given[name] = await readPassword(io, fromInput, String(given["name"]));
  return given;
}

/** Performs an action, and prints its result. */
export async function runAction(io: Call, action: Action, given: Given, options: ActionOptions): Promise<void> {
  await withStore(io, options, async (state) => {
    const work = foregroundWork(io, state, options);
    // A command reads the file where it is.
    const { file: path } = given;
    const file = action.upload !== undefined && typeof path === "string" ? { name: path, path: resolve(io.cwd, path), keep: true } : null;
    const acted = await actHere(io, action, given, { state, work, options, file });
    if (!work.printed()) printActed(io, action, acted, options);
  });
}

/** Performs an action on an open state, as the token's or the named reviewer. */
export async function actHere<Json extends object>(
  io: Call,
  action: Action<Json>,
  given: Given,
  { state, work, options, file = null }: { state: State; work: ActionWork; options: ActionOptions; file?: GivenFile | null },
): Promise<Acted<Json>> {
  const by = namesReviewer(action)
    ? await whoActs(io, state, options.reviewer, action.right, io.now())
    : { name: systemUser(), via: "cli" as const };
  const say = options.json === true ? undefined : (said: Fact): void => print(io, plain(factText(said)));
  const context = { state, work, by, now: io.now, file, ...(say === undefined ? {} : { say }) };
  return advised(action, () => action.perform(context, given, named(action)));
}

function named(action: Action): (field: string) => string {
  const flags = new Map(optionsOf(action).map(({ name, option }) => [name, option.long ?? name]));
  return (field) => flags.get(field) ?? field;
}

/** Says which option is missing. */
function advised<T>(action: Action, work: () => T): T {
  const advise = (error: unknown): never => {
    const option =
      error instanceof InputProblem && error.missing ? optionsOf(action).find(({ name }) => name === error.field)?.option : undefined;
    throw option === undefined || !(error instanceof InputProblem)
      ? error
      : new UsageProblem(error.fact, fact("advice.add_option", { option: option.flags }));
  };
  try {
    const result = work();
    return result instanceof Promise ? (result.catch(advise) as T) : result;
  } catch (error) {
    return advise(error);
  }
}

function printActed(io: Call, action: Action, acted: Acted, options: ActionOptions): void {
  const { json, facts, printed = facts, output, partly = false, remarks = [], problems = [] } = acted;
  for (const remark of remarks) printError(io, plain(factText(remark)));
  for (const problem of problems) printError(io, problemText(io, problem));
  const lines = printed.map((said) => plain(factText(said))).join("\n");
  if (output !== undefined && options.json !== true) printError(io, lines);
  if (options.json === true) printJson(io, action.print?.(json) ?? json);
  else if ((output ?? lines) !== "") print(io, output ?? lines);
  endWith(
    io,
    problems.reduce<ExitCode>((code, { exit }) => worst(code, exit), partly ? EXIT.partly : EXIT.done),
  );
}
