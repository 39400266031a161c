import type { Command } from "commander";

/** One command as a shell completes it. */
export interface CompletedCommand {
  /** The words after the program's name: `["runs", "show"]`; empty for the program itself. */
  path: readonly string[];
  about: string;
  commands: readonly { name: string; about: string }[];
  options: readonly CompletedOption[];
  /** Whether its first argument is a job. */
  takesJob: boolean;
  /** The allowed values of its arguments, where they are listed. */
  choices: readonly string[];
}

interface CompletedOption {
  /** With its dashes. */
  name: string;
  about: string;
  takesValue: boolean;
  takesJob: boolean;
}

/** Returns a program and all commands below it, the program first. */
export function commandTree(program: Command, path: readonly string[] = []): CompletedCommand[] {
  const commands = program.commands.filter((command) => command.name() !== "help");
  const args = program.registeredArguments;
  const own: CompletedCommand = {
    path,
    about: firstSentence(program.description()),
    commands: commands.map((command) => ({ name: command.name(), about: firstSentence(command.description()) })),
    options: [
      ...program.options.flatMap(({ long, description, required, optional, flags }) =>
        long === undefined || long === null
          ? []
          : [
              {
                name: long,
                about: firstSentence(description),
                takesValue: required || optional,
                takesJob: long === "--job" && /<(job|name)>/.test(flags),
              },
            ],
      ),
      { name: "--help", about: "show the help, with examples", takesValue: false, takesJob: false },
    ],
    takesJob: args[0]?.name() === "job",
    choices: args.flatMap(({ argChoices }) => argChoices ?? []),
  };
  return [own, ...commands.flatMap((command) => commandTree(command, [...path, command.name()]))];
}

/** Returns the first sentence, without the characters that are special in a shell. */
function firstSentence(text: string): string {
  return (text.split(/[;\n]|\. /, 1)[0] ?? "")
    .replaceAll(/[`'"\\$[\]:]/g, "")
    .trim()
    .slice(0, 80);
}
