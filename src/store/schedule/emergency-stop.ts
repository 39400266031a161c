import { fact, type Fact } from "../../domain/facts/fact.ts";
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { EXIT, Problem } from "../../domain/problem.ts";
import { readableText } from "../../domain/names.ts";
import { writeAtomically } from "../../domain/write-file.ts";
import { appendAudit } from "../audit/audit.ts";
import type { JournalEntry } from "../../state/journal/journal.ts";
import { getSetting, setSetting } from "../settings.ts";
import type { State } from "../../state/state.ts";

/** A stop of everything for a service account. It stays in force until it is lifted. */
export interface EmergencyStop {
  account: string;
  /** ISO 8601. */
  since: string;
  by: string;
  via: string;
  reason: string;
}

type StoredState = Pick<State, "db" | "journal">;
type SharedState = Pick<State, "db" | "journal" | "dir" | "locks">;

/** Prefix of one setting per account; its value is `null` after the stop was lifted. */
const NAME = "emergency_stop:";
/** Prefix of files with a stop for the process that has the embedded state open. */
const REQUEST = "emergency-stop-";

/** Returns the stop of an account, from the store or from a request file; `null` if there is none. */
export async function findEmergencyStop({ db, dir }: Pick<State, "db" | "dir">, account: string): Promise<EmergencyStop | null> {
  const file = requestFile(dir, account);
  // Checked before every writing request; usually there is no file.
  if (existsSync(file)) {
    const requested = await readRequest(file);
    // Even an unreadable file means that someone wants everything to stop.
    if (requested !== null || existsSync(file)) return requested ?? { account, since: "?", by: "?", via: "cli", reason: "unreadable" };
  }
  return getSetting<EmergencyStop>(db, NAME + account);
}

/** Returns all stops that are in force, by account. */
export async function listEmergencyStops({ db, dir }: Pick<State, "db" | "dir">): Promise<EmergencyStop[]> {
  const rows = await db
    .selectFrom("setting")
    .select("value")
    .where("name", "like", `${NAME.replaceAll("_", "\\_")}%`)
    .execute();
  const stored = rows.flatMap(({ value }) => (value === null ? [] : [value as EmergencyStop]));
  const stops = new Map([...stored, ...(await listStopRequests(dir))].map((stop) => [stop.account, stop]));
  return [...stops.values()].toSorted((a, b) => a.account.localeCompare(b.account));
}

/**
 * Activates a stop, durably.
 * @returns the stop in force, which is an older one if the account was already stopped
 */
export function setEmergencyStop(state: SharedState, given: EmergencyStop): Promise<EmergencyStop> {
  const { account, via, since } = given;
  const reason = readableText(given.reason);
  const stop = { ...given, reason };
  return inTurn(state, account, async () => {
    const before = await getSetting<EmergencyStop>(state.db, NAME + account);
    if (before === null) await keep(state, account, stop);
    const detail = { account, reason, via, ...(before === null ? {} : { again: true }) };
    await appendAudit(state, { actor: stop.by, action: "emergency_stop", detail }, new Date(since));
    return before ?? stop;
  });
}

/** A stop that someone confirms while it is lifted must not end with an audit trail that says it is in force. */
function inTurn<Result>({ locks }: SharedState, account: string, work: () => Promise<Result>): Promise<Result> {
  return locks.exclusively(`emergency-stop:${account}`, work);
}

/**
 * Lifts a stop. The audit entry comes first: an interruption leaves the stop in force.
 * @returns false if another stop is in force by now, or none
 */
export function liftEmergencyStop(
  state: SharedState,
  stop: EmergencyStop,
  by: { name: string; via: string; reason: string },
  at: Date,
): Promise<boolean> {
  const { account, since, by: stoppedBy } = stop;
  return inTurn(state, account, async () => {
    if ((await findEmergencyStop(state, account))?.since !== since) return false;
    const detail = { account, reason: readableText(by.reason), via: by.via, since, stopped_by: stoppedBy };
    await appendAudit(state, { actor: by.name, action: "emergency_stop_lifted", detail }, at);
    await rm(requestFile(state.dir, account), { force: true });
    await keep(state, account, null);
    return true;
  });
}

/** Restores stops of another journal, without audit entries: they are older than the current events. */
export async function keepEmergencyStops(state: StoredState, stops: readonly EmergencyStop[]): Promise<void> {
  for (const stop of stops) await keep(state, stop.account, stop);
}

/** Returns the stops that a journal leaves in force at its end. */
export function stopsOf(entries: readonly JournalEntry[]): EmergencyStop[] {
  const last = new Map<string, EmergencyStop | null>();
  for (const entry of entries)
    if (entry.t === "setting" && entry.name.startsWith(NAME)) last.set(entry.name, entry.value as EmergencyStop | null);
  return [...last.values()].filter((stop) => stop !== null);
}

/** Writes the journal first, so that a power cut does not remove the stop. */
async function keep({ db, journal }: StoredState, account: string, value: EmergencyStop | null): Promise<void> {
  await journal.append({ t: "setting", name: NAME + account, value });
  await setSetting(db, NAME + account, value);
}

/**
 * Leaves a stop as a file in the directory of an embedded state that another process has open. That process obeys the
 * file before its next request; the next process that can stores it in the state.
 */
export async function requestEmergencyStop(dir: string, stop: EmergencyStop): Promise<void> {
  await writeAtomically(requestFile(dir, stop.account), `${JSON.stringify(stop)}\n`);
}

/** Stores request files in the state, with their audit entries. */
export async function takeInEmergencyStops(state: SharedState & Pick<State, "host">): Promise<void> {
  // The daemon that runs the command does it.
  if (state.host !== null) return;
  for (const stop of await listStopRequests(state.dir)) {
    await setEmergencyStop(state, stop);
    await rm(requestFile(state.dir, stop.account), { force: true });
  }
}

/** Returns the error for everything that would start work for a stopped account. */
export function emergencyStopped(stop: EmergencyStop): Problem {
  return new Problem(refusalFact(stop), { code: "emergency_stop", exit: EXIT.held, audience: "admin", next: liftingAdvice(stop) });
}

/** Says that an account is stopped. It may be logged, so it contains neither the name nor the reason. */
export function refusalFact({ account, since }: EmergencyStop): Fact {
  return fact("emergency_stop.is_active", { account, since });
}

/** Returns the next step. */
export function liftingAdvice({ account }: EmergencyStop): Fact {
  return fact("advice.lift_emergency_stop", { account });
}

/** Returns the file for an account, by digest: an account may be a URL. */
function requestFile(dir: string, account: string): string {
  return join(dir, `${REQUEST}${hash("sha256", account).slice(0, 32)}.json`);
}

/** Returns the stops in the request files of a state directory. */
export async function listStopRequests(dir: string): Promise<EmergencyStop[]> {
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.startsWith(REQUEST) && name.endsWith(".json"));
  const stops = await Promise.all(names.map((name) => readRequest(join(dir, name))));
  return stops.filter((stop) => stop !== null);
}

async function readRequest(file: string): Promise<EmergencyStop | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as EmergencyStop;
  } catch {
    return null;
  }
}
