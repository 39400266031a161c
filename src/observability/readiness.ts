import pTimeout from "p-timeout";
import { errorWord } from "../domain/telemetry/events.ts";
import { answers, listMigrations } from "../store/runs/metrics.ts";
import type { Db } from "../store/schema/tables.ts";
import type { Log } from "./log.ts";

/** A condition that must be true before a process gets work. @throws if it is not */
export interface Check {
  /** A word: `redis`, `scheduler`. */
  name: string;
  check(): Promise<void>;
}

/** Failed checks by name, each with one word for the reason. */
export interface Failing {
  check: string;
  why: string;
}

export interface ReadinessParts {
  db: Db;
  log: Log;
  /** The migrations that this program needs; a database may have more, from a newer program beside it. */
  migrations: readonly string[];
  /** Further conditions of the roles of this process. */
  checks?: readonly Check[];
  /** How long a check may take, in ms. */
  patience?: number;
}

const CHECK_TIMEOUT_MS = 2000;

/** Whether this process can do its work now. */
export class Readiness {
  readonly #checks: readonly Check[];
  readonly #log: Log;
  readonly #patience: number;
  readonly #running = new Map<string, Promise<void>>();
  #failing = new Set<string>();
  #stopping = false;

  constructor({ db, log, migrations, checks = [], patience = CHECK_TIMEOUT_MS }: ReadinessParts) {
    this.#log = log;
    this.#patience = patience;
    this.#checks = [
      { name: "database", check: () => answers(db) },
      { name: "schema", check: () => schemaIsThere(db, migrations) },
      ...checks,
    ];
  }

  /** Reports "not ready" from now on, because the process is about to end. */
  stopping(): void {
    this.#stopping = true;
  }

  /** @returns what fails; empty where the process is ready */
  async failing(): Promise<Failing[]> {
    if (this.#stopping) return [{ check: "stopping", why: "stopping" }];
    const found = (await Promise.all(this.#checks.map((check) => this.#ask(check)))).filter((one) => one !== null);
    this.#logChanges(found);
    return found;
  }

  async #ask({ name, check }: Check): Promise<Failing | null> {
    // A check that hangs is not asked again on top of it.
    let running = this.#running.get(name);
    if (running === undefined) {
      running = Promise.resolve()
        .then(check)
        .finally(() => this.#running.delete(name));
      this.#running.set(name, running);
    }
    try {
      await pTimeout(running, { milliseconds: this.#patience });
      return null;
    } catch (error) {
      return { check: name, why: errorWord(error) };
    }
  }

  /** Once when it begins and once when it is over, however often it is asked. */
  #logChanges(found: readonly Failing[]): void {
    const now = new Set(found.map(({ check }) => check));
    for (const check of now) if (!this.#failing.has(check)) this.#log.event("not_ready", { check });
    for (const check of this.#failing) if (!now.has(check)) this.#log.event("ready_again", { check });
    this.#failing = now;
  }
}

class SchemaBehind extends Error {
  readonly code = "schema_behind";
}

async function schemaIsThere(db: Db, needed: readonly string[]): Promise<void> {
  const there = new Set(await listMigrations(db));
  if (needed.some((name) => !there.has(name))) throw new SchemaBehind();
}
