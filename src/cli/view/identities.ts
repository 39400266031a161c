import type { SortedIdentities } from "../../directory/identities.ts";
import { unsettledWord, type SeenAccount, type UnsettledCreate } from "../../review/unsettled.ts";
import { counted, moment } from "../../review/words.ts";
import type { Coverage } from "../../run/coverage.ts";
import type { Counted } from "../../store/identities.ts";

/** Where an import comes from: a file, or a report that the service made. */
export type ImportSource = { file: string; sha256: string } | { template: string; report: string };

/** An import, before anything is linked. */
export interface ImportShown {
  source: ImportSource;
  sorted: SortedIdentities;
  keyless: number;
  coverage: Coverage;
}

const mostConflicts = 20;
const mostNames = 10;
const mostInJson = 1000;

/** What an import would link, what conflicts, and what stays unknown on either side. */
export function importedText({ source, sorted, keyless, coverage }: ImportShown): string {
  const { fresh, known, conflicts } = sorted;
  const lines = [
    ...("template" in source ? [`From the report of the template “${source.template}”.`] : []),
    `${fresh.length} people can be linked, ${known} are linked already, ${conflicts.length} rows conflict.`,
  ];
  for (const conflict of conflicts.slice(0, mostConflicts)) lines.push(`  row ${conflict.row}: ${conflict.message}`);
  if (conflicts.length > mostConflicts) lines.push(`  … and ${conflicts.length - mostConflicts} more; --json lists them`);
  if (keyless > 0) lines.push(`${counted(keyless, "account")} of the report ${keyless === 1 ? "has" : "have"} no key: left as they are.`);
  lines.push(...coverageLines(coverage));
  return lines.join("\n");
}

function coverageLines({ people, accounts, why }: Coverage): string[] {
  const lines: string[] = [];
  if (people !== null) {
    const where = people.from === "file" ? "the job's file" : "the last file";
    lines.push(`Of ${counted(people.count, "person", "people")} in ${where} ${people.named} are named here.`);
    lines.push(remains(people.withoutAccount, "person remains", "people remain", "without an account that is known"));
    if (people.named === 0 && people.count > 0)
      lines.push("  None of them: is it the right column? Keys are text: 00123 and 123 are two people.");
  }
  if (accounts !== null) {
    lines.push(remains(accounts.unknown, "account", "accounts", "in groups would belong to nobody we know"));
    if (accounts.inNoGroup.count > 0)
      lines.push(
        remains(accounts.inNoGroup, "account that is named stands", "accounts that are named stand", "in no group, which is fine"),
      );
  }
  return [...lines, ...why];
}

function remains({ count, first }: Counted, one: string, many: string, what: string): string {
  const names = first.slice(0, mostNames).join(", ");
  return `${counted(count, one, many)} ${what}${count === 0 ? "" : `: ${names}${count > mostNames ? ", …" : ""}`}.`;
}

/** The same for machines: counts, and lists of at most 1,000. */
export function importedJson({ source, sorted, keyless, coverage: { people, accounts, why } }: ImportShown): object {
  return {
    would_link: sorted.fresh.length,
    already_linked: sorted.known,
    conflict_count: sorted.conflicts.length,
    conflicts: sorted.conflicts.slice(0, mostInJson),
    links: sorted.fresh.slice(0, mostInJson).map(({ key, userId }) => ({ key, user_id: userId })),
    source,
    without_key: keyless,
    people:
      people === null ? null : { from: people.from, count: people.count, named: people.named, without_account: people.withoutAccount },
    accounts: accounts === null ? null : { read_at: accounts.readAt, unknown: accounts.unknown, in_no_group: accounts.inNoGroup },
    remarks: why,
  };
}

/** The creates that wait to be settled, each with its evidence and the commands that settle it. */
export function unsettledText(creates: readonly UnsettledCreate[]): string {
  return ["Not settled: nobody of these is created again until it is settled.", ...creates.map(oneUnsettled)].join("\n\n");
}

function oneUnsettled({ key, username, status, reason, at, groups, candidates, others, commands }: UnsettledCreate): string {
  return [
    `${key} (${username}), sent ${moment(at)}: ${unsettledWord(status)}.`,
    ...(reason === null ? [] : [`  Why it waits: ${reason}`]),
    `  Groups that it named: ${groups.length === 0 ? "none that tells its members" : groups.join(", ")}`,
    ...accountLines("New accounts in exactly these groups", candidates),
    ...accountLines("Other new accounts that nobody is linked to", others),
    `  If you have found the account: ${commands.link}`,
    `  If there is none:              ${commands.retry}`,
  ].join("\n");
}

function accountLines(title: string, accounts: readonly SeenAccount[]): string[] {
  if (accounts.length === 0) return [];
  return [`  ${title}:`, ...accounts.map(({ user_id: user, groups }) => `    ${user}  ${groups.join(", ") || "in no group any more"}`)];
}
