import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { syncedBytes } from "../world/files.ts";
import { virtualNow } from "../world/time.ts";
import type { Company } from "./company.ts";
import { randomOfEvent } from "./draw.ts";

/** Things that the machine itself may lose before a night. */
export async function loseSomething(company: Company): Promise<void> {
  const { trouble } = company.policies;
  const { database } = company.machine;
  if (trouble.powerCuts || trouble.restore) if (company.quiet === false) await database.copy("before_the_night");
  if (trouble.restore && company.night === 2) {
    await database.copy("backup");
    company.backupMadeAt = virtualNow().toISOString();
  }
  if (company.quiet) return;
  if (trouble.restore && company.night >= 4 && company.happens(`n${company.night} restore`, 0.4)) await restoreBackup(company);
  if (trouble.queue && company.happens(`n${company.night} queue`, 0.4)) {
    database.loseQueueIn(randomOfEvent(company.seed, `n${company.night} queue`).int(2, 40));
    company.count("queue lost", "faults");
    company.tell("the queue loses everything in the middle of the work.");
  }
  if (trouble.database && company.happens(`n${company.night} database`, 0.4)) {
    const random = randomOfEvent(company.seed, `n${company.night} database`);
    database.goAwayIn(random.int(20, 400), random.int(1, 12));
    company.count("database away", "faults");
    company.tell("the database is away for a while.");
  }
  if (trouble.journal && company.night >= 2 && company.happens(`n${company.night} journal`, 0.4)) damageJournal(company);
}

/** After a crash the power may be gone as well: the database has lost its last minutes, the journal nothing that was synced. */
export async function afterCrash(company: Company): Promise<void> {
  const id = `n${company.night} ${company.next} power`;
  if (!company.policies.trouble.powerCuts || company.quiet || !company.happens(id, 0.4)) return;
  company.linksBeforeCut = await company.machine.database.look("SELECT key, user_id FROM public.link");
  company.ledger.loseNight(company.night);
  await company.machine.database.restore("before_the_night");
  const journal = join(company.machine.dir, ".rollcall", "journal.jsonl");
  const size = existsSync(journal) ? readFileSync(journal).length : 0;
  const least = Math.min(size, syncedBytes(journal));
  if (size > 0) truncateSync(journal, least + Math.floor((size - least) * randomOfEvent(company.seed, id).next()));
  company.count("power cut", "faults");
  company.tell("the power fails: the database is as it was before the night, and the journal has what was synced.");
}

/** I10: links that were stored before the power failed are there again. */
export async function checkLinks(company: Company): Promise<void> {
  const links = await company.machine.database.look<{ key: string; user_id: string }>("SELECT key, user_id FROM public.link");
  const found = new Set(links.map(({ user_id: id }) => id));
  const lost = company.linksBeforeCut.filter(({ user_id: id }) => !found.has(id));
  company.linksBeforeCut = [];
  if (lost.length > 0)
    company.violate("I10", `The power failed, and the accounts of ${lost.map(({ key }) => key).join(", ")} are not linked any more.`);
}

/** A state of some nights ago is put in place, with the journal of today, as after `pg_restore`. */
async function restoreBackup(company: Company): Promise<void> {
  const made = company.backupMadeAt;
  if (made === null) return;
  await company.machine.database.restore("backup");
  company.count("restore of an old backup", "faults");
  company.tell("the database is restored from the backup of night 2.");
  await company.command(["restore", "--mark", made, "--json"]);
  // A restored database is on the disk, so a power cut does not undo it.
  await company.machine.database.copy("before_the_night");
  company.restored = true;
  company.ledger.forgetAfter(Date.parse(made), virtualNow().getTime());
}

function damageJournal(company: Company): void {
  const journal = join(company.machine.dir, ".rollcall", "journal.jsonl");
  if (!existsSync(journal)) return;
  const lines = readFileSync(journal, "utf8").trimEnd().split("\n");
  const random = randomOfEvent(company.seed, `n${company.night} journal`);
  const at = random.int(0, lines.length - 1);
  const how = random.pick(["changed", "missing", "garbage"] as const);
  if (how === "changed") lines[at] = (lines[at] ?? "").replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
  if (how === "missing") lines.splice(at, 1);
  if (how === "garbage") lines[at] = "\u0000\u0000";
  writeFileSync(journal, `${lines.join("\n")}\n`);
  if (lines.length === 0) appendFileSync(journal, "");
  company.count("damaged journal line", "faults");
  company.journalDamaged = true;
  company.tell(`a line of the journal is damaged: line ${at + 1} is ${how}.`);
}
