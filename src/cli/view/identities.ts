import type { SortedIdentities } from "../../identities/employee-keys.ts";
import { unconfirmedLabel, type SeenAccount, type UnconfirmedCreate } from "../../reporting/unconfirmed.ts";
import { englishText, factText, withMessage } from "../../reporting/fact-text.ts";
import { moment } from "../../reporting/labels.ts";
import { t } from "../../reporting/locales/t.ts";
import { some } from "./some.ts";
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
    ...("template" in source ? [t("identities.from_report", { template: source.template })] : []),
    t("identities.can_be_linked", { n: fresh.length, known, conflicts: conflicts.length }),
    ...some(
      conflicts.map(({ row, fact }) => `${t("runs.row_row", { row: String(row) })}: ${factText(fact)}`),
      MAX_CONFLICTS,
    ),
    ...(keyless > 0 ? [t("identities.accounts_without_key", { n: keyless })] : []),
    ...coverageLines(coverage),
  ];
  return lines.join("\n");
}

function coverageLines({ people, accounts, why }: Coverage): string[] {
  const lines: string[] = [];
  if (people !== null) {
    lines.push(t("identities.people_in_import", { named: people.named, n: people.count, source: people.from }));
    lines.push(remains(t("identities.people_without_account", { n: people.withoutAccount.count }), people.withoutAccount));
    if (people.named === 0 && people.count > 0) lines.push(`  ${t("identities.none_matched")} ${t("advice.keys_are_text")}`);
  }
  if (accounts !== null) {
    const { unknown, inNoGroup } = accounts;
    lines.push(remains(t("identities.accounts_stay_unlinked", { n: unknown.count }), unknown));
    if (inNoGroup.count > 0) lines.push(remains(t("identities.accounts_in_no_group", { n: inNoGroup.count }), inNoGroup));
  }
  return [...lines, ...why.map(factText)];
}

function remains(what: string, { count, first }: Counted): string {
  const names = first.slice(0, MAX_NAMES).join(", ");
  return `${what}${count === 0 ? "" : `: ${names}${count > MAX_NAMES ? ", …" : ""}`}.`;
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
  return [`${t("overview.accounts_we_couldnt")}. ${t("report.all_unconfirmed_accounts")}`, ...creates.map(oneUnconfirmed)].join("\n\n");
}

function oneUnconfirmed({ key, username, status, reason, at, groups, candidates, others, commands }: UnconfirmedCreate): string {
  const values = { key, username, at: moment(at), status: unconfirmedLabel(status) };
  const requested = groups.length === 0 ? t("history.none") : groups.join(", ");
  return [
    t("identities.sent_at", values),
    ...(reason === null ? [] : [`  ${t("history.name_value", { name: t("report.why_unconfirmed"), value: reason })}`]),
    `  ${t("history.name_value", { name: t("report.requested_groups"), value: requested })}`,
    ...accountLines(t("report.new_accounts_exactly"), candidates),
    ...accountLines(t("identities.other_new_accounts"), others),
    `  ${t("report.look_person_service_if_account_link_if_none", { link: `\`${commands.link}\``, retry: `\`${commands.retry}\`` })}`,
  ].join("\n");
}

function accountLines(title: string, accounts: readonly SeenAccount[]): string[] {
  if (accounts.length === 0) return [];
  return [`  ${title}:`, ...accounts.map(({ user_id: user, groups }) => `    ${user}  ${groups.join(", ") || t("report.no_longer_any")}`)];
}
