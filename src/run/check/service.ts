import { readGroups, type GroupTree } from "../../learning-service/groups.ts";
import { ServiceProblem } from "../../learning-service/errors.ts";
import type { AuthSettings, ServiceSettings } from "../../model/settings.ts";
import { storeReading } from "../../directory/refresh.ts";
import { isAccountChanging } from "../../store/directory.ts";
import { countUnknownAccounts } from "../../store/unknown-accounts.ts";
import { databaseClock } from "../../store/own-changes.ts";
import { markOfTokens } from "../../store/tokens.ts";
import type { Service, Session } from "../session.ts";
import type { FileChecked } from "./file.ts";
import type { Finding, Subject } from "./finding.ts";
import { lookAtAccounts, lookAtGroups, lookAtMembers, lookAtRules, lookAtTree, ruleGroups, type RuleGroups } from "./groups.ts";
import { readLicences } from "../licences.ts";
import { lookAtLicences } from "./licences.ts";
import { lookAtLists, lookAtWhole, readGroupList, withoutPaging, type GroupList } from "./lists.ts";
import { dialectFindings, encryptionFindings, tokenFinding } from "./settings.ts";
import { culpritOf, isOver, remedyFor, type Culprit } from "./trouble.ts";

/** What the service shows without being written to; `null`: it could not be asked. */
export interface ServiceChecked {
  url: string;
  groups: number | null;
  silentGroups: number | null;
  unknownAccounts: number | null;
  /** Active ones. */
  subscriptions: number | null;
  freeLicences: number | null;
  /** Groups that rules give and the service lacks, or has twice. */
  rules: RuleGroups | null;
  findings: Finding[];
}

/** Whatever stands on the groups. */
const OF_GROUPS: readonly Subject[] = ["tree", "members", "rules", "accounts"];

/**
 * Asks the service what it can be asked without writing: only GET requests leave, besides the one for a token that
 * every command may need. The groups become the directory's newest reading. After something that fails, the rest is
 * asked as far as it makes sense, and what is not asked says why.
 * @param judge decides about the rows, once the groups are known, or are known to be out of reach (`false`)
 */
export async function checkService(
  session: Session,
  service: Service,
  judge: (groups: boolean) => Promise<FileChecked>,
): Promise<{ file: FileChecked; service: ServiceChecked }> {
  const { state, progress } = session;
  const settings = session.job.service;
  progress.phase("Asking the service", null);
  const before = await markOfTokens(state.db, settings.account);
  const begun = await databaseClock(state.db);
  const list = await readGroupList(service.client, (groups) => progress.at(groups));
  const renewed = (await markOfTokens(state.db, settings.account)) !== before;
  const tree = list.problem === null ? read(list) : null;
  const known = tree !== null && !(tree instanceof ServiceProblem);
  if (known) {
    const reading = { since: begun, changing: await isAccountChanging(state.db, settings.account) };
    await storeReading(state, settings.account, tree.groups, reading, session.now());
  }
  progress.end();
  const file = await judge(known);
  progress.phase("Asking the service", null);

  const { problem } = list;
  const checked: ServiceChecked = {
    url: settings.baseUrl,
    groups: null,
    silentGroups: null,
    unknownAccounts: null,
    subscriptions: null,
    freeLicences: null,
    rules: null,
    findings: reached(settings, problem, renewed, await withoutPaging(service.client, list)),
  };
  const { findings } = checked;
  findings.push(...encryptionFindings(settings));
  if (problem !== null && isOver(problem)) {
    const culprit = culpritOf(problem);
    const left: Subject[] = [...(culprit === "request" ? [] : ["groups" as const]), "lists", ...OF_GROUPS, "subscriptions"];
    findings.push(...skipped(left, WHY[culprit]));
  } else {
    await askGroups(session, service, file, list, tree, checked);
    await askSubscriptions(service, file, settings.auth, checked);
  }
  findings.push(...dialectFindings(settings));
  progress.end();
  return { file, service: checked };
}

/** Whether the service was reached and takes the token, by how the first request went. */
function reached(settings: ServiceSettings, problem: ServiceProblem | null, renewed: boolean, unpaged: Finding | null): Finding[] {
  const culprit = problem === null ? null : culpritOf(problem);
  if (problem !== null && culprit === "connection") {
    const nobody = failed("connection", problem, settings.auth);
    return [{ ...nobody, found: `${settings.baseUrl} does not answer. ${problem.message}` }, ...skipped(["token"], WHY.connection)];
  }
  const connection: Finding = { what: "connection", verdict: "fits", found: `${settings.baseUrl} can be reached.` };
  if (problem === null) return [connection, tokenFinding(settings, renewed, true)];
  if (culprit === "token") return [connection, failed("token", problem, settings.auth)];
  // Who looks at what was asked for has let the token pass.
  const proven = problem.status !== null && (problem.status < 300 || [400, 412, 422, 512].includes(problem.status));
  return [
    connection,
    tokenFinding(settings, renewed, proven || problem.code === "list_incomplete"),
    unpaged ?? failed("groups", problem, settings.auth),
  ];
}

async function askGroups(
  session: Session,
  service: Service,
  file: FileChecked,
  list: GroupList,
  tree: GroupTree | ServiceProblem | null,
  checked: ServiceChecked,
): Promise<void> {
  const { state, job, mapping } = session;
  const { account, dialect, auth } = job.service;
  const { findings } = checked;
  if (tree === null) {
    // The pages that came may show why the others did not.
    const some = list.pages.length > 0 && dialect.paging === "offset";
    if (some) findings.push((await lookAtLists(service.client, list, dialect.pageSize)).finding);
    findings.push(...skipped([...(some ? [] : ["lists" as const]), ...OF_GROUPS], "the groups could not be read"));
    return;
  }
  const lists = dialect.paging === "none" ? lookAtWhole(list) : await lookAtLists(service.client, list, dialect.pageSize);
  if (tree instanceof ServiceProblem) {
    findings.push(lookAtGroups(null, list, lists.whole), lists.finding, failed("tree", tree, auth));
    findings.push(...skipped(["members", "rules", "accounts"], "the groups contradict each other"));
    return;
  }
  const unknownAccounts = await countUnknownAccounts(state.db, account);
  const rules = ruleGroups(tree, file.claimed);
  findings.push(
    lookAtGroups(tree.groups.length, list, lists.whole),
    lists.finding,
    lookAtTree(list.items, tree),
    lookAtMembers(tree, mapping),
    lookAtRules(rules, file.claimed.size, tree, mapping),
    lookAtAccounts(unknownAccounts, tree),
  );
  checked.groups = tree.groups.length;
  checked.silentGroups = tree.groups.filter(({ userIds }) => userIds === null).length;
  checked.unknownAccounts = unknownAccounts;
  checked.rules = rules;
}

/** The tree, or that the groups contradict each other. */
function read({ items }: GroupList): GroupTree | ServiceProblem {
  try {
    return readGroups(items);
  } catch (error) {
    if (error instanceof ServiceProblem) return error;
    throw error;
  }
}

async function askSubscriptions(service: Service, file: FileChecked, auth: AuthSettings, checked: ServiceChecked): Promise<void> {
  try {
    const licences = await readLicences(service.client);
    checked.findings.push(lookAtLicences(licences, file.joiners));
    checked.subscriptions = licences.active.length;
    checked.freeLicences = licences.free;
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    const finding = failed("subscriptions", error, auth);
    // A run does without them, so a token that may not read them is none the worse for it.
    checked.findings.push(isOver(error) ? finding : { ...finding, verdict: "look" });
  }
}

const WHY: Record<Culprit, string> = {
  connection: "the service cannot be reached",
  token: "there is no token that the service accepts",
  request: "the service is in trouble",
};

function skipped(subjects: readonly Subject[], why: string): Finding[] {
  return subjects.map((what) => ({ what, verdict: "skipped", found: `Not asked, because ${why}.` }));
}

function failed(what: Subject, problem: ServiceProblem, auth: AuthSettings): Finding {
  const { settings, advice } = remedyFor(problem, auth);
  return { what, verdict: "fails", found: problem.message, ...(settings.length === 0 ? {} : { settings }), advice };
}
