import { UsageProblem } from "../../model/problem.ts";
import { isUuid } from "../../learning-service/contract/values.ts";
import { noteLinked, warningsAbout } from "../../review/moving.ts";
import { shellWord } from "../../review/words.ts";
import type { Session } from "../../run/session.ts";
import { addLink, findLink, findLinkByUser } from "../../store/links.ts";
import { moveLink } from "../../store/moves.ts";
import { print, printJson } from "../output.ts";
import { withJob, type CommonOptions } from "../wire.ts";
import { canAsk, confirm, warn } from "./ask.ts";
import { recordOf, recordText } from "./record.ts";
import type { Call } from "../io.ts";

export interface LinkOptions extends CommonOptions {
  from?: string;
  reason?: string;
  yes?: boolean;
  reviewer?: string;
}

/** Links one person to one account, or moves the account from one key to another. Overwrites nothing silently. */
export async function linkPerson(io: Call, jobName: string, key: string, userId: string, options: LinkOptions): Promise<void> {
  if (!isUuid(userId)) throw new UsageProblem(`\`${userId}\` is no user_id: a uuid was expected. Nothing was linked.`);
  if (key.trim() !== key || key === "") throw new UsageProblem("A key has no blanks around it, and is not empty. Nothing was linked.");
  const user = userId.toLowerCase();
  await withJob(io, jobName, options, async ({ session }) => {
    const { state, job } = session;
    const { account } = job.service;
    const known = await findLink(state.db, account, key);
    if (known?.user_id === user) return tell(io, { key, user_id: user, linked: false, moved_from: null, warnings: [] }, options);
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
    const from = owner?.key ?? null;
    const linked = { account, job: job.name, key, userId: user, from };
    const warnings = await warningsAbout(state, linked);
    warn(io, warnings);
    if (warnings.length > 0 && canAsk(io, options) && !(await confirm(io, "Link all the same?"))) {
      return tell(io, { key, user_id: user, linked: false, moved_from: null, warnings }, options);
    }
    await noteLinked(state, { name: options.reviewer ?? "unknown", via: "cli" }, linked, options.reason ?? "", session.now());
    if (from === null) await addLink(state, { account, job: job.name, key, userId: user, source: "by hand" }, session.now());
    else await moveLink(state, { account, job: job.name, key, from, userId: user }, session.now());
    tell(io, { key, user_id: user, linked: true, moved_from: from, warnings }, options);
  });
}

interface Told {
  key: string;
  user_id: string;
  linked: boolean;
  moved_from: string | null;
  warnings: string[];
}

function tell(io: Call, told: Told, options: LinkOptions): void {
  const { key, user_id: user, linked, moved_from: from, warnings } = told;
  if (options.json === true) printJson(io, told);
  else if (!linked) print(io, warnings.length > 0 ? "Nothing was linked." : `${key} was linked to ${user} already.`);
  else if (from === null) print(io, `${key} is linked to ${user}. The next run looks at this person again.`);
  else print(io, `${user} belongs to ${key} now, and no longer to ${from}. The next run looks at both again.`);
}

/** Shows the records of everybody concerned, so that a person can see who is who. */
async function taken(session: Session, what: string, keys: readonly (string | undefined)[], next: string): Promise<UsageProblem> {
  const records = await Promise.all([...new Set(keys)].flatMap((key) => (key === undefined ? [] : [recordOf(session, key)])));
  const lines = [`${what} Nothing was linked.`, ...records.map(recordText)];
  return new UsageProblem(lines.join("\n"), ...(next === "" ? [] : [next]));
}
