import { Command } from "commander";
import type { Call } from "../app/io.ts";
import { version } from "../app/version.ts";

type Add = (io: Call, program: Command) => void;

/**
 * The commands, under the headings and in the order of the help. Loading all of them takes longer than running most of
 * them, so only the requested one is loaded; the help loads all.
 */
const COMMANDS: Readonly<Record<string, Readonly<Record<string, () => Promise<Add>>>>> = {
  "Getting started:": {
    demo: async () => (await import("./commands/setup/demo.ts")).addDemo,
    init: async () => (await import("./commands/setup/init.ts")).addInit,
    check: async () => (await import("./commands/check.ts")).addCheck,
    schema: async () => (await import("./commands/setup/schema.ts")).addSchema,
    completion: async () => (await import("./commands/setup/completion.ts")).addCompletion,
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
    serve: async () => (await import("./commands/operate/serve.ts")).addServe,
    "emergency-stop": async () => (await import("./commands/operate/emergency-stop.ts")).addEmergencyStop,
    jobs: async () => (await import("./commands/operate/jobs.ts")).addJobs,
    notify: async () => (await import("./commands/operate/notify.ts")).addNotify,
    backup: async () => (await import("./commands/operate/backup.ts")).addBackup,
    restore: async () => (await import("./commands/operate/backup.ts")).addRestore,
    "migrate-state": async () => (await import("./commands/operate/migrate-state.ts")).addMigrateState,
    keys: async () => (await import("./commands/operate/keys.ts")).addKeys,
  },
  "Privacy:": {
    purge: async () => (await import("./commands/operate/purge.ts")).addPurge,
    people: async () => (await import("./commands/people.ts")).addPeople,
  },
  "Access to the console:": {
    users: async () => (await import("./commands/operate/users.ts")).addUsers,
    tokens: async () => (await import("./commands/operate/tokens.ts")).addTokens,
  },
  "Learning service:": {
    sandbox: async () => (await import("./commands/setup/sandbox.ts")).addSandbox,
    service: async () => (await import("./commands/service.ts")).addService,
  },
};

/**
 * Builds the command line. The commands themselves are in `commands/`.
 * @param first the first argument; if it names a command, only that command is added
 */
export async function buildProgram(io: Call, first = ""): Promise<Command> {
  const program = new Command("rollcall")
    .description(
      "Keeps the users and group memberships of a learning service in sync with the HR system. Removes a membership only after someone approves the removal.",
    )
    .version(version())
    .showHelpAfterError("Add --help for usage and examples.")
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
    .addHelpText("after", "\nGet started: rollcall demo");
  if (first === "--version" || first === "-V") return program;
  const all = Object.entries(COMMANDS).flatMap(([heading, commands]) =>
    Object.entries(commands).map(([name, load]) => ({ heading, name, load })),
  );
  // The completion script needs every command.
  const requested = first === "completion" ? [] : all.filter(({ name }) => name === first);
  for (const { heading, load } of requested.length === 0 ? all : requested) {
    program.commandsGroup(heading);
    (await load())(io, program);
  }
  return program;
}
