import { Command } from "commander";
import type { Call } from "./io.ts";
import { version } from "./version.ts";

type Add = (io: Call, program: Command) => void;

/**
 * What adds each command, under the headings and in the order of the help. Each stands on libraries of its own, and
 * loading all of them takes longer than many a command: only the one that was asked for is loaded, and all of them for
 * the help.
 */
const COMMANDS: Readonly<Record<string, Readonly<Record<string, () => Promise<Add>>>>> = {
  "Begin:": {
    demo: async () => (await import("./commands/demo.ts")).addDemo,
    init: async () => (await import("./commands/init.ts")).addInit,
    check: async () => (await import("./commands/check.ts")).addCheck,
    schema: async () => (await import("./commands/schema.ts")).addSchema,
    completion: async () => (await import("./commands/completion.ts")).addCompletion,
  },
  "Synchronize:": {
    plan: async () => (await import("./commands/sync.ts")).addPlan,
    sync: async () => (await import("./commands/sync.ts")).addSync,
    runs: async () => (await import("./commands/runs.ts")).addRuns,
    explain: async () => (await import("./commands/explain.ts")).addExplain,
  },
  "Review:": {
    review: async () => (await import("./commands/review.ts")).addReview,
    identities: async () => (await import("./commands/identities.ts")).addIdentities,
    audit: async () => (await import("./commands/audit.ts")).addAudit,
  },
  "Operate:": {
    serve: async () => (await import("./commands/serve.ts")).addServe,
    "emergency-stop": async () => (await import("./commands/emergency-stop.ts")).addEmergencyStop,
    jobs: async () => (await import("./commands/jobs.ts")).addJobs,
    notify: async () => (await import("./commands/notify.ts")).addNotify,
    backup: async () => (await import("./commands/backup.ts")).addBackup,
    restore: async () => (await import("./commands/backup.ts")).addRestore,
    "migrate-state": async () => (await import("./commands/migrate-state.ts")).addMigrateState,
    keys: async () => (await import("./commands/keys.ts")).addKeys,
  },
  "Privacy:": {
    purge: async () => (await import("./commands/purge.ts")).addPurge,
    people: async () => (await import("./commands/people.ts")).addPeople,
  },
  "Access to the console:": {
    users: async () => (await import("./commands/users.ts")).addUsers,
    tokens: async () => (await import("./commands/tokens.ts")).addTokens,
  },
  "Learning service:": {
    sandbox: async () => (await import("./commands/sandbox.ts")).addSandbox,
    service: async () => (await import("./commands/service.ts")).addService,
  },
};

/**
 * The command line: what there is and what it is called. What it does stands in `commands/`.
 * @param first the first word that was given, where it names a command no other is there
 */
export async function buildProgram(io: Call, first = ""): Promise<Command> {
  const program = new Command("rollcall")
    .description(
      "Keeps the users and group memberships of a learning service in step with the HR system,\nand never takes a membership away that nobody approved.",
    )
    .version(version())
    .showHelpAfterError("Add --help to see what there is, with examples.")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => io.columns ?? 80,
      getErrHelpWidth: () => io.columns ?? 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .configureHelp({ showGlobalOptions: true })
    .addHelpText("after", "\nTo begin with: rollcall demo");
  if (first === "--version" || first === "-V") return program;
  const all = Object.entries(COMMANDS).flatMap(([heading, commands]) =>
    Object.entries(commands).map(([name, load]) => ({ heading, name, load })),
  );
  // What completes the commands has to know all of them.
  const asked = first === "completion" ? [] : all.filter(({ name }) => name === first);
  for (const { heading, load } of asked.length === 0 ? all : asked) {
    program.commandsGroup(heading);
    (await load())(io, program);
  }
  return program;
}
