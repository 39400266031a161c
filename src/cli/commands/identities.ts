import type { Command } from "commander";
import { importIdentities, type ImportOptions } from "../identities/import.ts";
import { linkPerson, type LinkOptions } from "../identities/link.ts";
import { listIdentities, type ListOptions } from "../identities/list.ts";
import { retryCreate, type RetryOptions } from "../identities/retry.ts";
import { reviewer, withCommonOptions, withExamples } from "../options.ts";
import type { Call } from "../../app/io.ts";

export function addIdentities(io: Call, identities: Command): void {
  withExamples(
    withCommonOptions(
      identities
        .command("list <job>")
        .description("list links and unconfirmed accounts")
        .option("--unsettled", "only unconfirmed accounts"),
    ).action((job: string, options: ListOptions) => listIdentities(io, job, options)),
    "rollcall identities list nightly --unsettled",
  );
  withExamples(
    withCommonOptions(
      identities
        .command("import <job> [file]")
        .description("link existing accounts from a CSV or XLSX file; without a file, from the report that the job names")
        .option("--key <column>", "the column with the HR key (default: the job's service.identities.report.key)")
        .option("--user-id <column>", "the column with the account's user_id (default: the job's service.identities.report.user_id)")
        .option("--dry-run", "show what would be linked, but link nothing")
        .option("--yes", "skip the confirmation")
        .option("--even-if-none-fits", "link even if no key matches a person of the HR file")
        .option(...reviewer),
    ).action((job: string, file: string | undefined, options: ImportOptions) => importIdentities(io, job, file, options)),
    'rollcall identities import nightly accounts.csv --key "Employee ID" --user-id user_id --dry-run',
    "rollcall identities import nightly",
  );
  withExamples(
    withCommonOptions(
      identities
        .command("link <job> <key> <user-id>")
        .description("link one person to one account")
        .option("--from <key>", "move the account from this key, which it is linked to now")
        .option("--reason <text>", "why, for the audit trail", "")
        .option("--yes", "skip the confirmation")
        .option(...reviewer),
    ).action((job: string, key: string, userId: string, options: LinkOptions) => linkPerson(io, job, key, userId, options)),
    "rollcall identities link nightly 00123 3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11",
    'rollcall identities link nightly 90123 3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11 --from 00123 --reason "New key after the merger"',
  );
  withExamples(
    withCommonOptions(
      identities
        .command("retry <job> <key>")
        .description("confirm that a person has no account, or that two keys are two people; the next run creates the account")
        .option("--reason <text>", "why, for the audit trail", "")
        .option("--force", "even if the service accepted the creation, so that an account exists unless it was deleted")
        .option("--yes", "skip the confirmation")
        .option(...reviewer),
    ).action((job: string, key: string, options: RetryOptions) => retryCreate(io, job, key, options)),
    'rollcall identities retry nightly 00123 --reason "Not in the service: looked it up by name and by e-mail"',
  );
}
