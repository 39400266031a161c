import { Option, type Command } from "commander";

/** Adds the options that every command has. */
export function withCommonOptions(command: Command): Command {
  return command
    .addOption(new Option("--state <dir>", "directory of the state (default: ROLLCALL_STATE, else ./.rollcall)"))
    .option("--json", "print the result as JSON on standard output")
    .option("--quiet", "don't show progress");
}

/** Adds examples to a command's help. */
export function withExamples(command: Command, ...examples: string[]): Command {
  return command.addHelpText("after", `\nExamples:\n${examples.map((example) => `  ${example}`).join("\n")}`);
}

/** The option that names a reviewer; `whoActs` reads it. */
export const reviewer = [
  "--reviewer <name>",
  "who decides (default: the operating system user; ROLLCALL_TOKEN verifies the name)",
] as const;
