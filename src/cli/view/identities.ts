import type { SortedIdentities } from "../../identities/employee-keys.ts";
import { unconfirmedLabel, type SeenAccount, type UnconfirmedCreate } from "../../reporting/unconfirmed.ts";
import { englishText, factText, withMessage } from "../../reporting/fact-text.ts";
import { counted, moment } from "../../reporting/labels.ts";
import type { Coverage } from "../../identities/coverage.ts";
import type { Counted } from "../../store/identities/intent-pages.ts";

/** The source of an import: a file, or a report of the service. */
export type ImportSource = { file: string; sha256: string } | { template: string; report: string };

/** An import before anything is linked. */
export interface ImportShown {
  source: ImportSource;
  sorted: SortedIdentities;
  keyless: number;
  coverage: Coverage;
}

const MAX_CONFLICTS = 20;
const MAX_NAMES = 10;
const MAX_JSON_ITEMS = 1000;

/** Formats what an import would link, what conflicts, and what stays unknown on either side. */
export function importedText({ source, sorted, keyless, coverage }: ImportShown): string {
  const { fresh, known, conflicts } = sorted;
  const lines = [
    ...("template" in source ? [`From the report with template “${source.template}”.`] : []),
    `${counted(fresh.length, "person", "people")} can be linked, ${known} already linked, ${counted(conflicts.length, "row conflicts", "rows conflict")}.`,
  ];
  for (const conflict of conflicts.slice(0, MAX_CONFLICTS)) lines.push(`  row ${conflict.row}: ${factText(conflict.fact)}`);
  if (conflicts.length > MAX_CONFLICTS) lines.push(`  … and ${conflicts.length - MAX_CONFLICTS} more: --json lists them`);
  if (keyless > 0)
    lines.push(
      `${counted(keyless, "account")} in the report ${keyless === 1 ? "has" : "have"} no key and ${keyless === 1 ? "is" : "are"} left unchanged.`,
    );
  lines.push(...coverageLines(coverage));
  return lines.join("\n");
}

function coverageLines({ people, accounts, why }: Coverage): string[] {
  const lines: string[] = [];
  if (people !== null) {
    const where = people.from === "file" ? "the job's file" : "the last file";
    lines.push(`${people.named} of ${counted(people.count, "person", "people")} in ${where} are in this import.`);
    lines.push(remains(people.withoutAccount, "person remains", "people remain", "without a known account"));
    if (people.named === 0 && people.count > 0)
      lines.push("  None matched. Check that --key names the right column. Keys are text: 00123 and 123 are two people.");
  }
  if (accounts !== null) {
    lines.push(remains(accounts.unknown, "account", "accounts", "in groups would still not be linked to anyone"));
    if (accounts.inNoGroup.count > 0)
      lines.push(
        remains(accounts.inNoGroup, "account in this import is", "accounts in this import are", "in no group, which is not a problem"),
      );
  }
  return [...lines, ...why.map(factText)];
}

function remains({ count, first }: Counted, one: string, many: string, what: string): string {
  const names = first.slice(0, MAX_NAMES).join(", ");
  return `${counted(count, one, many)} ${what}${count === 0 ? "" : `: ${names}${count > MAX_NAMES ? ", …" : ""}`}.`;
}

/** Returns the same as JSON: counts, and lists of at most 1,000 items. */
export function importedJson({ source, sorted, keyless, coverage: { people, accounts, why } }: ImportShown): object {
  return {
    would_link: sorted.fresh.length,
    already_linked: sorted.known,
    conflict_count: sorted.conflicts.length,
    conflicts: sorted.conflicts.slice(0, MAX_JSON_ITEMS).map(withMessage),
    links: sorted.fresh.slice(0, MAX_JSON_ITEMS).map(({ key, userId }) => ({ key, user_id: userId })),
    source,
    without_key: keyless,
    people:
      people === null ? null : { from: people.from, count: people.count, named: people.named, without_account: people.withoutAccount },
    accounts: accounts === null ? null : { read_at: accounts.readAt, unknown: accounts.unknown, in_no_group: accounts.inNoGroup },
    remarks: why.map(englishText),
  };
}

/** Formats the unconfirmed creates, each with its evidence and the commands that resolve it. */
export function unconfirmedText(creates: readonly UnconfirmedCreate[]): string {
  return ["Unconfirmed accounts. Rollcall doesn't create them again until you resolve them.", ...creates.map(oneUnconfirmed)].join("\n\n");
}

function oneUnconfirmed({ key, username, status, reason, at, groups, candidates, others, commands }: UnconfirmedCreate): string {
  return [
    `${key} (${username}), sent ${moment(at)}: ${unconfirmedLabel(status)}.`,
    ...(reason === null ? [] : [`  Reason: ${reason}`]),
    `  Requested groups: ${groups.length === 0 ? "none that lists its members" : groups.join(", ")}`,
    ...accountLines("New accounts in exactly these groups", candidates),
    ...accountLines("Other new accounts that aren't linked", others),
    `  If you found the account: ${commands.link}`,
    `  If there is no account:   ${commands.retry}`,
  ].join("\n");
}

function accountLines(title: string, accounts: readonly SeenAccount[]): string[] {
  if (accounts.length === 0) return [];
  return [`  ${title}:`, ...accounts.map(({ user_id: user, groups }) => `    ${user}  ${groups.join(", ") || "no longer in any group"}`)];
}
