import { virtualNow } from "../world/time.ts";
import type { Company } from "./company.ts";
import { randomOfEvent } from "./draw.ts";
import { named } from "./events.ts";
import { exportOf, noteManagers, type Export, type Flaw } from "./people.ts";

const FLAWS: readonly Flaw[] = [
  "blank department",
  "unknown site",
  "blank teams",
  "blank title",
  "blank status",
  "bad mail",
  "no key",
  "short row",
  "two rows",
];

/** The exports of the night, with what is wrong with them. */
export function exportsOf(company: Company): Map<"staff" | "external", Export[]> {
  const flaws = new Map<number, Flaw>();
  const rows = `n${company.night} bad rows`;
  const still = company.happened.has(`n${company.night} nothing`);
  if (!company.quiet && !still && company.happens(rows, 0.4)) {
    const random = randomOfEvent(company.seed, rows);
    company.count("bad rows");
    for (const human of random.some(
      company.humans.filter(({ listed }) => listed),
      random.int(1, 3),
    )) {
      const drawn = random.pick(FLAWS);
      // The judge does not know whether a row that is rejected for its address has a manager.
      const flaw = company.policies.managers && drawn === "bad mail" ? "blank title" : drawn;
      flaws.set(human.n, flaw);
      company.tell(`the row of ${named(human)} has a flaw: ${flaw}.`);
    }
  }
  const contracts = `n${company.night} blank contract`;
  if (company.policies.scope !== null && !company.quiet && !still && company.happens(contracts, 0.25)) {
    const interned = company.humans.filter(({ listed, n }) => listed && !flaws.has(n));
    for (const human of randomOfEvent(company.seed, contracts).some(interned, 2)) {
      flaws.set(human.n, "blank contract");
      company.tell(`the row of ${named(human)} has no contract.`);
    }
  }
  const damaged = `n${company.night} damaged keys`;
  if (!company.quiet && !still && company.happens(damaged, 0.12)) {
    const random = randomOfEvent(company.seed, damaged);
    const whole = company.humans.filter(({ listed, n }) => listed && !flaws.has(n));
    for (const human of random.some(whole, random.int(1, 3))) {
      flaws.set(human.n, "damaged key");
      company.tell(`a spreadsheet shortens the key of ${named(human)}.`);
    }
    company.count("damaged keys");
  }
  const staff = company.humans.filter((human) => human.listed && !human.contractor);
  const external = company.humans.filter((human) => human.listed && human.contractor);
  const result = new Map<"staff" | "external", Export[]>();
  const { layout } = company.policies;
  if (!company.quiet && !still && company.happens(`n${company.night} truncated`, 0.1)) {
    // Cut between two lines, so that nothing in the file shows it.
    staff.splice(Math.ceil(staff.length / 3));
    company.count("truncated file");
    company.tell(`staff.csv is truncated: it has the first ${staff.length} people only.`);
  }
  const files = [exportOf("staff.csv", staff, flaws, company.readsOf("staff"))];
  if (layout === "two files") files.push(exportOf("external.csv", external, flaws, company.readsOf("staff")));
  result.set("staff", files);
  if (layout === "two jobs") result.set("external", [exportOf("external.csv", external, flaws, company.readsOf("external"))]);
  for (const [job, exports] of result) {
    noteManagers(exports, true);
    const broken = `n${company.night} broken file ${job}`;
    for (const file of exports) file.at = virtualNow().getTime();
    const older = company.quiet ? null : olderExports(company, job);
    if (older !== null) exports.splice(0, exports.length, ...older);
    else if (!company.quiet && company.happens(broken, 0.12)) breakFile(company, exports[0] as Export, broken);
    for (const { name, text, at } of exports) company.write(name, text, at);
  }
  return result;
}

/** Returns the files of an earlier night, if someone copies them over the new ones with the time that they had; otherwise `null`. */
function olderExports(company: Company, job: "staff" | "external"): Export[] | null {
  const { ledger, policies, humans } = company;
  const id = `n${company.night} older file ${job}`;
  // A pilot changes how the rows are read, and after a restore or a power failure the file may be unknown.
  if (policies.pilot !== null || company.restored || policies.trouble.powerCuts || policies.trouble.clock) return null;
  const last = ledger.mayBeLast(job);
  const newest = Math.min(...last.map(({ night }) => night));
  const keys = new Set(humans.map(({ key }) => key));
  const earlier = ledger.deliveries.filter(
    (one) =>
      one.job === job &&
      one.night < newest &&
      one.outcome === "counts" &&
      !one.partial &&
      one.exports.every(({ wrong, rows }) => wrong === null && rows.every(({ key }) => keys.has(key))) &&
      // A file that was released may itself be older than this one.
      last.every(({ exports: [file] }) => file?.text !== one.exports[0]?.text && (file?.at ?? 0) > (one.exports[0]?.at ?? 0)),
  );
  if (earlier.length === 0 || !company.happens(id, 0.2)) return null;
  const chosen = randomOfEvent(company.seed, id).pick(earlier);
  company.count("older file");
  company.tell(`someone copies the file of night ${chosen.night} for ${job} over the new one.`);
  return chosen.exports.map((file) => ({ ...file, older: true }));
}

/** Makes a file unusable as a whole. */
function breakFile(company: Company, file: Export, id: string): void {
  const random = randomOfEvent(company.seed, id);
  const how = random.pick(["without a column", "empty", "a renamed column", "half of the last line", "not text", "no rows"] as const);
  company.count(`broken file: ${how}`);
  const lines = file.text.trimEnd().split("\n");
  if (how === "without a column") file.text = `${lines.map((line) => line.split(",").toSpliced(4, 1).join(",")).join("\n")}\n`;
  if (how === "empty") file.text = "";
  if (how === "a renamed column") file.text = file.text.replace("Employee ID", "Worker");
  // An open quote swallows the rest of the file.
  if (how === "half of the last line") file.text = `${lines.join("\n")}\nE999,"cut`;
  if (how === "not text") file.text = "PK\u0003\u0004 this is an archive";
  if (how === "no rows") file.text = `${lines[0] ?? ""}\n`;
  file.wrong = how;
  company.tell(`${file.name} is broken: ${how}.`);
}
