import type { Company } from "./company.ts";
import { randomOfEvent } from "./draw.ts";
import { named } from "./events.ts";
import { jsonOf } from "./finished.ts";

interface Known {
  links: { key: string; user_id: string }[];
  unsettled: { key: string; status: string; reason: string | null }[];
}

/** What `identities list` knows about a job. */
async function listIdentities(company: Company, job: string): Promise<Known> {
  const known = jsonOf<Known>(await company.command(["identities", "list", `${job}.yaml`, "--json"]));
  return { links: known?.links ?? [], unsettled: known?.unsettled ?? [] };
}

/**
 * An administrator looks up people in the service whose account is not clear, and says what is true there.
 * @param blocked the keys of people whom the last run blocked
 */
export async function settleIdentities(company: Company, job: string, blocked: readonly string[], share: number): Promise<void> {
  const id = `n${company.night} ${job} identities`;
  const random = randomOfEvent(company.seed, id);
  if (!company.quiet && !company.happens(id, share)) return;
  const { database } = company.machine;
  const open = await database.look<{ key: string }>("SELECT key FROM public.intent WHERE status IN ('open', 'uncertain', 'unlinked')");
  if (open.length + blocked.length === 0) return;
  const { links, unsettled } = await listIdentities(company, job);
  const keys = new Set([...unsettled.map(({ key }) => key), ...blocked]);
  const linked = new Map(links.map(({ key, user_id: user }) => [user, key]));
  for (const key of keys) {
    const human = company.humanOfKey(key);
    if (human === undefined || human.key !== key || links.some((link) => link.key === key) || (!company.quiet && random.chance(0.2)))
      continue;
    // Of two accounts it is the linked one, as the reason of the run says: the other was created by hand.
    const accounts = company.service.users().filter(({ fields }) => fields["city"] === human.town);
    const account = accounts.find((one) => linked.has(one.user_id)) ?? accounts[0];
    const from = account === undefined ? undefined : linked.get(account.user_id);
    const reason = ["--reason", "Looked it up in the service", "--yes", "--json"];
    if (account === undefined) {
      company.tell(`an administrator says that ${named(human)} has no account.`);
      await company.command(["identities", "retry", `${job}.yaml`, key, ...reason, ...(company.quiet ? ["--force"] : [])]);
    } else {
      company.tell(`an administrator links ${named(human)} to the account that is there.`);
      await company.command([
        "identities",
        "link",
        `${job}.yaml`,
        key,
        account.user_id,
        ...(from === undefined ? [] : ["--from", from]),
        ...reason,
      ]);
    }
    company.count("identities settled");
  }
}

/** A new token for the job, where all old ones are dead. */
export function renewTokens(company: Company): void {
  if (!company.lostTokens) return;
  company.lostTokens = false;
  company.tell("an administrator writes a new refresh token into the job file.");
  company.writeJobs(company.service.issueRefreshToken());
}
