import { UsageProblem } from "../../model/problem.ts";
import { isUuid } from "../../learning-service/contract/values.ts";
import { unsettledCreates } from "../../review/unsettled.ts";
import { moment, shellWord } from "../../review/words.ts";
import type { Session } from "../../run/session.ts";
import { appendAudit } from "../../store/audit.ts";
import { wasSeen } from "../../store/identities.ts";
import { addLink, findLink, findLinkByUser } from "../../store/links.ts";
import { moveLink } from "../../store/moves.ts";
import { print, printJson } from "../output.ts";
import { withJob, type CommonOptions } from "../wire.ts";
import { canAsk, confirm, warn } from "./ask.ts";
import { recordOf, recordText } from "./record.ts";

interface LinkOptions extends CommonOptions {
  from?: string;
  reason?: string;
  yes?: boolean;
  reviewer?: string;
}

/** Links one person to one account, or moves the account from one key to another. Overwrites nothing silently. */
export async function linkPerson(jobName: string, key: string, userId: string, options: LinkOptions): Promise<void> {
  if (!isUuid(userId)) throw new UsageProblem(`\`${userId}\` is no user_id: a uuid was expected. Nothing was linked.`);
  if (key.trim() !== key || key === "") throw new UsageProblem("A key has no blanks around it, and is not empty. Nothing was linked.");
  const user = userId.toLowerCase();
  await withJob(jobName, options, async ({ session }) => {
    const { state, job } = session;
    const { account } = job.service;
    const known = await findLink(state.db, account, key);
    if (known?.user_id === user) return tell({ key, user_id: user, linked: false, moved_from: null, warnings: [] }, options);
    const owner = await findLinkByUser(state.db, account, user);
    if (known !== undefined) throw await taken(session, `${key} is linked to ${known.user_id} already.`, [key, owner?.key], "");
    if (owner !== undefined && options.from === undefined) {
      const move = `rollcall identities link ${shellWord(jobName)} ${shellWord(key)} ${user} --from ${shellWord(owner.key)}`;
      throw await taken(session, `${user} is linked to ${owner.key} already.`, [owner.key, key], `If both are one person: \`${move}\`.`);
    }
    if (options.from !== undefined && owner?.key !== options.from) {
      const has = owner === undefined ? "nobody is linked to it" : `${owner.key} has it`;
      throw await taken(session, `${user} cannot be taken from ${options.from}: ${has}.`, [options.from, owner?.key, key], "");
    }
    const warnings = await warningsFor(session, jobName, key, user, owner?.key ?? null);
    warn(warnings);
    if (warnings.length > 0 && canAsk(options) && !(await confirm("Link all the same?"))) {
      return tell({ key, user_id: user, linked: false, moved_from: null, warnings }, options);
    }
    const from = owner?.key ?? null;
    const detail = { job: job.name, account, key, user_id: user, ...(from === null ? {} : { from }), reason: options.reason ?? "" };
    const action = from === null ? "identity_linked" : "identity_moved";
    await appendAudit(state, { actor: options.reviewer ?? "unknown", action, detail }, session.now());
    if (from === null) await addLink(state, { account, job: job.name, key, userId: user, source: "by hand" }, session.now());
    else await moveLink(state, { account, job: job.name, key, from, userId: user }, session.now());
    tell({ key, user_id: user, linked: true, moved_from: from, warnings }, options);
  });
}

interface Told {
  key: string;
  user_id: string;
  linked: boolean;
  moved_from: string | null;
  warnings: string[];
}

function tell(told: Told, options: LinkOptions): void {
  const { key, user_id: user, linked, moved_from: from, warnings } = told;
  if (options.json === true) printJson(told);
  else if (!linked) print(warnings.length > 0 ? "Nothing was linked." : `${key} was linked to ${user} already.`);
  else if (from === null) print(`${key} is linked to ${user}. The next run looks at this person again.`);
  else print(`${user} belongs to ${key} now, and no longer to ${from}. The next run looks at both again.`);
}

/** Shows the records of everybody concerned, so that a person can see who is who. */
async function taken(session: Session, what: string, keys: readonly (string | undefined)[], next: string): Promise<UsageProblem> {
  const records = await Promise.all([...new Set(keys)].flatMap((key) => (key === undefined ? [] : [recordOf(session, key)])));
  const lines = [`${what} Nothing was linked.`, ...records.map(recordText)];
  return new UsageProblem(lines.join("\n"), ...(next === "" ? [] : [next]));
}

/** What may well be right, and what a person should know before. */
async function warningsFor(session: Session, jobName: string, key: string, user: string, from: string | null): Promise<string[]> {
  const { state, job } = session;
  const { account } = job.service;
  const warnings: string[] = [];
  if (!(await wasSeen(state.db, account, user)))
    warnings.push(`${user} was never seen in any group: look whether it is an account of this service.`);
  const { stands } = await recordOf(session, key);
  if (stands.length === 0) warnings.push(`${key} stands in no file that a run has accepted: keys are text, 00123 and 123 are two people.`);
  if (from !== null && (await recordOf(session, from)).stands.some(({ state: stand }) => stand !== "absent"))
    warnings.push(`${from} still stands in the last file: once it has no account, the next run makes it a new one.`);
  for (const { key: creates, candidates, at } of await unsettledCreates(state.db, account, jobName)) {
    const seen = candidates.some((candidate) => candidate.user_id === user);
    if (creates !== key && seen) warnings.push(`${user} may also be the account of ${creates}, whose create is not settled.`);
    // Settled by another account than the one it made, it would leave that one to nobody.
    if (creates === key && !seen && (from !== null || candidates.length > 0))
      warnings.push(`The create of ${key}, sent ${moment(at)}, may have made another account than ${user}: then there are two.`);
  }
  return warnings;
}
