import type { FaultInput } from "../../../src/sandbox/faults/faults.ts";
import type { Random } from "../world/random.ts";
import { setAway } from "../world/network.ts";
import { jumpClock } from "../world/time.ts";
import type { Company } from "./company.ts";
import { afterEachRequest } from "../judge/service-log.ts";
import { randomOfEvent } from "./draw.ts";
import { changeByHand } from "./events.ts";

const REMOVAL = "group_removal_requires_confirmation";
const USERS = "/users";
const GROUPS = "/groups";

interface NamedFault {
  name: string;
  fault: (random: Random) => FaultInput;
}

const anyUser = { path: USERS } as const;
const write = (random: Random): { method?: string; path: string } =>
  random.chance(0.5) ? { method: random.pick(["POST", "PUT"]), path: USERS } : anyUser;
const somewhere = (random: Random): { method?: string; path: string } => (random.chance(0.3) ? { path: GROUPS } : write(random));

/** Every fault that the service can have for one request. */
const FAULTS: readonly NamedFault[] = [
  { name: "500 before the effect", fault: (r) => ({ ...somewhere(r), status: 500 }) },
  { name: "500 after the effect", fault: (r) => ({ ...write(r), status: 500, when: "after" }) },
  { name: "502 before the effect", fault: (r) => ({ ...somewhere(r), status: 502 }) },
  { name: "504 after the effect", fault: (r) => ({ ...write(r), status: 504, when: "after" }) },
  {
    name: "503 before the effect",
    fault: (r) => ({ ...somewhere(r), status: 503, ...(r.chance(0.5) ? { retryAfter: r.int(1, 5) } : {}) }),
  },
  { name: "503 after the effect", fault: (r) => ({ ...write(r), status: 503, when: "after" }) },
  { name: "408", fault: (r) => ({ ...write(r), status: 408, when: r.pick(["before", "after"]) }) },
  { name: "429", fault: (r) => ({ ...somewhere(r), status: 429, ...(r.chance(0.5) ? { retryAfter: r.int(1, 5) } : {}) }) },
  { name: "reset before the effect", fault: (r) => ({ ...somewhere(r), reset: true }) },
  { name: "reset after the effect", fault: (r) => ({ ...write(r), reset: true, when: "after" }) },
  { name: "half an answer", fault: (r) => ({ ...somewhere(r), half: true }) },
  { name: "lost answer", fault: (r) => ({ ...write(r), delayMs: 25_000, when: "after" }) },
  { name: "late effect", fault: (r) => ({ ...write(r), delayMs: r.int(12_000, 40_000) }) },
  { name: "slow answer", fault: (r) => ({ ...somewhere(r), delayMs: r.int(500, 6000), when: "after" }) },
  { name: "null body", fault: (r) => ({ ...write(r), nullBody: true }) },
  { name: "unreadable body", fault: (r) => ({ ...somewhere(r), body: "<html>", when: "after" }) },
  { name: "401 in the middle", fault: (r) => ({ ...somewhere(r), expireToken: true }) },
  { name: "401 after the effect", fault: () => ({ method: "PUT", path: USERS, status: 401, when: "after" }) },
  { name: "412 other", fault: (r) => ({ ...write(r), status: 412, body: JSON.stringify({ code: "invalid_parameters", message: "no" }) }) },
  { name: "412 without names", fault: () => ({ method: "PUT", path: USERS, status: 412, body: JSON.stringify({ code: REMOVAL }) }) },
  {
    name: "412 with an unknown name",
    fault: () => ({ method: "PUT", path: USERS, status: 412, body: JSON.stringify({ error: REMOVAL, groups: ["Nowhere"] }) }),
  },
  {
    name: "412 with a name that two groups bear",
    fault: () => ({ method: "PUT", path: USERS, status: 412, body: JSON.stringify({ error: REMOVAL, groups: ["Sales"] }) }),
  },
  { name: "412 as text", fault: () => ({ method: "PUT", path: USERS, status: 412, body: REMOVAL }) },
  {
    name: "412 after the effect",
    fault: () => ({ method: "PUT", path: USERS, status: 412, when: "after", body: JSON.stringify({ code: REMOVAL }) }),
  },
  { name: "403", fault: (r) => ({ ...write(r), status: 403 }) },
  { name: "404", fault: (r) => ({ ...write(r), status: 404 }) },
  { name: "409", fault: (r) => ({ ...write(r), status: 409 }) },
  { name: "512", fault: (r) => ({ ...write(r), status: 512 }) },
  { name: "302", fault: (r) => ({ ...write(r), status: 302 }) },
  { name: "418", fault: (r) => ({ ...write(r), status: 418 }) },
  { name: "list in the other shape", fault: (r) => ({ method: "GET", path: GROUPS, shape: r.pick(["bare", "envelope"]) }) },
  { name: "list from its first item", fault: () => ({ method: "GET", path: GROUPS, ignoreStart: true }) },
  { name: "token answer lost", fault: () => ({ path: "/oauth2/token", reset: true, when: "before" }) },
];

/** Sets up what goes wrong in a night's requests. */
export function setFaults(company: Company): void {
  const { service, policies, night } = company;
  service.clearFaults();
  afterEachRequest(null);
  setAway(false);
  company.drifting = false;
  company.faultsTonight = 0;
  if (company.quiet) return;
  if (policies.trouble.http) {
    for (let i = 1; i <= 4; i += 1) {
      const id = `n${night} fault ${i}`;
      if (!company.happens(id, 0.5)) continue;
      const random = randomOfEvent(company.seed, id);
      const chosen = random.pick(FAULTS);
      const times = random.chance(0.2) ? random.int(2, 6) : 1;
      service.failNext({ ...chosen.fault(random), ...(times === 1 ? { nth: random.int(1, 12) } : { times }) });
      company.faultsTonight += 1;
      company.count(chosen.name, "faults");
      company.tell(`a fault is set: ${chosen.name}${times > 1 ? `, ${times} times` : ""}.`);
    }
    const drift = `n${night} drift`;
    if (company.happens(drift, 0.2)) {
      const random = randomOfEvent(company.seed, drift);
      company.drifting = true;
      company.faultsTonight += 1;
      const every = random.int(1, 9);
      let requests = 0;
      afterEachRequest(() => {
        requests += 1;
        if (requests % every === 0) changeByHand(company, random);
      });
      company.count("drift between two requests", "faults");
      company.tell("someone changes memberships in the service while the run works.");
    }
  }
  // Nothing is lost, so the judge may still expect that requests follow one another.
  if (policies.trouble.slow && !policies.trouble.http && company.happens(`n${night} slow`, 0.4)) {
    service.failNext({ path: USERS, times: -1, delayMs: randomOfEvent(company.seed, `n${night} slow`).int(100, 3000), when: "after" });
    company.count("slow night", "faults");
    company.tell("the service answers slowly.");
  }
  if (policies.trouble.away && company.happens(`n${night} away`, 0.3)) {
    setAway(true);
    company.faultsTonight += 1;
    company.count("service refuses connections", "faults");
    company.tell("the service refuses connections.");
  }
  if (policies.trouble.tokens && company.happens(`n${night} tokens`, 0.4)) {
    const random = randomOfEvent(company.seed, `n${night} tokens`);
    const kind = random.pick(["access", "access", "refresh"] as const);
    service.killTokens(kind);
    company.faultsTonight += 1;
    company.count(`${kind} tokens revoked`, "faults");
    company.tell(`the service revokes all ${kind} tokens.`);
    if (kind === "refresh") company.lostTokens = true;
  }
  if (policies.trouble.clock && company.happens(`n${night} clock`, 0.4)) {
    const hours = randomOfEvent(company.seed, `n${night} clock`).int(-30, 30);
    jumpClock(hours * 3_600_000);
    company.clockJumps += 1;
    company.count("clock jumps", "faults");
    company.tell(`the clock jumps by ${hours} hours.`);
  }
}

/** One of the first requests that apply approvals fails: the one that the service refuses, or the one that confirms. */
export function failAtReview(company: Company): void {
  const id = `n${company.night} fault at review`;
  if (!company.policies.trouble.http || !company.happens(id, 0.2)) return;
  const random = randomOfEvent(company.seed, id);
  const status = random.pick([403, 409, 500, 503]);
  company.service.failNext({ method: "PUT", path: USERS, status, nth: random.int(1, 4) });
  company.count("fault at review", "faults");
  company.tell(`a fault is set for the review: ${status}.`);
}

/** Ends all trouble with the service. */
export function endFaults(company: Company): void {
  company.machine.database.recover();
  company.service.clearFaults();
  afterEachRequest(null);
  setAway(false);
}
