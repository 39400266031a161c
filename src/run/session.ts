import { createHmac, hash } from "node:crypto";
import { EXIT, Problem } from "../model/problem.ts";
import type { Readable } from "node:stream";
import type { Clock } from "../model/clock.ts";
import type { Job } from "../model/settings.ts";
import type { CompiledMapping } from "../mapping/compiled.ts";
import type { Client } from "../learning-service/client.ts";
import type { Directory } from "../directory/directory.ts";
import { rememberSent, type Secrecy } from "../plan/attributes.ts";
import type { Rulebook } from "../plan/groups.ts";
import { keysFor, requireKeys } from "./keys.ts";
import { fingerprintKey } from "../store/settings.ts";
import type { State } from "../store/state.ts";

/** Tells a person how far a run is. `total` null: not known. */
export interface Progress {
  phase(name: string, total: number | null): void;
  at(done: number): void;
  say(sentence: string): void;
  end(): void;
}

/** What a run is stopped with. */
export function stoppedByHand(
  what = "What was in flight has ended, and the rest is kept.",
  next = "Go on with `rollcall runs resume`.",
): Problem {
  return new Problem(`Stopped. ${what}`, {
    code: "interrupted",
    exit: EXIT.partly,
    audience: "admin",
    retryable: true,
    next,
  });
}

/** Everything a run works with. */
export interface Session {
  state: State;
  job: Job;
  mapping: CompiledMapping;
  /** Digest of everything but the rows that an outcome depends on. */
  context: string;
  secrecy: Secrecy;
  rules: Rulebook;
  progress: Progress;
  now(): Date;
  sleep: Clock["sleep"];
  timer: Clock["timer"];
  /** Standard input, where a file may be piped in; `null`: it is a terminal, or there is none. */
  stdin: Readable | null;
  /** How many operations this process has under way at most. */
  concurrency: number;
  /** Aborted when somebody asks the run to stop. */
  stop: AbortSignal;
}

/** The learning service, as a run reaches it. */
export interface Service {
  client: Client;
  directory: Directory;
}

type Given = "state" | "job" | "mapping" | "progress" | "now" | "sleep" | "timer" | "stdin" | "concurrency" | "stop";

/** @param secret as `secretKey` gives it */
export async function openSession({ secret, ...parts }: Pick<Session, Given> & { secret: string | null }): Promise<Session> {
  const { job, mapping } = parts;
  const keys = keysFor(parts.state, secret);
  requireKeys(keys, mapping);
  const key = await fingerprintKey(parts.state.db, mapping.sensitiveFields.size > 0);
  return {
    ...parts,
    context: hash("sha256", JSON.stringify(contextOf(job, mapping))),
    secrecy: {
      isSensitive: (field) => mapping.sensitiveFields.has(field),
      fingerprint: (value) => createHmac("sha256", key).update(value).digest("base64url"),
    },
    rules: {
      isManaged: mapping.isManaged,
      rulesGiving: (path, id) => [...mapping.rulesGiving(path), ...mapping.rulesGiving(id)],
      unknownGroups: mapping.unknownGroups,
    },
  };
}

function contextOf({ source, service, policy }: Job, mapping: CompiledMapping): unknown[] {
  const always = [1, mapping.digest, service.account, policy.leavers, service.dialect.updateBody];
  return source.more.length === 0 ? always : [...always, source.sameKey];
}

export function remember(session: Session): (attributes: Parameters<typeof rememberSent>[0]) => Record<string, unknown> {
  return (attributes) => rememberSent(attributes, session.secrecy);
}
