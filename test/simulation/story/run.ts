import { judgeAudit, differences, judgeSecrets } from "../judge/final.ts";
import { judgeLimits } from "../judge/limits.ts";
import { judgeRequests } from "../judge/nightly.ts";
import { judgeAccounts, judgeCreates, judgeGroups, judgeRun } from "../judge/runs.ts";
import { judgeFirstRun, judgeTwoPeople } from "../judge/two-people.ts";
import { judgeUsernames } from "../judge/usernames.ts";
import type { Tally } from "../tally.ts";
import { resetServiceLog, serviceLog } from "../judge/service-log.ts";
import { resetChance } from "../world/chance.ts";
import type { Database } from "../world/database.ts";
import { resetFiles } from "../world/files.ts";
import { resetNetwork } from "../world/network.ts";
import { pass, realMs, resetTime, runUntil, Stuck } from "../world/time.ts";
import { renewTokens } from "./administrator.ts";
import { Company } from "./company.ts";
import { drawFocused, randomOfEvent, WHOLE, type Cut, type Focus, type Policies } from "./draw.ts";
import { endFaults } from "./faults.ts";
import type { Finished, Violation } from "./finished.ts";
import { oneNight } from "./night.ts";

export interface Outcome {
  seed: number;
  cut: Cut;
  policies: Policies;
  violations: readonly Violation[];
  story: readonly string[];
  tally: Tally;
  /** Events that happened, for shrinking. */
  happened: ReadonlySet<string>;
  ms: number;
}

/** After the trouble the service has so many nights to be as the files say. */
const QUIET_NIGHTS = 3;

/** Simulates one company from its first night to the last. The same seed and cut give the same story. */
export async function simulate(
  seed: number,
  database: Database,
  dir: string,
  options: { cut?: Cut; faults?: boolean; focus?: Focus } = {},
): Promise<Outcome> {
  const { cut = WHOLE, faults = true, focus = {} } = options;
  const began = realMs();
  resetTime();
  resetChance(seed);
  resetFiles(seed);
  resetNetwork(seed);
  resetServiceLog();
  await database.clear();
  const policies = drawFocused(seed, cut, faults, focus);
  const company = await runUntil(Company.open(seed, cut, policies, database, dir), 60_000);
  try {
    await live(company);
  } catch (error) {
    if (!(error instanceof Stuck)) throw error;
  }
  await runUntil(company.service.close(), 60_000).catch(() => undefined);
  const { violations, story, tally, happened } = company;
  return {
    seed,
    cut,
    policies,
    violations,
    story,
    happened,
    ms: realMs() - began,
    tally: { ...tally, runs: 1, requests: serviceLog().length, violations: violations.length },
  };
}

async function live(company: Company): Promise<void> {
  company.beforeItCounts = (finished, partial) => judgeLimits(company, finished, partial);
  company.tell(`the policies are ${JSON.stringify(company.policies)}.`);
  for (let night = 1; night <= company.policies.nights && company.violations.length === 0; night += 1) await judged(company);
  if (company.violations.length > 0) return;
  company.quiet = true;
  endFaults(company);
  company.tell("from here on nothing goes wrong any more.");
  renewTokens(company);
  company.verdict = randomOfEvent(company.seed, "verdict").chance(0.7) ? "approved" : "kept";
  await runUntil(pass(120_000), 200_000);
  if (company.restored || company.journalDamaged) await endHold(company);
  let left: string[] = [];
  for (let night = 1; night <= QUIET_NIGHTS; night += 1) {
    const last: readonly Finished[] = await judged(company);
    if (company.violations.length > 0) return;
    left = await differences(company, last);
    if (left.length === 0) break;
  }
  for (const text of left) company.violate("I4", text);
  await judgeAudit(company);
  await judgeSecrets(company);
}

async function judged(company: Company): Promise<Finished[]> {
  const from = serviceLog().length;
  const finished = await oneNight(company);
  judgeRequests(company, from);
  judgeAccounts(company);
  judgeGroups(company);
  judgeUsernames(company, serviceLog()[from]?.seq ?? Infinity);
  judgeCreates(company, serviceLog()[from]?.seq ?? Infinity);
  judgeTwoPeople(company, from);
  judgeFirstRun(company, finished);
  for (const one of finished) judgeRun(company, one);
  return finished;
}

/** After a restore or a damaged journal an administrator links all accounts, and says so. */
async function endHold(company: Company): Promise<void> {
  for (const job of company.jobs) {
    for (const human of company.humans) {
      const account = company.service.users().find(({ fields }) => fields["city"] === human.town);
      if (account === undefined || company.jobOf(human) !== job || !human.listed) continue;
      await company.command([
        "identities",
        "link",
        `${job}.yaml`,
        human.key,
        account.user_id,
        "--reason",
        "Looked it up",
        "--yes",
        "--json",
      ]);
    }
  }
  await company.command(["restore", "--settled", "--reason", "All accounts are linked", "--json"]);
}
