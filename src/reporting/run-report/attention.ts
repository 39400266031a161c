/** The needs for attention besides the changes themselves: accounts to be settled, missing groups, areas and people. */
import type { ReportData } from "./data.ts";
import { isWaiting } from "../operation.ts";
import { capitalised, listing, shellWord } from "../labels.ts";
import { t } from "../locales/t.ts";
import { areaQuestion, areaText } from "../missing-areas.ts";
import { missingFacts } from "../missing-groups.ts";
import { overdueLeaversText } from "../overdue-leavers.ts";
import { factText } from "../fact-text.ts";
import { unconfirmedLabel, type SeenAccount } from "../unconfirmed.ts";
import { waitingText } from "../waiting.ts";
import { say } from "../sheet/say.ts";
import { below, code, data, group, lines, prose, sheet, strong, time, type Block, type Sheet, type Words } from "../sheet/sheet.ts";
import { adviceFor } from "./advice.ts";
import { changedPerson } from "./changes.ts";
import { rejectTable } from "./rows.ts";

const FIRST = 5;

const troubles = [
  { status: "failed", title: "report.failed", note: "report.learning_service_refused" },
  { status: "uncertain", title: "report.unconfirmed", note: "report.changes_sent_but" },
  { status: "held", title: "report.blocked", note: "report.changes_not_sent" },
] as const;

/** Lists everything that needs attention. */
export function attention(report: ReportData): Block | null {
  const blocks = [
    ...areas(report),
    ...troubles.flatMap((trouble) => operations(report, trouble)),
    ...waitingPeople(report),
    ...possibleDuplicates(report),
    ...unconfirmedCreates(report),
    ...unknownAccounts(report),
    ...missingGroups(report),
    ...overdueLeavers(report),
    ...rejects(report),
    ...absent(report),
  ];
  return blocks.length === 0 ? null : { block: "section", id: "attention", title: t("report.what_needs_attention"), blocks };
}

const heading = (words: string): Block => ({ block: "heading", level: 3, words });
const text = (words: Words): Block => ({ block: "text", words });
const person = (key: string, username: string | null): Words[] => [data(key), data(username)];

function areas({ result }: ReportData): Sheet {
  const missing = result.areas ?? [];
  if (missing.length === 0) return [];
  return [
    heading(t("missing_areas.missing_areas")),
    ...missing.map((area) => text([areaText(area), area.blocked > 0 && [" ", areaQuestion()]])),
  ];
}

function operations(report: ReportData, { status, title, note }: (typeof troubles)[number]): Sheet {
  const found = report.operations.filter((operation) => operation.status === status && !isWaiting(operation));
  const waiting = status === "held" ? (report.waiting?.people ?? 0) : 0;
  const all = report.operationCounts.filter((entry) => entry.status === status).reduce((sum, { n }) => sum + n, -waiting);
  if (found.length === 0) return [];
  const people = found.map((operation) => {
    const one = changedPerson(operation, report.result);
    return { ...one, changes: [...one.changes, { sign: "" as const, words: prose(adviceFor(operation, report.result.job)) }] };
  });
  return [heading(t(title)), text(t(note)), { block: "people", people, first: FIRST, all }];
}

/** Says once how many people wait for accounts to be identified. */
function waitingPeople({ waiting }: ReportData): Sheet {
  return waiting === null ? [] : [heading(t("report.people_who_wait")), text(waitingText(waiting))];
}

/** Lists people of the file beside the accounts that may be theirs. */
function possibleDuplicates({ operations: all }: ReportData): Sheet {
  const pairs = all.flatMap(({ key, name, alike = [] }) => alike.map((other) => ({ key, name, other })));
  if (pairs.length === 0) return [];
  const value = (field: string, shown: string | null): Words =>
    say("history.name_value", { name: data(field), value: shown === null ? "–" : data(shown) });
  return [
    heading(t("report.same_person")),
    text(t("report.each_people_username")),
    {
      block: "table",
      caption: t("report.pairs", { n: pairs.length }),
      columns: [
        { head: t("report.file"), kind: "row" },
        { head: t("report.key_account") },
        { head: t("operation.account") },
        { head: t("report.same") },
        { head: t("report.row"), kind: "wide" },
        { head: t("report.sent_account"), kind: "wide" },
      ],
      rows: pairs.map(({ key, name, other }) => [
        name === "" || name === key ? data(key) : [data(name), below(data(key))],
        data(other.key),
        data(other.user_id),
        data(listing(other.fields)),
        lines(other.records.map(({ field, here }) => value(field, here))),
        lines(other.records.map(({ field, there }) => value(field, there))),
      ]),
      first: FIRST,
    },
  ];
}

/** Lists the unconfirmed creates, with the accounts seen in their groups. */
function unconfirmedCreates({ unsettled: creates }: ReportData): Sheet {
  if (creates.length === 0) return [];
  const account = ({ user_id: user, groups }: SeenAccount): Words => [
    code(user),
    below(groups.length === 0 ? t("report.no_longer_any") : groups.join(", ")),
  ];
  return [
    heading(t("overview.accounts_we_couldnt")),
    text(t("report.all_unconfirmed_accounts")),
    {
      block: "table",
      caption: t("report.new_accounts", { n: creates.length }),
      columns: [
        { head: t("report.hr_key"), kind: "row" },
        { head: t("labels.username") },
        { head: t("identities.sent") },
        { head: t("report.what_known"), kind: "wide" },
        { head: t("report.requested_groups") },
        { head: t("report.new_accounts_exactly"), kind: "wide" },
        { head: t("identities.other_new_accounts"), kind: "wide" },
        { head: t("report.why_unconfirmed"), kind: "wide" },
      ],
      rows: creates.map(({ key, username, at, status, groups, candidates, others, fact }) => [
        ...person(key, username),
        time(at),
        capitalised(`${unconfirmedLabel(status)}.`),
        lines(groups.map(group)),
        lines(candidates.map(account)),
        lines(others.map(account)),
        fact !== null && prose(factText(fact)),
      ]),
      first: FIRST,
    },
  ];
}

/** Warns on a job's first run about unlinked accounts: their owners could get a second one. */
function unknownAccounts({ unknownAccounts: accounts, lastGoodRows, result: { job } }: ReportData): Sheet {
  if (accounts === 0 || lastGoodRows !== null) return [];
  const command = code(`rollcall identities import ${shellWord(job)} FILE --key COLUMN --user-id COLUMN`);
  return [heading(t("report.accounts_without_link")), text(say("report.accounts_groups_service", { n: accounts, command }))];
}

/** Lists groups that rules assign and the learning service does not have. */
function missingGroups({ missingGroups: { groups, more } }: ReportData): Sheet {
  if (groups.length === 0) return [];
  return [
    heading(t("setup.missing_groups")),
    text(t("missing_groups.rules_assign_groups")),
    {
      block: "table",
      caption: t("missing_groups.missing_groups_2", { n: groups.length + more }),
      columns: [
        { head: t("labels.group"), kind: "row" },
        { head: t("setup.people_waiting"), kind: "number" },
        { head: t("report.what_known"), kind: "wide" },
      ],
      rows: groups.map((one) => [
        group(one.path),
        one.people,
        lines([...(one.outcome === "create" ? [t("missing_groups.run_creates")] : []), ...missingFacts(one).map(prose)]),
      ]),
      first: FIRST,
      all: groups.length + more,
    },
  ];
}

/** Lists the leavers whose account should be closed already. */
function overdueLeavers({ overdueLeavers: { people, first } }: ReportData): Sheet {
  if (people === 0) return [];
  return [
    heading(t("report.leavers_active_account")),
    text(overdueLeaversText(people)),
    {
      block: "table",
      caption: t("labels.people", { n: people }),
      columns: [{ head: t("report.hr_key"), kind: "row" }, { head: t("labels.username") }, { head: t("report.due_since") }],
      rows: first.map(({ key, username, due }) => [...person(key, username), due]),
      first: FIRST,
      all: people,
    },
  ];
}

function rejects({ rejects: listed, result }: ReportData): Sheet {
  if (listed.length === 0) return [];
  const n = result.counts["rejected"] ?? 0;
  return [heading(t("overview.rejected_rows")), text(t("runs.people_keep_everything", { n })), rejectTable(listed, n, FIRST)];
}

/** Lists the people of earlier files who are missing from this one. */
function absent({ absent: listed, absentSuspended, result: { counts } }: ReportData): Sheet {
  const title = heading(t("report.absent_people"));
  if (absentSuspended) return [title, text([strong(t("report.nobody_treated_absent")), " ", t("report.least_one_row")])];
  if (listed.length === 0) return [];
  const all = Math.max(counts["absent"] ?? 0, listed.length);
  const off = counts["absent_deactivated"] ?? 0;
  const done = off === 0 ? t("report.policy_job_changes") : t("report.policy_job_deactivates", { n: off });
  return sheet(title, text(`${t("report.people_earlier_files", { n: all })} ${done}`), {
    block: "table",
    caption: t("labels.people", { n: all }),
    columns: [{ head: t("report.hr_key"), kind: "row" }, { head: t("labels.username") }],
    rows: listed.map(({ key, username }) => person(key, username)),
    first: FIRST,
    all,
  });
}
