import { Argument, type Command } from "commander";
import { completionScript, SHELLS, type Shell } from "../../completion/scripts.ts";
import { withExamples } from "../../options.ts";
import { print } from "../../../app/output.ts";
import type { Call } from "../../../app/io.ts";

export function addCompletion(io: Call, command: Command): void {
  command
    .addArgument(new Argument("<shell>", "the shell").choices(SHELLS))
    .action((shell: Shell) => print(io, completionScript(shell, command.parent ?? command).trimEnd()));
  withExamples(
    command,
    "rollcall completion bash > ~/.local/share/bash-completion/completions/rollcall",
    'rollcall completion zsh > "${fpath[1]}/_rollcall"',
    "rollcall completion fish > ~/.config/fish/completions/rollcall.fish",
  );
}
