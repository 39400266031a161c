import type { Command } from "commander";
import { secretKey } from "../../config/environment.ts";
import { EXIT } from "../../model/problem.ts";
import { moveState } from "../moving/move.ts";
import { targetOf } from "../moving/target.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../output.ts";
import { reportProgress } from "../progress.ts";
import { systemUser } from "../proven-actor.ts";
import { movedText } from "../view/moved.ts";
import { stateDirectory, type CommonOptions } from "../wire.ts";
import { endWith } from "../failure.ts";
import type { Call } from "../io.ts";

interface MigrateOptions extends CommonOptions {
  to?: string;
}

/** `rollcall migrate-state` */
export function addMigrateState(io: Call, program: Command): void {
  withExamples(
    withCommonOptions(
      program
        .command("migrate-state")
        .description("move the embedded state to an empty PostgreSQL database, compare every row, and give up the old one")
        .option(
          "--to <url>",
          "postgres://USER@HOST:5432/DATABASE (default: DATABASE_URL); keep the password out of it: PGPASSWORD, or DATABASE_URL_FILE",
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
  const moved = await moveState({ dir, target, secret, by: systemUser(), progress, command: io.command, now: io.now });
  if (options.json === true) printJson(io, moved);
  else print(io, movedText(moved, secret !== null));
  // Somebody has to look at it, here or there.
  if (moved.audit.broken !== null) endWith(io, EXIT.partly);
}
