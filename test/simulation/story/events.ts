import type { Company } from "./company.ts";
import { serviceLog } from "../judge/service-log.ts";
import type { Random } from "../world/random.ts";
import { randomOfEvent } from "./draw.ts";
import { virtualNow } from "../world/time.ts";
import { DEPARTMENTS, dayAfter, SITES, TEAMS, type Area, type Human, type Row } from "./people.ts";

/** The changes of one day in HR and in the service. */
export function dayInTheCompany(company: Company): void {
  const id = (what: string): string => `n${company.night} ${what}`;
  if (company.happens(id("nothing"), 0.12)) {
    company.count("nothing changes");
    return;
  }
  const event = (what: string, share: number, work: (random: ReturnType<typeof randomOfEvent>) => void): void => {
    if (!company.happens(id(what), share)) return;
    company.count(what);
    work(randomOfEvent(company.seed, id(what)));
  };
  const listed = (): Human[] => company.humans.filter((human) => human.listed);
  const active = (): Human[] => listed().filter(({ status }) => status === "Active");

  event("joiners", 0.5, (random) => {
    for (let i = random.int(1, 3); i > 0; i -= 1) {
      const human = company.hire(company.humans.length + 1, company.policies.layout !== "one job" && random.chance(0.3));
      if (company.policies.dates !== null && random.chance(0.6)) human.firstDay = dayAfter(virtualNow(), random.int(-1, 3));
      company.tell(`HR hires ${named(human)}${human.firstDay === "" ? "" : `, who joins on ${human.firstDay}`}.`);
    }
  });
  event("movers", 0.7, (random) => {
    for (const human of random.some(active(), random.int(1, 3))) {
      const change = random.pick(["department", "site", "teams", "title"] as const);
      if (change === "department") human.department = random.pick(DEPARTMENTS);
      if (change === "site") human.site = random.pick(SITES);
      if (change === "teams") human.teams = random.some(TEAMS, random.int(1, 3));
      if (change === "title") human.title = human.title === "Lead" ? "Clerk" : "Lead";
      company.tell(`HR changes the ${change} of ${named(human)} to ${String(human[change])}.`);
    }
  });
  event("leavers", 0.35, (random) => {
    for (const human of random.some(active(), random.int(1, 2))) {
      // HR may set the last day in advance, and the status with it or not at all.
      const dated = company.policies.dates !== null && random.chance(0.6);
      if (dated) human.lastDay = dayAfter(virtualNow(), random.int(-1, 3));
      if (!dated || random.chance(0.5)) human.status = "Left";
      company.tell(`${named(human)} leaves${dated ? `, with ${human.lastDay} as the last day and the status ${human.status}` : ""}.`);
    }
  });
  event("contracts", company.policies.scope === null ? 0 : 0.35, (random) => {
    const staff = listed().filter(({ contractor, n }) => !contractor && n > 1);
    for (const human of random.some(staff, random.int(1, 2))) {
      human.contract = human.contract === "Intern" ? "Staff" : "Intern";
      company.tell(`HR changes the contract of ${named(human)} to ${human.contract}.`);
    }
  });
  event("managers", company.policies.managers ? 0.35 : 0, (random) => {
    for (const human of random.some(listed(), random.int(1, 2))) {
      // People may also manage themselves or each other, or have a manager who has left.
      human.boss = random.chance(0.2) ? null : random.pick(company.humans).n;
      company.tell(`HR sets the manager of ${named(human)} to ${human.boss === null ? "nobody" : `person ${human.boss}`}.`);
    }
  });
  event("absent", 0.25, (random) => {
    for (const human of random.some(listed(), 1)) {
      // A file without rows is refused, so each file keeps one.
      if (listed().filter(({ contractor }) => contractor === human.contractor).length === 1) continue;
      human.listed = false;
      company.tell(`HR drops the row of ${named(human)} from the export.`);
    }
  });
  event("rehires", 0.3, (random) => {
    for (const human of random.some(
      company.humans.filter(({ status, listed: is }) => status === "Left" || !is),
      1,
    )) {
      human.status = "Active";
      human.lastDay = "";
      human.asLeaver = {};
      human.listed = true;
      company.tell(`HR hires ${named(human)} again.`);
    }
  });
  event("renamed department", 0.2, (random) => {
    const from = random.pick(DEPARTMENTS);
    const to = `${from} EMEA`;
    const exists = random.chance(0.6);
    if (exists) for (const folder of ["HR/Departments", "Ext/Vendors"]) company.service.addGroup(`${folder}/${to}`);
    for (const human of company.humans) if (human.department === from) human.department = to;
    company.tell(
      `HR renames the department ${from} to ${to}${exists ? ", and the service has a group for it" : ", which the service does not know"}.`,
    );
  });
  event("renamed person", 0.25, (random) => {
    for (const human of random.some(listed(), 1)) {
      human.last = `${human.last}-Married`;
      // Somebody without a national id who gets a new key and a new address cannot be recognized (docs/internals/promises.md, I2).
      const mayMove = company.policies.nationalId || ![...company.formerKeys.values()].includes(human.n);
      const moves = random.chance(0.5) && mayMove;
      if (company.policies.usernames !== null) company.renameFirst(human, random);
      if (moves) human.mail = `m${company.night}.${human.mail}`;
      company.tell(`${named(human)} marries, with the address ${human.mail}.`);
    }
  });
  event("new key", 0.2, (random) => {
    const known = active().filter(({ mail, n }) => company.policies.nationalId || mail === `p${n}@acme.example`);
    // What reviewers decided to keep has to follow the person.
    const kept = known.filter(({ n }) => company.ledger.decisions.some(({ human, verdict }) => human === n && verdict === "kept"));
    for (const human of random.some(kept.length > 0 && random.chance(0.6) ? kept : known, 1)) {
      company.formerKeys.set(human.key, human.n);
      const before = human.key;
      human.key = `${human.key}${company.night}`;
      company.tell(`HR gives person ${human.n} the key ${human.key} instead of ${before}.`);
    }
  });
  event("leaver with other names", 0.2, (random) => {
    const [leaver] = random.some(
      listed().filter(({ status }) => status === "Left"),
      1,
    );
    const [other] = random.some(active(), 1);
    if (leaver === undefined || other === undefined) return;
    const { first, last, mail, nationalId } = other;
    const how = random.pick(["address", "names", "N/A", "blank"] as const);
    leaver.asLeaver =
      how === "address" ? { mail } : how === "names" ? { first, last, mail, nationalId } : { mail: how === "N/A" ? how : "" };
    company.count(`leaver's row: ${how}`);
    company.tell(
      `HR writes into the row of ${named(leaver)}, who has left: ${how === "address" || how === "names" ? `the ${how} of ${named(other)}` : how}.`,
    );
  });
  event("traded addresses", company.policies.usernames === null ? 0.08 : 0, (random) => {
    // Somebody without a national id who gets a new key and a new address cannot be recognized (docs/internals/promises.md, I2).
    const known = active().filter(({ n }) => company.policies.nationalId || ![...company.formerKeys.values()].includes(n));
    // A ring, or a chain whose last one gets an address that is free.
    const people = random.some(known, random.int(2, 3));
    if (people.length < 2) return;
    const ring = random.chance(0.5);
    const mails = people.map(({ mail }) => mail);
    for (const [i, human] of people.entries()) human.mail = mails[i + 1] ?? (ring ? (mails[0] ?? "") : `t${company.night}.${human.mail}`);
    company.tell(`HR gives ${people.map(named).join(", ")} the address of the next one${ring ? " in a ring" : ""}.`);
  });
  areas(company, event);
  event("decided and moved", 0.15, (random) => moveDecided(company, random));
  event("mapping edited", 0.06, () => {
    company.editMapping();
    company.tell("an administrator saves the mapping with another comment.");
  });
  byHand(company, event);
}

/** The export of HR loses, empties or closes a whole department or site. Renaming one is an event of its own. */
function areas(company: Company, event: (what: string, share: number, work: (random: Random) => void) => void): void {
  const areaOf = (random: Random): (Area & { what: string; all: Human[] }) | null => {
    const column = random.pick(["department", "site"] as const);
    const listed = company.humans.filter((human) => human.listed && !human.contractor);
    const value = random.pick(listed)?.[column] ?? "";
    const all = listed.filter((human) => human[column] === value);
    // A file without rows is refused.
    return value === "" || all.length === listed.length ? null : { what: `the ${column} ${value}`, column, value, all };
  };
  event("missing area", 0.15, (random) => {
    const area = areaOf(random);
    if (area === null) return;
    const { column, value } = area;
    const known = area.all.filter((human) => isCertain(company, human, area));
    const others = company.humans.some((human) => human.contractor && human.listed && human[column] === value);
    for (const human of area.all) human.listed = false;
    if (known.length >= 5 && !others) {
      company.missingAreas.push({ column, value, humans: known.map(({ n }) => n), night: company.night });
      company.count("missing area of five or more");
    }
    company.tell(`HR drops ${area.what} from the export: ${area.all.map(named).join(", ")}.`);
  });
  event("emptied area", 0.12, (random) => {
    const area = areaOf(random);
    if (area?.column !== "department") return;
    for (const human of area.all) human.department = "";
    company.tell(`HR empties ${area.what}.`);
  });
  event("closed area", 0.1, (random) => {
    const area = areaOf(random);
    if (area === null || area.all.length > company.humans.length / 2) return;
    for (const human of area.all) human.status = "Left";
    company.tell(`HR closes ${area.what}: everyone there has left.`);
  });
}

/** Whether the last file certainly had the person there, with an account that is active and linked to the key. */
function isCertain(company: Company, human: Human, area: Area): boolean {
  const [row, ...more] = company.ledger.rowsOf(company.jobOf(human), human.n);
  const user = company.service.users().find((one) => company.humanOfAccount(one.user_id) === human);
  return (
    more.length === 0 &&
    row !== null &&
    row !== undefined &&
    row.key === human.key &&
    saysThere(row, area) &&
    user?.active === true &&
    company.linked.get(user.user_id) === human.key
  );
}

/** Whether a row certainly says that its person works there. */
export function saysThere(row: Row, { column, value }: Area): boolean {
  return (
    !row.rejected && row.scope === "in" && row.joins === null && row.leaves === null && row.status === "Active" && row[column] === value
  );
}

/** HR changes the row of people whose approved removal is not applied yet: the cell that decides about it, or another. */
function moveDecided(company: Company, random: Random): void {
  const decided = company.service.users().flatMap((user) => {
    const human = company.humanOfAccount(user.user_id);
    const [group] = leaving(company, user);
    return group === undefined || human === undefined || !human.listed || human.status === "Left" ? [] : [{ human, group }];
  });
  for (const { human, group } of random.some(decided, 3)) {
    const cell = random.chance(0.5) ? null : group.includes("/Sites/") ? "site" : /Departments|Vendors/.test(group) ? "department" : null;
    if (cell === null) human.last = `${human.last}-Ray`;
    else human[cell] = random.pick((cell === "site" ? SITES : DEPARTMENTS).filter((name) => name !== human[cell] && !group.endsWith(name)));
    company.tell(`HR changes the ${cell ?? "name"} of ${named(human)} to ${human[cell ?? "last"]}, who is about to lose ${group}.`);
  }
}

function byHand(
  company: Company,
  event: (what: string, share: number, work: (random: ReturnType<typeof randomOfEvent>) => void) => void,
): void {
  const { service } = company;
  event("memberships by hand", company.night === 1 ? 0 : 0.5, (random) => {
    for (let i = random.int(1, 3); i > 0; i -= 1) changeByHand(company, random);
  });
  event("account by hand", company.night === 1 ? 0.03 : 0.15, (random) => {
    const human = company.hire(company.humans.length + 1, false);
    const same = random.chance(0.5);
    const unique = company.policies.usernames === null ? null : human.first.slice(0, 3).toLowerCase();
    const free = unique !== null && /^[a-z]+$/.test(unique) && !service.users().some((user) => user.username.toLowerCase() === unique);
    const username = same ? (unique === null ? human.mail : free ? unique : `own.${human.mail}`) : `other.${human.mail}`;
    service.addUser({ username, first_name: human.first, last_name: human.last, email: same ? human.mail : username, city: human.town }, [
      "Clubs/Chess",
    ]);
    if (!same) human.listed = false;
    company.tell(`an administrator creates an account for ${named(human)} by hand${same ? "" : ", who is not in HR"}.`);
  });
}

/**
 * Someone changes one membership in the service. Only of an account that was linked before the night: an account that is
 * not confirmed yet is found by its groups alone (docs/guides/identities.md, "Unconfirmed creates").
 */
export function changeByHand(company: Company, random: Random): void {
  const { service, linked, humanOfAccount, tell, changed } = company;
  const users = service.users().filter(({ user_id: id }) => linked.has(id));
  if (users.length === 0) return;
  const hidden = company.policies.service.hideUserIds.filter((path) => path.startsWith("Clubs/"));
  // Changes that the product cannot see matter most to people who are about to lose a group.
  const losing = users.filter((user) => leaving(company, user).length > 0);
  const unseen = company.drifting || hidden.length > 0;
  const user = random.pick(unseen && losing.length > 0 && random.chance(0.7) ? losing : users);
  const groups = service.groups().filter(({ path }) => path.includes("/") && !/^(HR|Ext)\/\w+s$/.test(path));
  const names = leaving(company, user).map((path) => path.split("/").at(-1));
  const twins = groups.filter(({ path }) => path.startsWith("Clubs/") && (names.length === 0 || names.includes(path.split("/").at(-1))));
  const usesTwins = company.policies.service.namedAs === "names" && twins.length > 0 && random.chance(0.5);
  const hiddenTwins = twins.filter(({ path }) => hidden.includes(path));
  const hiddenGroups = hiddenTwins.length > 0 ? hiddenTwins : groups.filter(({ path }) => hidden.includes(path));
  const usesHidden = hidden.length > 0 && random.chance(0.5);
  const group = random.pick(usesHidden ? hiddenGroups : usesTwins ? twins : groups);
  const human = humanOfAccount(user.user_id);
  const leaves = user.groups.includes(group.path);
  changed.set(`${user.user_id} ${group.path}`, serviceLog().at(-1)?.seq ?? 0);
  for (const job of company.jobs) company.touched.add(job);
  if (leaves) service.removeMember(group.id, user.user_id);
  else service.addMember(group.id, user.user_id);
  const who = human === undefined ? user.username : named(human);
  tell(`an administrator ${leaves ? `removes ${who} from` : `adds ${who} to`} ${group.path} by hand.`);
}

/** The groups that an approval takes from an account. */
function leaving({ ledger, humanOfAccount }: Company, user: { user_id: string; groups: readonly string[] }): string[] {
  const human = humanOfAccount(user.user_id)?.n;
  const approved = ledger.decisions.filter((one) => one.human === human && one.verdict === "approved" && one.undone === null);
  return approved.map(({ group }) => group).filter((group) => user.groups.includes(group));
}

export function named({ n, key, first }: Human): string {
  return `person ${n} (${key}, ${first})`;
}
