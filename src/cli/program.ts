import { Command } from "commander";
import { addAudit } from "./commands/audit.ts";
import { addBackup, addRestore } from "./commands/backup.ts";
import { addCheck } from "./commands/check.ts";
import { addDemo } from "./commands/demo.ts";
import { addExplain } from "./commands/explain.ts";
import { addIdentities } from "./commands/identities.ts";
import { addInit } from "./commands/init.ts";
import { addJobs } from "./commands/jobs.ts";
import { addKeys } from "./commands/keys.ts";
import { addMigrateState } from "./commands/migrate-state.ts";
import { addNotify } from "./commands/notify.ts";
import { addPeople } from "./commands/people.ts";
import { addPurge } from "./commands/purge.ts";
import { addReview } from "./commands/review.ts";
import { addRuns } from "./commands/runs.ts";
import { addSandbox } from "./commands/sandbox.ts";
import { addSchema } from "./commands/schema.ts";
import { addServe } from "./commands/serve.ts";
import { addService } from "./commands/service.ts";
import { addPlan, addSync } from "./commands/sync.ts";
import { addTokens } from "./commands/tokens.ts";
import { addUsers } from "./commands/users.ts";
import { version } from "./version.ts";

/** The command line: what there is and what it is called. What it does stands in `commands/`. */
export function buildProgram(): Command {
  const program = new Command("rollcall")
    .description(
      "Keeps the users and group memberships of a learning service in step with the HR system,\nand never takes a membership away that nobody approved.",
    )
    .version(version())
    .showHelpAfterError("Add --help to see what there is, with examples.")
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .addHelpText("after", "\nTo begin with: rollcall demo");
  addDemo(program);
  addInit(program);
  addCheck(program);
  addPlan(program);
  addSync(program);
  addExplain(program);
  addRuns(program);
  addReview(program);
  addIdentities(program);
  addAudit(program);
  addJobs(program);
  addPurge(program);
  addPeople(program);
  addNotify(program);
  addBackup(program);
  addRestore(program);
  addMigrateState(program);
  addServe(program);
  addUsers(program);
  addTokens(program);
  addKeys(program);
  addSchema(program);
  addSandbox(program);
  addService(program);
  return program;
}
