import { commandTree, type CompletedCommand } from "./tree.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** Returns the script with which a shell completes `rollcall`. It is self-contained, so that completing never starts Node. */
export function completionScript(shell: Shell, program: Parameters<typeof commandTree>[0]): string {
  return { bash, zsh, fish }[shell](commandTree(program));
}

const spaced = (path: readonly string[]): string => path.map((word) => ` ${word}`).join("");
const wordsOf = ({ commands, choices }: CompletedCommand): string[] => [...commands.map(({ name }) => name), ...choices];
/** Returns the options that take a value; the word after them is never a command. */
const withValue = (tree: readonly CompletedCommand[]): string[] => [
  ...new Set(tree.flatMap(({ options }) => options.filter(({ takesValue }) => takesValue).map(({ name }) => name))),
];
const beginnings = (tree: readonly CompletedCommand[]): string[] =>
  tree.filter(({ path }) => path.length > 0).map(({ path }) => `"${spaced(path)}"`);

function bash(tree: readonly CompletedCommand[]): string {
  const cases = tree.map(
    (command) =>
      `    "${spaced(command.path)}") words="${wordsOf(command).join(" ")}" options="${command.options.map(({ name }) => name).join(" ")}" job=${command.takesJob ? 1 : 0} ;;`,
  );
  return `# rollcall completion bash > ~/.local/share/bash-completion/completions/rollcall
_rollcall_jobs() {
  local file
  for file in jobs/*.yaml jobs/*.yml; do
    if [ -e "$file" ]; then file=\${file##*/}; printf '%s\\n' "\${file%.*}"; fi
  done
}

_rollcall() {
  local at="" given=0 skip=0 words="" options="" job=0 i word last=""
  local current=\${COMP_WORDS[COMP_CWORD]}
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if ((skip)); then skip=0; continue; fi
    case "$word" in
      ${withValue(tree).join("|")}) skip=1; continue ;;
      -*) continue ;;
    esac
    case "$at $word" in
      ${beginnings(tree).join("|")}) at="$at $word" ;;
      *) given=$((given + 1)) ;;
    esac
  done
  last=\${COMP_WORDS[COMP_CWORD - 1]}
  case "$at" in
${cases.join("\n")}
  esac
  COMPREPLY=()
  if [ "$last" = "--job" ]; then
    words=$(_rollcall_jobs)
  elif ((skip)); then
    return
  elif [[ $current == -* ]]; then
    words=$options
  elif ((job && given == 0)); then
    words="$words $(_rollcall_jobs)"
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -o default -F _rollcall rollcall
`;
}

function zsh(tree: readonly CompletedCommand[]): string {
  const described = (list: readonly { name: string; about: string }[]): string =>
    list.map(({ name, about }) => `'${name}:${about}'`).join(" ");
  const cases = tree.map(
    (command) =>
      `    "${spaced(command.path)}") words_here=(${described([...command.commands, ...command.choices.map((name) => ({ name, about: "" }))])}); options=(${described(command.options)}); job=${command.takesJob ? 1 : 0} ;;`,
  );
  return `#compdef rollcall
# rollcall completion zsh > "\${fpath[1]}/_rollcall"
_rollcall_jobs() {
  local -a jobs_here
  jobs_here=(jobs/*.yaml(N:t:r) jobs/*.yml(N:t:r))
  (( $#jobs_here )) && _describe 'job' jobs_here
}

_rollcall() {
  local at="" word
  local -a words_here options
  integer i skip=0 given=0 job=0
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if ((skip)); then skip=0; continue; fi
    case "$word" in
      (${withValue(tree).join("|")}) skip=1; continue ;;
      (-*) continue ;;
    esac
    case "$at $word" in
      (${beginnings(tree).join("|")}) at="$at $word" ;;
      (*) given+=1 ;;
    esac
  done
  case "$at" in
${cases.map((line) => line.replace(/^ {4}/, "    (")).join("\n")}
  esac
  if [[ $words[CURRENT-1] == --job ]]; then _rollcall_jobs; return; fi
  if ((skip)); then _files; return; fi
  if [[ $PREFIX == -* ]]; then _describe 'option' options; return; fi
  (( $#words_here )) && _describe 'command' words_here
  if ((job && given == 0)); then _rollcall_jobs; fi
  (( $#words_here == 0 && (job == 0 || given > 0) )) && _files
}

if [ "$funcstack[1]" = "_rollcall" ]; then _rollcall "$@"; else compdef _rollcall rollcall; fi
`;
}

function fish(tree: readonly CompletedCommand[]): string {
  const lines = tree.flatMap((command) => {
    const here = `-n '__rollcall_at "${spaced(command.path)}"'`;
    return [
      ...command.commands.map(({ name, about }) => `complete -c rollcall -f ${here} -a '${name}' -d '${about}'`),
      ...command.choices.map((choice) => `complete -c rollcall -f ${here} -a '${choice}'`),
      ...(command.takesJob ? [`complete -c rollcall -f ${here} -a '(__rollcall_jobs)' -d 'job'`] : []),
      ...command.options.map(
        ({ name, about, takesValue, takesJob }) =>
          `complete -c rollcall ${here} -l '${name.replace(/^--/, "")}'${takesValue ? " -r" : ""}${takesJob ? " -f -a '(__rollcall_jobs)'" : ""} -d '${about}'`,
      ),
    ];
  });
  return `# rollcall completion fish > ~/.config/fish/completions/rollcall.fish
function __rollcall_jobs
  for file in jobs/*.yaml jobs/*.yml
    string replace -r '^.*/(.*)\\.ya?ml$' '$1' -- $file
  end
end

function __rollcall_at
  set -l at ""
  set -l skip 0
  for word in (commandline -opc)[2..-1]
    if test $skip -eq 1
      set skip 0
      continue
    end
    if contains -- $word ${withValue(tree).join(" ")}
      set skip 1
      continue
    end
    if contains -- "$at $word" ${beginnings(tree).join(" ")}
      set at "$at $word"
    end
  end
  test "$at" = $argv[1]
end

${lines.join("\n")}
`;
}
