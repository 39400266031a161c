/** One round: a quiet run, a run with a fault, and the next run; then the service's own log shows the outcome for everybody. */
import { setTimeout as sleep } from "node:timers/promises";
import { changed, everybody, writeFile, writeJob } from "./company.ts";
import { judge, type Night, type Verdict } from "./judge.ts";
import { openPlace, type Place } from "./place.ts";

export interface Size {
  creates: number;
  updates: number;
}

/** What a fault works with. */
export interface Scene {
  place: Place;
  run: string;
  size: Size;
  /** Resolves when the service has received this share of the creates. */
  sent(share: number): Promise<void>;
  /** Resolves when a query finds a row about the run. */
  found(statement: string): Promise<void>;
  /** Resolves when a notification was sent. */
  notified(): Promise<void>;
  /** Remembers the moment of a fault. */
  mark(): void;
}

export interface Kind {
  name: string;
  /** One sentence. */
  what: string;
  size: Size;
  /** Switches observation off: unconfirmed creates stay so until the next run. */
  unobserved?: boolean;
  perSecond?: number;
  /** How long the service takes for a create or an update. */
  latencyMs?: number;
  /** How often the file repeats its rows. */
  repeats?: number;
  keepsRedis?: boolean;
  /** Before the run is requested. */
  before?(place: Place): Promise<void>;
  /** While the run goes on; it heals what it has broken. */
  fault(scene: Scene): Promise<void>;
}

export interface Result extends Verdict {
  kind: string;
  round: number;
  quick: boolean;
  /** When it started. */
  at: string;
  size: Size;
  /** The status of the run when its request ended; `hung`: it did not end in time. */
  ended: string;
  seconds: number;
  /** From the end of the fault. */
  secondsAfter: number | null;
  next: string;
  nextSeconds: number;
  /** Warnings, errors and exits, with how often. */
  saw: Record<string, number>;
}

const IN_FLIGHT = 8;
const BASELINE = 10;
const LIMIT_MS = 300_000;
const NEXT_LIMIT_MS = 180_000;
const FAULT_LIMIT_MS = 70_000;
const ROUND_LIMIT_MS = 15 * 60_000;

type Played = Omit<Result, "round" | "quick">;

/** Plays a round, and leaves nothing running. @throws the reason of `stop`, or after `ROUND_LIMIT_MS` */
export async function playRound(kind: Kind, size: Size, stop: AbortSignal): Promise<Played> {
  const sets = 2 * Math.max(size.updates, BASELINE) + size.creates;
  const place = await openPlace(sets, kind.keepsRedis ?? false);
  const limit = AbortSignal.any([stop, AbortSignal.timeout(ROUND_LIMIT_MS)]);
  try {
    const stopped = new Promise<never>((_, reject) => limit.addEventListener("abort", () => reject(limit.reason as Error), { once: true }));
    return await Promise.race([play(kind, size, place), stopped]);
  } finally {
    await place.close();
  }
}

async function play(kind: Kind, size: Size, place: Place): Promise<Played> {
  const at = new Date().toISOString();
  const present = everybody("b", Math.max(size.updates, BASELINE), 0);
  const joiners = everybody("n", size.creates, present.length);
  const sets = present.length + joiners.length;
  const { latencyMs = 80 } = kind;
  const latency = { path: "/users", delayMs: latencyMs, times: -1 };
  // Slower answers than before would make every process send less.
  await place.service.fault(latency);
  const job = { inFlight: IN_FLIGHT, webhook: place.webhook.url };
  const fast = { ...job, perSecond: 1000, settle: "1s" };
  writeJob(place.dir, fast);
  writeFile(place.dir, present);
  const quiet = await awaitEnd(place, await place.request(), NEXT_LIMIT_MS);
  if (quiet.status !== "completed") throw new Error(`the run before the fault ended as ${quiet.status}`);
  const before = await place.service.accounts();

  const night = [...changed(present.slice(0, size.updates), sets), ...present.slice(size.updates), ...joiners];
  writeJob(place.dir, { ...job, perSecond: kind.perSecond ?? 70, settle: kind.unobserved === true ? "1h" : "60s" });
  writeFile(place.dir, night, kind.repeats);
  // Before the latency, because the sandbox applies the first fault that is due.
  await place.service.clearFaults();
  await kind.before?.(place);
  await place.service.fault(latency);
  const marks: number[] = [];
  const started = performance.now();
  const run = await place.request();
  const over = new AbortController();
  let healed: number | null = null;
  let trouble: unknown = null;
  const fault = Promise.all([
    kind.unobserved === true ? observeNothing(place, over.signal) : null,
    kind
      .fault(sceneOf(place, run, size, marks, over.signal))
      .then(() => (healed = performance.now()))
      .catch((error: unknown) => (trouble = error)),
  ]);
  const ended = await awaitEnd(place, run, LIMIT_MS);
  const endedAt = performance.now();
  over.abort();
  // A fault that waits for what never came to pass is over, too.
  await Promise.race([fault, sleep(FAULT_LIMIT_MS)]);
  const outcome = healed === null ? `${ended.status}; fault: ${String(trouble)}` : ended.status;
  const atEnd = await judgeNight(place, marks, latencyMs);

  await place.service.clearFaults();
  await restoreAll(place);
  writeJob(place.dir, fast);
  const linked = new Set((await place.ask<{ key: string }>("SELECT key FROM link")).map(({ key }) => key));
  // Another address, so that a name that is taken does not hide a second create.
  const followers = night.map((person) => (linked.has(person.key) ? person : { ...person, mail: `again-${person.mail}` }));
  writeFile(place.dir, followers);
  await sleep(1500);
  const nextAt = performance.now();
  const next = await nextRun(place);
  return {
    kind: kind.name,
    at,
    size,
    ended: outcome,
    seconds: seconds(endedAt - started),
    secondsAfter: healed === null ? null : Math.max(0, seconds(endedAt - healed)),
    ...(await judge(place, { before, present, night: followers, joiners, atEnd })),
    next,
    nextSeconds: seconds(performance.now() - nextAt),
    saw: sayings(place),
  };
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

async function judgeNight(place: Place, marks: readonly number[], latencyMs: number): Promise<Night> {
  const open = await place.ask<{ key: string }>(
    "SELECT key FROM intent WHERE status IN ('open', 'uncertain', 'unlinked') UNION SELECT key FROM link WHERE source = 'observed'",
  );
  return {
    unconfirmed: open.map(({ key }) => key),
    creates: await place.service.creates(latencyMs),
    marks,
    accounts: await place.service.accounts(),
  };
}

/** From the first create on, the groups cannot be read. */
async function observeNothing(place: Place, over: AbortSignal): Promise<void> {
  while (!over.aborted && (await joinersIn(place).catch(() => 0)) === 0) await sleep(100);
  await place.service.fault({ method: "GET", path: "/groups", status: 500, times: -1 });
}

async function joinersIn(place: Place): Promise<number> {
  const [row] = await place.ask<{ n: number }>("SELECT count(*)::int AS n FROM intent WHERE key LIKE 'n%'");
  return row?.n ?? 0;
}

async function nextRun(place: Place): Promise<string> {
  try {
    return (await awaitEnd(place, await place.request(), NEXT_LIMIT_MS)).status;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function awaitEnd(place: Place, run: string, limitMs: number): Promise<{ status: string }> {
  for (const end = performance.now() + limitMs; performance.now() < end; await sleep(200)) {
    // The database may be away.
    const [request] = await place
      .ask<{ ended: boolean; status: string | null }>(
        "SELECT q.ended_at IS NOT NULL AS ended, r.status FROM run_request q LEFT JOIN run r ON r.id = q.run WHERE q.id = $1",
        [run],
      )
      .catch(() => []);
    if (request?.ended === true) return { status: request.status ?? "no run" };
  }
  const [stuck] = await place.ask<{ status: string }>("SELECT status FROM run WHERE id = $1", [run]).catch(() => []);
  return { status: `hung (${stuck?.status ?? "no run"})` };
}

function sceneOf(place: Place, run: string, size: Size, marks: number[], over: AbortSignal): Scene {
  const until = async (what: string, found: () => Promise<boolean>): Promise<void> => {
    while (!(await found().catch(() => false))) {
      if (over.aborted) throw new Error(`the run ended before ${what}`);
      await sleep(50);
    }
  };
  return {
    place,
    run,
    size,
    sent: (share) =>
      until(`${Math.round(share * 100)} % of the creates were sent`, async () => (await joinersIn(place)) >= share * size.creates),
    found: (statement) => until(statement, async () => (await place.ask(statement, [run])).length > 0),
    notified: () => until("a notification", async () => place.webhook.received() > 0),
    mark: () => void marks.push(Date.now()),
  };
}

async function restoreAll(place: Place): Promise<void> {
  place.webhook.release();
  await Promise.all(Object.values(place.wires).flatMap((wires) => Object.values(wires).map((wire) => wire.restore())));
}

function sayings({ programs }: Place): Record<string, number> {
  const all = new Map<string, number>();
  for (const { said, name } of Object.values(programs))
    for (const [sentence, times] of said) {
      const key = sentence.startsWith("ended with") ? `${name} ${sentence}` : sentence;
      all.set(key, (all.get(key) ?? 0) + times);
    }
  return Object.fromEntries([...all].sort(([, one], [, other]) => other - one));
}
