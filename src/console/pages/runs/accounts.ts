import type { FastifyInstance } from "fastify";
import { proposePairs } from "../../../identities/propose-pairs.ts";
import { t } from "../../../reporting/locales/t.ts";
import { groupsOfAccounts, listPlannedCreates, listUnlinkedAccounts, whoLinked } from "../../../store/identities/account-list.ts";
import { listLinks } from "../../../store/identities/links.ts";
import { listUndoableLinks } from "../../../store/identities/unlink.ts";
import { personId } from "../../../store/people/people-pages.ts";
import { unusable } from "../../answers.ts";
import type { ConsoleParts } from "../../parts.ts";
import { addPageRoute, pageAction } from "../page-route.ts";
import { accountsView, proposalsView, type AccountsData, type ProposalsData } from "./accounts-view.ts";
import { runIn } from "./load-run.ts";

const MAX_ACCOUNTS = 100;
const MAX_PAIRS = 500;
const MAX_LIST_BYTES = 25 << 20;

/** The accounts that nobody is linked to, and linking them: pairs come from a list, and a person confirms each. */
export function addRunAccounts(app: FastifyInstance, parts: ConsoleParts): void {
  const { state, work } = parts;
  const { db } = state;
  const crumbs = (run: string): [string, string][] => [
    ["/runs", t("shell.runs")],
    [`/runs/${encodeURIComponent(run)}`, run],
  ];

  addPageRoute<AccountsData>(app, {
    url: "/runs/:id/accounts",
    right: "look",
    load: async (request) => {
      const run = await runIn(request, parts);
      const { accounts, all } = await listUnlinkedAccounts(db, run.account, MAX_ACCOUNTS);
      const links = await listUndoableLinks(db, run.account, MAX_PAIRS);
      const by = await whoLinked(
        db,
        run.account,
        links.map(({ key }) => key),
      );
      return {
        run: run.id,
        job: run.job,
        account: run.account,
        accounts,
        all,
        report: await work.accountReport(run.job),
        links: links.map(({ key, user_id }) => ({ key, person_id: personId(run.job, key), user_id, by: by.get(key) ?? null })),
      };
    },
    draw: (data, request) => ({ title: t("runs.accounts_without_person"), crumbs: crumbs(data.run), content: accountsView(data, request) }),
  });

  pageAction<ProposalsData>(app, {
    url: "/runs/:id/accounts/read",
    right: "link",
    upload: { bytes: MAX_LIST_BYTES },
    act: async (request) => {
      const run = await runIn(request, parts);
      const list = await work.readAccounts(run.job, request.upload?.path ?? null);
      const linked = new Set((await listLinks(db, run.account)).map(({ user_id }) => user_id));
      const { pairs, ambiguous, column } = proposePairs(await listPlannedCreates(db, run.id), list, (id) => linked.has(id));
      if (column === null) throw unusable(t("runs.list_no_column"));
      const shown = pairs.slice(0, MAX_PAIRS);
      const groups = await groupsOfAccounts(
        db,
        run.account,
        shown.map(({ userId }) => userId),
      );
      return {
        run: run.id,
        pairs: shown.map(({ key, name, userId, by }) => ({ key, name, user_id: userId, by, groups: groups.get(userId) ?? [] })),
        more: pairs.length - shown.length,
        ambiguous,
      };
    },
    next: (data, request) => ({
      title: t("runs.which_account_belongs"),
      crumbs: [...crumbs(data.run), [`/runs/${encodeURIComponent(data.run)}/accounts`, t("runs.accounts_without_person")]],
      content: proposalsView(data, request),
    }),
  });
}
