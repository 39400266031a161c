import { fact } from "../../domain/facts/fact.ts";
import { readGroups, type GroupTree } from "../../learning-service/groups.ts";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import type { AuthSettings, ServiceSettings } from "../../domain/settings.ts";
import { storeSnapshot } from "../../directory/refresh.ts";
import { isAccountChanging } from "../../store/directory/directory.ts";
import { countUnknownAccounts } from "../../store/identities/unknown-accounts.ts";
import { databaseClock } from "../../store/directory/own-changes.ts";
import { markOfTokens } from "../../store/sealing/service-tokens.ts";
import type { Service, Session } from "../../session/session.ts";
import type { FileChecked } from "./file.ts";
import type { Finding, Subject } from "../../domain/finding.ts";
import { checkAccounts, checkGroups, checkMembers, checkRules, checkTree, ruleGroups, type RuleGroups } from "./groups.ts";
import { readLicences } from "../../pipeline/plan/licences.ts";
import { checkLicences } from "./licences.ts";
import { checkLists, checkUnpagedList, readGroupList, withoutPaging, type GroupList } from "./lists.ts";
import { dialectFindings, encryptionFindings, otherConnectionFindings, tokenFinding, usernameFindings } from "./settings.ts";
import { pgpKeyFindings } from "./pgp-keys.ts";
import { failedSettingOf, isOver, remedyFor, type FailedSetting } from "./problems.ts";

/** Facts about the service from read-only requests; `null`: unknown. */
export interface ServiceChecked {
  url: string;
  groups: number | null;
  silentGroups: number | null;
  unknownAccounts: number | null;
  /** The number of active subscriptions. */
  subscriptions: number | null;
  freeLicences: number | null;
  /** Groups that rules give but that the service does not have or has twice. */
  rules: RuleGroups | null;
  findings: Finding[];
}

/** Subjects that depend on the groups. */
const GROUP_SUBJECTS: readonly Subject[] = ["tree", "members", "rules", "accounts"];

/**
 * Checks the service with GET requests only, apart from a token request that any command may need. Stores the groups as
 * the directory's latest snapshot. After a failure, continues with the checks that still make sense and reports the
 * others as skipped.
 * @param judge decides on the rows once the groups are known (`true`) or known to be unreadable (`false`)
 */
export async function checkService(
  session: Session,
  service: Service,
  judge: (groups: boolean) => Promise<FileChecked>,
): Promise<{ file: FileChecked; service: ServiceChecked }> {
  const { state, progress } = session;
  const settings = session.job.service;
  progress.phase("asking_service", null);
  const before = await markOfTokens(state.db, settings.account);
  const begun = await databaseClock(state.db);
  const list = await readGroupList(service.client, (groups) => progress.at(groups));
  const renewed = (await markOfTokens(state.db, settings.account)) !== before;
  const tree = list.problem === null ? read(list) : null;
  const known = tree !== null && !(tree instanceof ServiceProblem);
  if (known) {
    const reading = { since: begun, changing: await isAccountChanging(state.db, settings.account) };
    await storeSnapshot(state, settings.account, tree.groups, reading, session.now());
  }
  progress.end();
  const file = await judge(known);
  progress.phase("asking_service", null);

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
  findings.push(...encryptionFindings(settings), ...otherConnectionFindings(session.job, state.unencrypted));
  if (problem !== null && isOver(problem)) {
    const culprit = failedSettingOf(problem);
    const left: Subject[] = [...(culprit === "request" ? [] : ["groups" as const]), "lists", ...GROUP_SUBJECTS, "subscriptions"];
    findings.push(...skipped(left, WHY[culprit]));
  } else {
    await askGroups(session, service, file, list, tree, checked);
    await askSubscriptions(service, file, settings.auth, checked);
  }
  findings.push(...dialectFindings(settings), ...usernameFindings(session.mapping));
  findings.push(...(await pgpKeyFindings(session.job.source, session.now())));
  progress.end();
  return { file, service: checked };
}

/** Reports, from the first request, whether the service was reached and accepts the token. */
function reached(settings: ServiceSettings, problem: ServiceProblem | null, renewed: boolean, unpaged: Finding | null): Finding[] {
  const culprit = problem === null ? null : failedSettingOf(problem);
  if (problem !== null && culprit === "connection") {
    const nobody = failed("connection", problem, settings.auth);
    const found = fact("check.no_answer", { url: settings.baseUrl, why: problem.fact });
    return [{ ...nobody, found }, ...skipped(["token"], WHY.connection)];
  }
  const connection: Finding = { what: "connection", verdict: "fits", found: fact("check.reachable", { url: settings.baseUrl }) };
  if (problem === null) return [connection, tokenFinding(settings, renewed, true)];
  if (culprit === "token") return [connection, failed("token", problem, settings.auth)];
  // An answer about the request itself shows that the token was accepted.
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
    // The pages that were read may show why the others failed.
    const some = list.pages.length > 0 && dialect.paging === "offset";
    if (some) findings.push((await checkLists(service.client, list, dialect.pageSize)).finding);
    findings.push(...skipped([...(some ? [] : ["lists" as const]), ...GROUP_SUBJECTS], "check.skipped_no_groups"));
    return;
  }
  const lists = dialect.paging === "none" ? checkUnpagedList(list) : await checkLists(service.client, list, dialect.pageSize);
  if (tree instanceof ServiceProblem) {
    findings.push(checkGroups(null, list, lists.whole), lists.finding, failed("tree", tree, auth));
    findings.push(...skipped(["members", "rules", "accounts"], "check.skipped_contradiction"));
    return;
  }
  const unknownAccounts = await countUnknownAccounts(state.db, account);
  const rules = ruleGroups(tree, file.claimed);
  findings.push(
    checkGroups(tree.groups.length, list, lists.whole),
    lists.finding,
    checkTree(list.items, tree),
    checkMembers(tree, mapping),
    checkRules(rules, { given: file.claimed.size, planned: file.missingGroupsPlanned }, tree, mapping),
    checkAccounts(unknownAccounts, tree),
  );
  checked.groups = tree.groups.length;
  checked.silentGroups = tree.groups.filter(({ userIds }) => userIds === null).length;
  checked.unknownAccounts = unknownAccounts;
  checked.rules = rules;
}

/** Builds the group tree, or returns the problem if the groups contradict each other. */
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
    checked.findings.push(checkLicences(licences, file.joiners));
    checked.subscriptions = licences.active.length;
    checked.freeLicences = licences.free;
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    const finding = failed("subscriptions", error, auth);
    // A run does not need subscriptions, so a token that may not read them is not a failure.
    checked.findings.push(isOver(error) ? finding : { ...finding, verdict: "look" });
  }
}

const WHY = {
  connection: "check.skipped_no_connection",
  token: "check.skipped_no_token",
  request: "check.skipped_service_down",
} as const satisfies Record<FailedSetting, string>;

type Skipped = (typeof WHY)[FailedSetting] | "check.skipped_no_groups" | "check.skipped_contradiction";

function skipped(subjects: readonly Subject[], why: Skipped): Finding[] {
  return subjects.map((what) => ({ what, verdict: "skipped", found: fact(why, {}) }));
}

function failed(what: Subject, problem: ServiceProblem, auth: AuthSettings): Finding {
  const { settings, advice } = remedyFor(problem, auth);
  return { what, verdict: "fails", found: problem.fact, ...(settings.length === 0 ? {} : { settings }), advice };
}
