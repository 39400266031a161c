import { shownAuditState } from "../../../review/audit-state.ts";
import type { Command } from "commander";
import { secretKey } from "../../../config/environment.ts";
import { EXIT } from "../../../domain/problem.ts";
import { migrateState } from "../../../state/migrate-to-server/migrate.ts";
import { targetOf } from "../../../state/migrate-to-server/target.ts";
import { withCommonOptions, withExamples } from "../../options.ts";
import { print, printJson } from "../../../app/output.ts";
import { reportProgress } from "../../../app/progress.ts";
import { systemUser } from "../../proven-actor.ts";
import { migratedText } from "../../view/migrated.ts";
import { stateDirectory, type CommonOptions } from "../../../app/open-session.ts";
import { endWith } from "../../failure.ts";
import type { Call } from "../../../app/io.ts";

interface MigrateOptions extends CommonOptions {
  to?: string;
}

/** `rollcall migrate-state` */
export function addMigrateState(io: Call, command: Command): void {
  withExamples(
    withCommonOptions(
      command
        .option(
          "--to <url>",
          "postgres://USER@HOST:5432/DATABASE (default: DATABASE_URL), without the password; use PGPASSWORD or DATABASE_URL_FILE for that",
        )
        .action((options: MigrateOptions) => migrate(io, options)),
    ),
    "rollcall migrate-state --to postgres://rollcall@db.example.com:5432/rollcall     # the password in PGPASSWORD",
    "DATABASE_URL_FILE=/run/secrets/database_url rollcall migrate-state --state /var/lib/rollcall --json",
  );
}

async function migrate(io: Call, { to, ...options }: MigrateOptions): Promise<void> {
  const target = targetOf(to, io.env);
  const secret = secretKey(io.env);
  const progress = reportProgress(io, options.quiet === true);
  const dir = stateDirectory(io, options);
  const moved = await migrateState({ dir, target, secret, by: systemUser(), progress, command: io.command, now: io.now });
  if (options.json === true) printJson(io, { ...moved, audit: shownAuditState(moved.audit) });
  else print(io, migratedText(moved, secret !== null));
  // A person must look into a broken audit trail.
  if (moved.audit.broken !== null) endWith(io, EXIT.partly);
}
