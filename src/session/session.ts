import type { Phase } from "../domain/facts/phases.ts";
import { fact, type Fact } from "../domain/facts/fact.ts";
import { hash } from "node:crypto";
import { DateTime } from "luxon";
import { EXIT, Problem } from "../domain/problem.ts";
import type { Readable } from "node:stream";
import { compileProtect, type Protection } from "../domain/protection/protect.ts";
import type { Clock } from "../domain/clock.ts";
import type { Job } from "../domain/settings.ts";
import type { CompiledMapping } from "../mapping/compiled.ts";
import { compilePilot, type Pilot } from "../mapping/people/pilot.ts";
import type { Client } from "../learning-service/client.ts";
import type { Directory } from "../directory/directory.ts";
import { rememberSentAttributes, type Secrecy } from "../plan/attributes.ts";
import type { Rulebook } from "../plan/groups.ts";
import type { HttpAccess, LastReads } from "../source/http/access.ts";
import { keysFor, requireKeys } from "../state/sealing-keys.ts";
import { fingerprintKey, fingerprintsWith } from "../store/settings.ts";
import type { State } from "../state/state.ts";
import type { ProxyEnvironment } from "../domain/proxy.ts";
import { lastReads, readsGeneration } from "./last-reads.ts";
import { tokensOf } from "./tokens.ts";

/** Shows the progress of a run. `total` is `null` if not known. */
export interface Progress {
  phase(phase: Phase, total: number | null): void;
  at(done: number): void;
  say(said: Fact): void;
  end(): void;
}

/** Returns the problem that aborts a stopped run. */
export function stoppedByHand(what: Fact = fact("run.stopped", {}), next: Fact = fact("advice.resume", { run: null })): Problem {
  return new Problem(what, {
    code: "interrupted",
    exit: EXIT.partly,
    audience: "admin",
    retryable: true,
    next,
  });
}

/** Everything a run needs. */
export interface Session {
  state: State;
  job: Job;
  mapping: CompiledMapping;
  /** Whom a run is for; `null`: everyone. */
  pilot: Pilot | null;
  /** Digest of everything but the rows that affects an outcome. */
  context: string;
  secrecy: Secrecy;
  rules: Rulebook;
  protection: Protection;
  progress: Progress;
  now(): Date;
  sleep: Clock["sleep"];
  timer: Clock["timer"];
  /** For sources over HTTP. */
  http: HttpAccess;
  /** The last reads of such sources; `null` without a key to encrypt them. */
  reads: LastReads | null;
  /** Standard input, if a file may be piped in; `null` if it is a terminal or missing. */
  stdin: Readable | null;
  /** The maximum number of operations this process has in flight. */
  concurrency: number;
  /** Aborted to stop the run. */
  stop: AbortSignal;
}

/** The learning service of a run. */
export interface Service {
  client: Client;
  directory: Directory;
  /** Sends nothing for the service account for this long (ms). */
  pauseFor(ms: number): void;
}

type Given = "state" | "job" | "mapping" | "progress" | "now" | "sleep" | "timer" | "stdin" | "concurrency" | "stop";

/** Opens a session. @param secret as returned by `secretKey` @param pilot that of the command; by default that of the job */
export async function openSession({
  secret,
  env,
  ...parts
}: Pick<Session, Given> & { pilot?: Pilot | undefined; secret: string | null; env: ProxyEnvironment }): Promise<Session> {
  const { job, mapping } = parts;
  const keys = keysFor(parts.state, secret);
  requireKeys(keys, mapping);
  const key = await fingerprintKey(parts.state, mapping.sensitiveFields.size > 0);
  return {
    ...parts,
    http: {
      now: parts.now,
      sleep: parts.sleep,
      stop: parts.stop,
      env,
      today: todayOf(parts),
      tokens: (account, configured) => tokensOf(parts.state, account, configured, keys, "source"),
    },
    reads: lastReads(parts.state.dir, job, keys, await readsGeneration(parts.state)),
    pilot: parts.pilot ?? compilePilot(job, mapping),
    context: hash("sha256", JSON.stringify(contextOf(job, mapping))),
    protection: compileProtect(job.protect),
    secrecy: {
      isSensitive: (field) => mapping.sensitiveFields.has(field),
      fingerprint: fingerprintsWith(key),
    },
    rules: {
      isManaged: mapping.isManaged,
      rulesGiving: (path, id) => [...mapping.rulesGiving(path), ...mapping.rulesGiving(id)],
      unknownGroups: mapping.unknownGroups,
      // The name of a group is shown and sent, so it must not come from a sensitive column.
      isProposed: ({ cells }) =>
        ["propose", "create"].includes(mapping.unknownGroups) && !cells.some(({ column }) => mapping.sensitiveColumns.has(column)),
    },
  };
}

function contextOf({ source, service, policy, protect }: Job, mapping: CompiledMapping): unknown[] {
  const always = [1, mapping.digest, service.account, policy.leavers, service.dialect.updateBody];
  const { keys, usernames, groups } = protect;
  const guarded = keys.length + usernames.length + groups.length === 0 ? [] : [{ keys, usernames, groups }];
  const pilot = policy.pilot === null ? [] : [{ pilot: policy.pilot.digest }];
  const keep = source.keep === null ? [] : [{ keep: source.keep }];
  return [...always, ...keep, ...(source.more.length === 0 ? [] : [source.sameKey]), ...guarded, ...pilot];
}

/** Returns the day in the time zone of the job, as `YYYY-MM-DD`. */
export function todayOf({ job, now }: Pick<Session, "job" | "now">): string {
  return DateTime.fromJSDate(now(), { zone: job.timezone }).toFormat("yyyy-MM-dd");
}

export function remember(session: Session): (attributes: Parameters<typeof rememberSentAttributes>[0]) => Record<string, unknown> {
  return (attributes) => rememberSentAttributes(attributes, session.secrecy);
}
