import { capitalised, removalStateText } from "../labels.ts";
import { t } from "../locales/t.ts";
import { say } from "../sheet/say.ts";
import { below, data, link, sheet, soft, table, time, type Block, type Sheet, type Words } from "../sheet/sheet.ts";
import { jobLink, personLink } from "./links.ts";

interface Member {
  job: string;
  key: string;
  name: string | null;
  username: string | null;
}

type RemovalFrom = Parameters<typeof removalStateText>[0] & {
  id: string;
  job: string;
  person: { key: string; name: string | null };
  decided_by: string | null;
  decided_at: string | null;
  decision_reason: string | null;
};

export interface GroupLists {
  group: { members: number | null };
  /** Those of the page that is shown. */
  people: readonly Member[];
  /** All people of it whom a file names. */
  all: number;
  /** All accounts in the group. */
  accounts: number;
  /** When the memberships were read. */
  read_at: string | null;
  removals: readonly RemovalFrom[];
}

/** Describes a group: who is to leave it, who left it, and who is in it. */
export function groupSheet(given: GroupLists): Sheet {
  const { removals, all, accounts, read_at: at } = given;
  const unknown = accounts - all;
  const note = sheet(
    unknown > 0 && { block: "text", words: soft(t("groups.more_accounts_group", { n: unknown })) },
    at !== null && { block: "text", words: soft(say("history.memberships", { at: time(at) })) },
  );
  return sheet(
    removals.length > 0 && { block: "section", id: "removals", title: t("groups.removals_group"), blocks: [removalsTable(removals)] },
    { block: "section", id: "members", title: t("groups.who_group"), blocks: [members(given), ...note] },
  );
}

function removalsTable(removals: readonly RemovalFrom[]): Block {
  const evidence = ({ id, person }: RemovalFrom): Words =>
    link(`/review/removals/${id}`, [t("review.evidence"), { as: "spoken", words: [": ", data(person.name)] }]);
  return table<RemovalFrom>(
    "",
    [
      { head: t("labels.person"), kind: "row", words: ({ job, person }) => personLink({ job, ...person }) },
      { head: t("labels.status"), words: (removal) => capitalised(removalStateText(removal)) },
      { head: t("exceptions.decided"), words: ({ decided_by: by, decided_at: decided }) => [data(by), below(time(decided))] },
      { head: t("labels.reason"), kind: "wide", words: ({ decision_reason: reason }) => data(reason) },
      { head: t("review.evidence"), words: evidence },
    ],
    removals,
  );
}

function members({ group, people, accounts }: GroupLists): Block {
  if (group.members === null && accounts === 0) return { block: "text", words: { as: "warning", words: t("groups.learning_service_not") } };
  if (people.length === 0) return { block: "nothing", words: t("groups.no_one_hr") };
  return table<Member>(
    "",
    [
      { head: t("labels.person"), kind: "row", words: personLink },
      { head: t("labels.username"), words: ({ username }) => data(username) },
      { head: t("labels.job"), words: ({ job }) => jobLink(job) },
    ],
    people,
  );
}
