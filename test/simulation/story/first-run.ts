import type { NamedInstant } from "../world/process.ts";
import type { Company } from "./company.ts";
import { randomOfEvent } from "./draw.ts";
import { named } from "./events.ts";
import type { Finished } from "./finished.ts";

const EVENT = "n1 killed first run";

/** Returns the create at which the first run of a job is killed; `null`: it is not. */
export function firstKill(company: Company, job: Finished["job"]): NamedInstant | null {
  if (company.night !== 1 || company.quiet || !company.policies.trouble.crashes || !company.happens(EVENT, 0.4)) return null;
  const random = randomOfEvent(company.seed, `${EVENT} ${job}`);
  return { where: `${random.chance(0.3) ? "before" : "after"} sending POST /users`, nth: random.int(1, 8) };
}

/**
 * Someone who is not in HR gets an account by hand, in exactly the groups of an account whose create has no known outcome.
 * Only if all such creates of these groups made their account: otherwise nothing can tell whose it is (docs/guides/identities.md,
 * "Unconfirmed creates").
 */
export async function addStranger(company: Company, job: Finished["job"]): Promise<void> {
  const id = `${EVENT} ${job}, stranger`;
  const { nullBodies } = company.policies.service;
  company.killedFirstRuns += 1;
  company.count(`killed first run, ${nullBodies ? "null answers" : "answers with ids"}`);
  const open = await company.machine.database.look<{ key: string; groups: string[] }>(
    "SELECT key, groups FROM public.intent WHERE status IN ('open', 'uncertain', 'unlinked')",
  );
  if (open.length > 0) company.count("killed first run with doubtful creates");
  if (!company.happens(id, 0.4)) return;
  const users = company.service.users();
  const accountOf = (key: string) => users.find(({ fields }) => fields["city"] === company.humanOfKey(key)?.town);
  const setOf = (groups: readonly string[]): string => groups.toSorted().join();
  const unmade = new Set(open.filter(({ key }) => accountOf(key) === undefined).map(({ groups }) => setOf(groups)));
  const made = open.filter(({ groups }) => !unmade.has(setOf(groups))).flatMap(({ key }) => accountOf(key) ?? []);
  if (made.length === 0) return;
  const like = randomOfEvent(company.seed, id).pick(made);
  const human = company.hire(company.humans.length + 1, false);
  human.listed = false;
  const username = `other.${human.mail}`;
  company.service.addUser({ username, first_name: human.first, last_name: human.last, email: username, city: human.town }, like.groups);
  company.hasStranger = true;
  company.count("account by hand after a killed first run");
  company.tell(`an administrator creates an account for ${named(human)} by hand, who is not in HR, in the groups of ${like.username}.`);
}
