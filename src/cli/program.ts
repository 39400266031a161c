import { Command, Option } from "commander";
import type { Action } from "../actions/action.ts";
import type { Call } from "../app/io.ts";
import { version } from "../app/version.ts";

interface Listed {
  /** The options and arguments that the help shows. */
  usage?: string;
  about: string;
  /** Listed by `rollcall help more` only. */
  more?: true;
  /** Returns the function that adds arguments, options and the action. */
  load: () => Promise<(io: Call, command: Command) => void>;
  /** Returns the actions that have a command below this one. */
  actions?: () => Promise<readonly Action[]>;
}

/**
 * The commands, under the headings and in the order of the help. Loading all of them takes longer than running most of
 * them, so only the requested one is loaded; the help needs none.
 */
const COMMANDS: Readonly<Record<string, Readonly<Record<string, Listed>>>> = {
  "Getting started:": {
    demo: {
      usage: "[options]",
      about: "watch one nightly run with a local learning service and a company of 300 people",
      load: async () => (await import("./commands/setup/demo.ts")).addDemo,
    },
    init: {
      usage: "[options] [file]",
      about: "create a first mapping and job from a sample file; asks what the file doesn't show, and sends nothing",
      load: async () => (await import("./commands/setup/init.ts")).addInit,
    },
    check: {
      usage: "[options] <job>",
      about: "check configuration, file and service before a run; changes nothing",
      load: async () => (await import("./commands/check.ts")).addCheck,
    },
    schema: {
      usage: "<format>",
      about: "print the JSON Schema of a format, for completion and checks in editors",
      more: true,
      load: async () => (await import("./commands/setup/schema.ts")).addSchema,
    },
    completion: {
      usage: "<shell>",
      about: "print the shell script that completes commands, options and job names",
      more: true,
      load: async () => (await import("./commands/setup/completion.ts")).addCompletion,
    },
  },
  "Synchronize:": {
    plan: {
      usage: "[options] <job>",
      about: "compute, store and show the plan; sends nothing",
      load: async () => (await import("./commands/sync.ts")).addPlan,
    },
    sync: {
      usage: "[options] <job>",
      about: "plan and apply: compute the changes, send them, and leave every removal pending for review",
      load: async () => (await import("./commands/sync.ts")).addSync,
    },
    runs: {
      about: "past runs: list, show, resume, approve or cancel a run on hold, revert removals",
      load: async () => (await import("./commands/runs.ts")).addRuns,
      actions: async () => (await import("../actions/runs.ts")).RUN_ACTIONS,
    },
    explain: {
      usage: "[options] <job> <person>",
      about: "explain one person: the row, the cell and mapping line behind each field and group, what a run would do, history",
      load: async () => (await import("./commands/explain.ts")).addExplain,
    },
    export: {
      about: "training records for HR: progress",
      more: true,
      load: async () => (await import("./commands/export.ts")).addExport,
    },
  },
  "Review:": {
    review: {
      about: "pending removals: list, show, approve, reject, reassign",
      load: async () => (await import("./commands/review.ts")).addReview,
      actions: async () => (await import("../actions/review.ts")).REVIEW_ACTIONS,
    },
    groups: {
      about: "groups that the service doesn't have: missing, approve",
      load: async () => (await import("./commands/groups.ts")).addGroups,
      actions: async () => (await import("../actions/missing-groups.ts")).MISSING_GROUP_ACTIONS,
    },
    identities: {
      about: "links between HR keys and accounts: list, import, link, retry",
      load: async () => (await import("./commands/identities.ts")).addIdentities,
      actions: async () => (await import("../actions/identities.ts")).IDENTITY_ACTIONS,
    },
    audit: {
      about: "the audit trail of decisions and removals: list, verify, export",
      load: async () => (await import("./commands/audit.ts")).addAudit,
    },
  },
  "Operate:": {
    serve: {
      usage: "[options]",
      about: "run the daemon: start jobs on schedule and serve the console, until Ctrl-C or SIGTERM",
      load: async () => (await import("./commands/operate/serve.ts")).addServe,
    },
    "emergency-stop": {
      usage: "[options] [account]",
      about: "stop all requests to a service account until someone lifts the stop; without an account, list active stops",
      load: async () => (await import("./commands/operate/emergency-stop.ts")).addEmergencyStop,
    },
    jobs: {
      about: "job files: list, reload",
      load: async () => (await import("./commands/operate/jobs.ts")).addJobs,
      actions: async () => (await import("../actions/jobs.ts")).JOB_ACTIONS,
    },
    notify: {
      usage: "[options] <job>",
      about: "send notifications about the last run, and once a day about pending work, by mail and webhook",
      more: true,
      load: async () => (await import("./commands/operate/notify.ts")).addNotify,
    },
    backup: {
      usage: "[options] <file>",
      about: "copy the embedded state to one file, while no other process uses it",
      more: true,
      load: async () => (await import("./commands/operate/backup.ts")).addBackup,
    },
    restore: {
      usage: "[options] [file]",
      about: "restore the embedded state from a backup; new accounts are then blocked until you confirm that all accounts are linked",
      more: true,
      load: async () => (await import("./commands/operate/backup.ts")).addRestore,
    },
    "migrate-state": {
      usage: "[options]",
      about: "move the embedded state to an empty PostgreSQL database, compare every table, and retire the old state",
      more: true,
      load: async () => (await import("./commands/operate/migrate-state.ts")).addMigrateState,
    },
    keys: {
      about: "encryption keys for tokens and sensitive values in the state",
      more: true,
      load: async () => (await import("./commands/operate/keys.ts")).addKeys,
    },
  },
  "Privacy:": {
    purge: {
      usage: "[options]",
      about: "delete data older than `retention` in the job files; docs/reference/data-kept.md describes each kind",
      more: true,
      load: async () => (await import("./commands/operate/purge.ts")).addPurge,
    },
    people: {
      about: "people and the data about them: accounts deactivated by hand, erasure of everything about one person",
      more: true,
      load: async () => (await import("./commands/people.ts")).addPeople,
      actions: async () => (await import("../actions/people.ts")).PEOPLE_ACTIONS,
    },
  },
  "Access to the console:": {
    users: {
      about: "users of the console: add, list, role, password, disable, enable",
      more: true,
      load: async () => (await import("./commands/operate/users.ts")).addUsers,
      actions: async () => (await import("../actions/users.ts")).USER_ACTIONS,
    },
    tokens: {
      about: "API tokens for machines and for reviewers on the command line: create, list, revoke",
      more: true,
      load: async () => (await import("./commands/operate/tokens.ts")).addTokens,
      actions: async () => (await import("../actions/tokens.ts")).TOKEN_ACTIONS,
    },
  },
  "Learning service:": {
    sandbox: {
      usage: "[options]",
      about: "run the learning service as a local server in the foreground, with a web page",
      more: true,
      load: async () => (await import("./commands/setup/sandbox.ts")).addSandbox,
    },
    service: {
      about: "call any endpoint of the learning service: of the sandbox, or of a job's service",
      more: true,
      load: async () => (await import("./commands/service.ts")).addService,
    },
  },
};

/** Commands that only read, and start faster without the actions beside them. */
const LOOKS = ["list", "show"];

/**
 * Builds the command line. The commands themselves are in `commands/`.
 * @param argv only the command that it names is loaded; the others are listed only. Without it, all are loaded.
 */
export async function buildProgram(io: Call, argv: readonly string[] | null = null): Promise<Command> {
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
    .addHelpText("after", "\nGet started: rollcall demo\nMore commands: rollcall help more");
  const [requested, below] = argv?.filter((word) => word !== "help" && !word.startsWith("-")) ?? [];
  // The completion script needs every command.
  const all = argv === null || requested === "completion";
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const [name, { usage = "", about, more = false, load, actions }] of Object.entries(commands)) {
      const command = program.command(name, { hidden: more }).description(about);
      if (all || name === requested) {
        (await load())(io, command);
        if (actions !== undefined && !LOOKS.includes(below ?? ""))
          (await import("./foreground/commands.ts")).addActions(io, command, await actions());
      } else addUsage(command, usage);
    }
  }
  if (argv?.[0] === "help" && requested === "more") addMore(program);
  return program;
}

/** Adds a command whose help lists the commands that the help of the program leaves out. */
function addMore(program: Command): void {
  const listing = program
    .command("more", { hidden: true })
    .description("The commands that `rollcall --help` leaves out.")
    .configureHelp({ commandUsage: () => "rollcall [command] [options]" })
    .helpCommand(false);
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    listing.commandsGroup(heading);
    for (const [name, { usage = "", about, more = false }] of Object.entries(commands))
      if (more) addUsage(listing.command(name).description(about), usage);
  }
}

/** Lists a command that is not loaded as it would be listed with its options and arguments. */
function addUsage(command: Command, usage: string): void {
  for (const word of usage.split(" ").filter((one) => one !== "")) {
    if (word === "[options]") command.addOption(new Option("--any"));
    else command.argument(word);
  }
}
