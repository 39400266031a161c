import type { Argument, Command, Option } from "commander";
import { codeOf, table } from "./markdown.ts";

/** Options that stand once at the top. Usages leave out the first three, which most commands have. */
const USUAL = ["--state", "--json", "--quiet"];
const AT_TOP = [...USUAL, "--reviewer", "--reason"];

/** Commands with almost the same options, in one section. */
const TOGETHER = ["plan", "sync"];

const START = `# Commands

<!-- Made from src/cli/program.ts by \`npm run commands\`. -->

Write \`rollcall\` before each, in a checkout \`npx rollcall\`. \`--help\` shows examples. \`<job>\` is the path of a job file, or a name in \`jobs/\`. Most commands take the first three options. See also [exit codes](errors.md) and [environment variables](environment.md).
`;

const SERVICE = `\`service AREA ACTION [id]\` calls one endpoint of the [learning service](openapi.yaml). \`--help\` of an action lists its parameters.`;

/** Returns docs/reference/commands.md: every command of the program, with its arguments and options. */
export function commandsPage(program: Command): string {
  const all = leavesOf(program).flatMap(({ command }) => command.options);
  const top = AT_TOP.map((name) => mostFrequent(all.filter(({ long }) => long === name)));
  const context = (commands: readonly Command[]): Section => ({ leaves: commands.flatMap((each) => leavesOf(each, [each.name()])), top });
  const together = program.commands.filter((command) => TOGETHER.includes(command.name()));
  return [
    START,
    table(
      ["option", "meaning"],
      top.map((option) => [codeOf(flagsOf(option)), aboutOf(option)]),
    ),
    ...[...Map.groupBy(program.commands, (command) => command.helpGroup())].flatMap(([heading, commands]) => [
      `\n## ${heading.replace(/:$/, "")}`,
      ...commands.flatMap((command) => {
        if (command.name() === "service") return ["\n### service\n", ...serviceSection(context([command]))];
        const those = together.includes(command) ? together : [command];
        return those[0] === command ? [`\n### ${those.map((each) => each.name()).join(" and ")}\n`, ...section(context(those))] : [];
      }),
    ]),
    "",
  ].join("\n");
}

interface Leaf {
  /** Without the program: `["runs", "show"]`. */
  path: readonly string[];
  command: Command;
}

interface Section {
  leaves: readonly Leaf[];
  /** The options that the page lists first. */
  top: readonly Option[];
}

/** Returns the commands that do something: those without subcommands, and those with an action beside them. */
function leavesOf(command: Command, path: readonly string[] = []): Leaf[] {
  const below = command.commands.flatMap((one) => leavesOf(one, [...path, one.name()]));
  // Only a command with an action has options of its own.
  return [...(below.length === 0 || command.options.length > 0 ? [{ path, command }] : []), ...below];
}

function section({ leaves, top }: Section): string[] {
  const [first] = leaves;
  if (first === undefined) return [];
  const about = ({ command }: Leaf): string => plain(sentence(command.description()));
  return [
    leaves.length === 1
      ? `${codeOf(usageOf(first, optionalOf(first).length > 2))}: ${about(first)}`
      : table(
          ["command", "effect"],
          leaves.map((leaf) => [codeOf(usageOf(leaf, isLong(leaf))), about(leaf)]),
        ),
    ...optionsOf({ leaves, top }),
  ];
}

function serviceSection({ leaves, top }: Section): string[] {
  const isVerify = ({ path }: Leaf): boolean => path[1] === "verify";
  const endpoints = leaves.filter((leaf) => !isVerify(leaf));
  const areas = Map.groupBy(endpoints, ({ path }) => path.slice(1, -1).join(" "));
  const actions = [...areas].map(([area, those]) => codeOf(`${area} ${those.map(({ path }) => path.at(-1)).join("|")}`));
  return [
    ...section({ leaves: leaves.filter(isVerify), top }),
    `\n${SERVICE} Areas and actions: ${actions.join(", ")}.`,
    ...optionsOf({ leaves: endpoints, top }),
  ];
}

function optionalOf({ command }: Leaf): Option[] {
  return command.options.filter((option) => !USUAL.includes(option.long ?? "") && !isRequired(option));
}

/** Whether the options of a command would fill several lines. */
function isLong(leaf: Leaf): boolean {
  return optionalOf(leaf).filter(({ long }) => !AT_TOP.includes(long ?? "")).length > 5;
}

/** @param short whether the optional options are only in the table below */
function usageOf(leaf: Leaf, short: boolean): string {
  const { path, command } = leaf;
  return [
    ...path,
    // An argument beside subcommands stands for their names.
    ...(command.commands.length > 0 ? [] : command.registeredArguments.map(argumentOf)),
    ...command.options.filter(isRequired).map(flagsOf),
    ...(short ? ["[options]"] : optionalOf(leaf).map((option) => `[${flagsOf(option)}]`)),
  ].join(" ");
}

/** Returns a table of the options, with the commands where a meaning differs between them. */
function optionsOf({ leaves, top }: Section): string[] {
  const used = leaves.flatMap(({ path, command }) => command.options.map((option) => ({ name: path.at(-1) ?? "", option })));
  const own = used.filter(({ option }) => !top.some((each) => each.long === option.long && saysAll(each, option)));
  const long = leaves.filter(isLong);
  const rows = [...Map.groupBy(own, ({ option }) => flagsOf(option))].map(([flags, uses]) => {
    const meanings = [...Map.groupBy(uses, ({ option }) => aboutOf(option))];
    const clear = leaves.length === 1 || long.every(({ command }) => uses.some(({ option }) => command.options.includes(option)));
    const all = clear && meanings.length === 1;
    const texts = meanings.map(([about, those]) => (all ? about : `${those.map(({ name }) => codeOf(name)).join(", ")}: ${about}`));
    return [codeOf(flags), texts.join("; ")];
  });
  if (rows.length < 2) return rows.map((row) => `\n${row.join(": ")}.`);
  return ["", table(["option", "meaning"], rows)];
}

/** Whether the row of an option at the top is enough for a command with other words. */
function saysAll(top: Option, option: Option): boolean {
  return top.long === "--reviewer" || aboutOf(top) === aboutOf(option);
}

function mostFrequent(options: readonly Option[]): Option {
  const groups = [...Map.groupBy(options, aboutOf).values()].toSorted((a, b) => b.length - a.length);
  const option = groups[0]?.[0];
  if (option === undefined) throw new Error("no command has this option");
  return option;
}

/** Whether a command fails without the option. Some check it themselves, to say more than commander would. */
function isRequired({ mandatory, description }: Option): boolean {
  return mandatory || description.endsWith("; required");
}

/** Returns `--job=<name>`, or the values in place of a name. */
function flagsOf({ flags, argChoices }: Option): string {
  const named = argChoices === undefined ? flags : flags.replace(/<.*>$/, `<${argChoices.join("|")}>`);
  return named.replace(/ (<.*>)$/, "=$1").replace(/ \[(.*)\]$/, "[=$1]");
}

/** Returns what an option does, with its default. */
function aboutOf({ description, defaultValue }: Option): string {
  const set = defaultValue === undefined || defaultValue === "" ? "" : ` (default: ${String(defaultValue)})`;
  return plain(`${description.replace(/; required$/, "").replace("see below", "see `--help`")}${set}`);
}

function argumentOf(argument: Argument): string {
  const name = argument.argChoices?.join("|") ?? argument.name() + (argument.variadic ? "..." : "");
  return argument.required ? `<${name}>` : `[${name}]`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Escapes what Markdown would read as formatting, outside of code. */
function plain(text: string): string {
  return text.replaceAll(/`[^`]*`|[*_<]/g, (found) => (found.startsWith("`") ? found : `\\${found}`));
}
