import type { Command } from "commander";
import { importIdentities, type ImportOptions } from "../identities/import.ts";
import { linkPerson, type LinkOptions } from "../identities/link.ts";
import { listIdentities, type ListOptions } from "../identities/list.ts";
import { retryCreate, type RetryOptions } from "../identities/retry.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { systemUser as defaultReviewer } from "../proven-actor.ts";
import type { Call } from "../io.ts";

export function addIdentities(io: Call, program: Command): void {
  const identities = program
    .command("identities")
    .description("who is who: which HR key belongs to which account; list, import, link, retry");
  withExamples(
    withCommonOptions(
      identities.command("list <job>").description("the links, and creates whose outcome is not known").option("--unsettled", "only those"),
    ).action((job: string, options: ListOptions) => listIdentities(io, job, options)),
    "rollcall identities list nightly --unsettled",
  );
  withExamples(
    withCommonOptions(
      identities
        .command("import <job> [file]")
        .description("link existing accounts from a CSV or XLSX file; without one, from the report that the job names")
        .option("--key <column>", "the column with the HR key (default: the job's service.identities.report.key)")
        .option("--user-id <column>", "the column with the account's user_id (default: the job's service.identities.report.user_id)")
        .option("--dry-run", "show what would be linked, and link nothing")
        .option("--yes", "do not ask")
        .option("--even-if-none-fits", "link although none of HR's people is named")
        .option("--reviewer <name>", "who imports, for the audit trail", defaultReviewer()),
    ).action((job: string, file: string | undefined, options: ImportOptions) => importIdentities(io, job, file, options)),
    'rollcall identities import nightly accounts.csv --key "Employee ID" --user-id user_id --dry-run',
    "rollcall identities import nightly",
  );
  withExamples(
    withCommonOptions(
      identities
        .command("link <job> <key> <user-id>")
        .description("link one person to one account, by hand")
        .option("--from <key>", "take the account away from this key, which has it now")
        .option("--reason <text>", "why, for the audit trail", "")
        .option("--yes", "do not ask")
        .option("--reviewer <name>", "who decides", defaultReviewer()),
    ).action((job: string, key: string, userId: string, options: LinkOptions) => linkPerson(io, job, key, userId, options)),
    "rollcall identities link nightly 00123 3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11",
    'rollcall identities link nightly 90123 3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11 --from 00123 --reason "New key after the merger"',
  );
  withExamples(
    withCommonOptions(
      identities
        .command("retry <job> <key>")
        .description("say that a create did not happen, or that two keys are two people: the next run makes the account")
        .option("--reason <text>", "why: it goes into the audit trail", "")
        .option("--force", "also where the service accepted the create, so that there is an account unless somebody deleted it")
        .option("--yes", "do not ask")
        .option("--reviewer <name>", "who decides", defaultReviewer()),
    ).action((job: string, key: string, options: RetryOptions) => retryCreate(io, job, key, options)),
    'rollcall identities retry nightly 00123 --reason "Not in the service: looked it up by name and by e-mail"',
  );
}
