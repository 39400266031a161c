import { writesOf, writesSince } from "../judge/runs.ts";
import { serviceLog } from "../judge/service-log.ts";
import type { Ended } from "../world/machine.ts";
import { pass, runUntil, virtualNow } from "../world/time.ts";
import { addStranger, firstKill } from "./first-run.ts";
import { renewTokens, settleIdentities } from "./administrator.ts";
import { DAY_MS, type Company } from "./company.ts";
import { randomOfEvent } from "./draw.ts";
import { changeByHand, dayInTheCompany } from "./events.ts";
import { exportsOf } from "./exports.ts";
import { endFaults, setFaults } from "./faults.ts";
import { jsonOf, reportOf, type Finished, type RunResult } from "./finished.ts";
import type { Delivery } from "./ledger.ts";
import { afterCrash, checkLinks, loseSomething } from "./losses.ts";
import { noteManagers, type Export } from "./people.ts";
import { crashPoint, decideAll, reviewersDecide } from "./reviewers.ts";

type JobName = "staff" | "external";

const QUIET_HOUR = 2;

/** One night: a day in the company, the runs, and the reviewers in the morning. */
export async function oneNight(company: Company): Promise<Finished[]> {
  company.night += 1;
  company.tally.nights += 1;
  await untilNextNight();
  const links = await company.machine.database.look<{ key: string; user_id: string }>("SELECT key, user_id FROM public.link");
  company.linked = new Map(links.map(({ key, user_id: id }) => [id, key]));
  company.endPilot();
  if (!company.quiet) dayInTheCompany(company);
  const exports = exportsOf(company);
  setFaults(company);
  await loseSomething(company);
  const finished: Finished[] = [];
  if (company.jobs.length > 1 && !company.quiet && company.happens(`n${company.night} together`, 0.4)) {
    finished.push(...(await runTogether(company, exports)));
  } else for (const job of company.jobs) finished.push(...(await runJob(company, job, exports.get(job) ?? [])));
  await checkLinks(company);
  await approveOldRun(company);
  // Nobody says that there is no account while the service may still create it.
  await waitFor(120_000);
  if (!company.quiet && company.happens(`n${company.night} morning`, 0.3))
    changeByHand(company, randomOfEvent(company.seed, `n${company.night} morning`));
  for (const { job, result } of finished) {
    const blocked = result === null ? [] : blockedKeys(company, result.run);
    renewTokens(company);
    await settleIdentities(company, job, blocked, 0.5);
  }
  if (company.quiet) await decideAll(company, company.verdict);
  else await reviewersDecide(company);
  endFaults(company);
  return finished;
}

async function untilNextNight(): Promise<void> {
  const now = virtualNow().getTime();
  const next = Math.floor(now / DAY_MS) * DAY_MS + DAY_MS + QUIET_HOUR * 3_600_000;
  await waitFor(next - now);
}

async function waitFor(ms: number): Promise<void> {
  await runUntil(pass(ms), ms + 1000);
}

/** The keys of people whom a run did not create, because their account is not clear. */
function blockedKeys(company: Company, run: string): string[] {
  const CODES = [
    "same_person",
    "name_in_use",
    "unsettled_create",
    "equal_groups_unsettled",
    "no_readable_group",
    "id_in_use",
    "invalid_parameters",
    "name_not_freed",
    "username_ring",
  ];
  return (reportOf(company, run)?.operations ?? []).filter(({ code }) => code !== null && CODES.includes(code)).map(({ key }) => key);
}

async function runTogether(company: Company, exports: ReadonlyMap<JobName, Export[]>): Promise<Finished[]> {
  company.count("two jobs in one process");
  const before = serviceLog().length;
  const ended = await company.together(
    company.jobs.map((job) => ["sync", `${job}.yaml`, "--json"]),
    { crashAt: crashPoint(company, company.points * 2) },
  );
  const writes = writesSince(before);
  const finished = company.jobs.map((job, i): Finished => {
    const one = ended[i] as Ended;
    return { job, exports: exports.get(job) ?? [], ended: one, result: jsonOf<RunResult>(one), writes: 0 };
  });
  if (finished.every(({ exports: files }) => files.some(({ wrong }) => wrong !== null))) for (const one of finished) one.writes = writes;
  for (const one of finished) deliver(company, one, false);
  if (ended.some(({ crashedAt }) => crashedAt !== null))
    for (const job of company.jobs) finished.push(...(await runJob(company, job, exports.get(job) ?? [])));
  return finished;
}

/** Runs a job until it ends without a crash. */
async function runJob(company: Company, job: JobName, exports: readonly Export[]): Promise<Finished[]> {
  const finished: Finished[] = [];
  const id = `n${company.night} ${job}`;
  let partial = false;
  let args = ["sync", `${job}.yaml`, "--json"];
  let files = exports;
  if (!company.quiet && company.happens(`${id} partial`, 0.15) && exports[0]?.wrong === null && company.policies.layout !== "two files") {
    partial = true;
    files = [partialOf(company, exports[0], `${id} partial`)];
    args = ["sync", `${job}.yaml`, "--file", "partial.csv", "--json"];
    company.count("partial import");
  }
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    const before = serviceLog().length;
    const kill = attempt === 1 ? firstKill(company, job) : null;
    const options = kill === null ? { crashAt: crashPoint(company, company.points) } : { crashOn: kill };
    const second = `${id} second process ${attempt}`;
    const besides = !company.quiet && company.happens(second, 0.3);
    const ended = besides
      ? await company.beside(args, options, randomOfEvent(company.seed, second).int(1, 300))
      : await company.command(args, options);
    if (ended.crashedAt === null && args[0] === "sync") company.points = Math.max(300, ended.points);
    const one: Finished = { job, exports: files, ended, result: jsonOf<RunResult>(ended), writes: writesOf(company, job, before) };
    finished.push(one);
    if (attempt === 1 && args[0] === "sync") company.beforeItCounts(one, partial);
    deliver(company, one, partial);
    company.touched.delete(job);
    if (ended.crashedAt === null) break;
    await afterCrash(company);
    if (kill !== null) await addStranger(company, job);
    const last = await lastRun(company, job);
    await checkLinks(company);
    const resumes = last !== null && randomOfEvent(company.seed, `${id} resume ${attempt}`).chance(0.5);
    args = resumes
      ? ["runs", "resume", last, "--job", `${job}.yaml`, "--json"]
      : ["sync", `${job}.yaml`, ...(partial ? ["--file", "partial.csv"] : []), "--json"];
  }
  const last = finished.at(-1);
  if (last?.result?.status === "held") finished.push(...(await onHold(company, job, last, partial)));
  else if (last?.ended.code === 5 && randomOfEvent(company.seed, `${id} later`).chance(0.5))
    finished.push(...(await later(company, job, last, partial)));
  return finished;
}

/** A run that the service stopped is resumed when the service is well again. */
async function later(company: Company, job: JobName, last: Finished, partial: boolean): Promise<Finished[]> {
  const run = await lastRun(company, job);
  if (run === null) return [];
  endFaults(company);
  renewTokens(company);
  const ended = await company.command(["runs", "resume", run, "--job", `${job}.yaml`, "--json"]);
  const one: Finished = { ...last, ended, result: jsonOf<RunResult>(ended), writes: 0 };
  deliver(company, one, partial);
  return [one];
}

/** An administrator looks at a run that a limit has put on hold. */
async function onHold(company: Company, job: JobName, last: Finished, partial: boolean): Promise<Finished[]> {
  const run = last.result?.run ?? "";
  const draw = company.quiet ? 0 : randomOfEvent(company.seed, `n${company.night} ${job} hold`).next();
  company.count("on hold");
  const left = 1 - company.share("leave on hold", 0.2);
  if (draw > left) {
    company.heldRuns.push({ run, job, night: company.night });
    return [];
  }
  if (draw > left - company.share("cancel on hold", 0.2)) {
    await company.command(["runs", "cancel", run, "--reason", "not right"]);
    return [];
  }
  for (const { text } of last.exports) company.releasedContents.add(text);
  const kill = firstKill(company, job);
  const crash = kill === null ? { crashAt: crashPoint(company, 900) } : { crashOn: kill };
  const ended = await company.command(["runs", "approve", run, "--job", `${job}.yaml`, "--reason", "as it should be", "--json"], crash);
  if (kill !== null && ended.crashedAt !== null) await addStranger(company, job);
  const one: Finished = { ...last, ended, result: jsonOf<RunResult>(ended), writes: 0 };
  deliver(company, one, partial);
  return [one];
}

/** Notes which rows count from now on. */
function deliver(company: Company, { job, exports, ended, result }: Finished, partial: boolean): void {
  // Without its database a command may end with 2 after it has sent something.
  const refused = ended.crashedAt === null && (ended.code === 4 || (ended.code === 2 && !company.policies.trouble.database));
  const outcome: Delivery["outcome"] = refused
    ? "refused"
    : ended.crashedAt === null && result?.status === "completed"
      ? "counts"
      : "unknown";
  company.ledger.delivered({ job, night: company.night, exports, partial, outcome });
}

/** The id of the last run of a job that has not ended. */
async function lastRun(company: Company, job: JobName): Promise<string | null> {
  const listed = jsonOf<{ id: string; job: string; status: string }[] | { runs: { id: string; job: string; status: string }[] }>(
    await company.command(["runs", "list", "--json"]),
  );
  const runs = listed === null ? [] : Array.isArray(listed) ? listed : listed.runs;
  return runs.find((run) => run.job === job && ["interrupted", "failed", "planned", "running", "reading"].includes(run.status))?.id ?? null;
}

/** Some of the people, as a file given by hand. */
function partialOf(company: Company, whole: Export, id: string): Export {
  const random = randomOfEvent(company.seed, id);
  const lines = whole.text.trimEnd().split("\n");
  const chosen =
    whole.rows.length === whole.count ? random.some([...whole.rows.keys()], random.int(1, Math.max(1, whole.rows.length >> 1))) : [];
  const text = [lines[0], ...chosen.map((i) => lines[i + 1])].join("\n");
  company.write("partial.csv", `${text}\n`);
  const rows = chosen.map((i) => whole.rows[i]).flatMap((row) => (row === undefined ? [] : [{ ...row }]));
  const file: Export = { ...whole, name: "partial.csv", text, rows, count: rows.length, partial: true, older: false };
  noteManagers([file], false);
  return file;
}

/** Someone approves a run that was left on hold, although a newer file has been applied since. */
async function approveOldRun(company: Company): Promise<void> {
  const old = company.heldRuns.find(({ night }) => night < company.night);
  if (old === undefined || company.quiet || !company.happens(`n${company.night} old run`, 0.5)) return;
  company.heldRuns.splice(company.heldRuns.indexOf(old), 1);
  const newer = company.ledger.deliveries.some(
    ({ job, night, outcome, partial }) => job === old.job && night > old.night && outcome === "counts" && !partial,
  );
  company.count("old run approved");
  const held = company.ledger.deliveries.filter(({ job, night }) => job === old.job && night === old.night);
  for (const { text } of held.flatMap(({ exports }) => exports)) company.releasedContents.add(text);
  const ended = await company.command(["runs", "approve", old.run, "--job", `${old.job}.yaml`, "--reason", "late", "--json"]);
  const result = jsonOf<RunResult>(ended);
  if (newer && result?.status === "completed")
    company.violate("I4", `The run ${old.run} of night ${old.night} was applied over a newer file.`);
  else if (!newer && result !== null) {
    const delivery = company.ledger.deliveries.findLast(({ job, night }) => job === old.job && night === old.night);
    if (delivery !== undefined) company.ledger.delivered({ ...delivery, outcome: result.status === "completed" ? "counts" : "unknown" });
  }
}
