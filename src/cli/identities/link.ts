import { UsageProblem } from "../../domain/problem.ts";
import { isUuid } from "../../learning-service/contract/values.ts";
import { noteLinked, warningsAbout } from "../../identities/move-link.ts";
import { shellWord } from "../../reporting/labels.ts";
import type { Session } from "../../pipeline/context/session.ts";
import { addLink, findLink, findLinkByUser } from "../../store/identities/links.ts";
import { transferLink } from "../../store/identities/link-transfers.ts";
import { print, printJson } from "../../app/output.ts";
import { withJob, type CommonOptions } from "../../app/open-session.ts";
import { canAsk, confirm, warn } from "./ask.ts";
import { recordOf, recordText } from "./record.ts";
import type { Call } from "../../app/io.ts";

export interface LinkOptions extends CommonOptions {
  from?: string;
  reason?: string;
  yes?: boolean;
  reviewer?: string;
}

/** Links one person to one account, or moves the account from one key to another. Never overwrites a link silently. */
export async function linkPerson(io: Call, jobName: string, key: string, userId: string, options: LinkOptions): Promise<void> {
  if (!isUuid(userId)) throw new UsageProblem(`\`${userId}\` isn't a valid user_id; expected a UUID. Nothing was linked.`);
  if (key.trim() !== key || key === "") throw new UsageProblem("A key can't be empty or have spaces around it. Nothing was linked.");
  const user = userId.toLowerCase();
  await withJob(io, jobName, options, async ({ session }) => {
    const { state, job } = session;
    const { account } = job.service;
    const known = await findLink(state.db, account, key);
    if (known?.user_id === user) return printResult(io, { key, user_id: user, linked: false, moved_from: null, warnings: [] }, options);
    const owner = await findLinkByUser(state.db, account, user);
    if (known !== undefined) throw await linkConflict(session, `${key} is already linked to ${known.user_id}.`, [key, owner?.key], "");
    if (owner !== undefined && options.from === undefined) {
      const move = `rollcall identities link ${shellWord(jobName)} ${shellWord(key)} ${user} --from ${shellWord(owner.key)}`;
      throw await linkConflict(
        session,
        `${user} is already linked to ${owner.key}.`,
        [owner.key, key],
        `If both keys are one person, run \`${move}\`.`,
      );
    }
    if (options.from !== undefined && owner?.key !== options.from) {
      const has = owner === undefined ? "it isn't linked to anyone" : `it is linked to ${owner.key}`;
      throw await linkConflict(session, `Can't move ${user} from ${options.from}: ${has}.`, [options.from, owner?.key, key], "");
    }
    const from = owner?.key ?? null;
    const linked = { account, job: job.name, key, userId: user, from };
    const warnings = await warningsAbout(state, linked);
    warn(io, warnings);
    if (warnings.length > 0 && canAsk(io, options) && !(await confirm(io, "Link anyway?"))) {
      return printResult(io, { key, user_id: user, linked: false, moved_from: null, warnings }, options);
    }
    await noteLinked(state, { name: options.reviewer ?? "unknown", via: "cli" }, linked, options.reason ?? "", session.now());
    if (from === null) await addLink(state, { account, job: job.name, key, userId: user, source: "by hand" }, session.now());
    else await transferLink(state, { account, job: job.name, key, from, userId: user }, session.now());
    printResult(io, { key, user_id: user, linked: true, moved_from: from, warnings }, options);
  });
}

interface LinkResult {
  key: string;
  user_id: string;
  linked: boolean;
  moved_from: string | null;
  warnings: string[];
}

function printResult(io: Call, result: LinkResult, options: LinkOptions): void {
  const { key, user_id: user, linked, moved_from: from, warnings } = result;
  if (options.json === true) printJson(io, result);
  else if (!linked) print(io, warnings.length > 0 ? "Nothing was linked." : `${key} was already linked to ${user}.`);
  else if (from === null) print(io, `Linked ${key} to ${user}. The next run checks this person again.`);
  else print(io, `Moved ${user} from ${from} to ${key}. The next run checks both people again.`);
}

/** Returns the problem with the records of the people involved, so that the reader can tell who is who. */
async function linkConflict(session: Session, what: string, keys: readonly (string | undefined)[], next: string): Promise<UsageProblem> {
  const records = await Promise.all([...new Set(keys)].flatMap((key) => (key === undefined ? [] : [recordOf(session, key)])));
  const lines = [`${what} Nothing was linked.`, ...records.map(recordText)];
  return new UsageProblem(lines.join("\n"), ...(next === "" ? [] : [next]));
}
