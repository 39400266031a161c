/** The kinds of faults. docs/internals/chaos.md has a row for each family. */
import { setTimeout as sleep } from "node:timers/promises";
import { nextRelease } from "../helpers/next-release.ts";
import { FIGURES } from "./figures.ts";
import { limitFiles } from "./limits.ts";
import { PROGRAMS, WORKERS, type Place, type ProgramName, type ServerName } from "./place.ts";
import { loseRedis, PHASES } from "./phases.ts";
import type { Kind } from "./round.ts";

const LARGE = { creates: 2000, updates: 500 };
const AWAY_MS = 12_000;
const all = Object.keys(PROGRAMS) as ProgramName[];
const clock = new URL("../helpers/process-clock.ts", import.meta.url).href;

const killEach: Kind = {
  name: "kill-each",
  what: "Scheduler, both workers and console are killed one after the other.",
  size: LARGE,
  fault: async ({ place, sent, mark }) => {
    for (const [n, name] of all.entries()) {
      await sent(0.1 + n * 0.2);
      mark();
      await place.programs[name].end("SIGKILL");
    }
  },
};

const redisKinds = Object.entries(PHASES).flatMap(([phase, { when, parts, reached }]) =>
  [false, true].map((keeps): Kind => ({
    name: `redis-${keeps ? "restarted" : "emptied"}-${phase}`,
    what: `Redis is killed while ${when}, and comes back ${keeps ? "with its data" : "empty"} after a second.`,
    size: LARGE,
    keepsRedis: keeps,
    ...parts,
    fault: async (scene) => {
      await reached(scene);
      await loseRedis(scene);
    },
  })),
);

const crash: Kind = {
  name: "postgres-crash",
  what: "PostgreSQL ends at once, without a checkpoint, and is away for 5 seconds.",
  size: LARGE,
  fault: async ({ place, sent, mark }) => {
    await sent(0.4);
    mark();
    await place.postgres.crash();
    await sleep(5000);
    await place.postgres.start();
  },
};

const LINKS: [string, string, readonly ProgramName[], readonly ServerName[]][] = [
  ["service", "both workers and the service", WORKERS, ["service"]],
  ["postgres", "both workers and PostgreSQL", WORKERS, ["postgres"]],
  ["redis", "both workers and Redis", WORKERS, ["redis"]],
  ["worker-1-service", "one worker and the service", ["worker-1"], ["service"]],
  ["worker-1-postgres", "one worker and PostgreSQL", ["worker-1"], ["postgres"]],
  ["worker-1-redis", "one worker and Redis", ["worker-1"], ["redis"]],
  ["scheduler", "the scheduler and everything else", ["scheduler"], ["postgres", "redis", "service"]],
  ["console", "the console and everything else", ["console"], ["postgres", "redis", "service"]],
];

const linkKinds = LINKS.flatMap(([name, between, programs, servers]) =>
  (["cut", "silence"] as const).map((how): Kind => ({
    name: `${how === "cut" ? "cut" : "hole"}-${name}`,
    what: `${how === "cut" ? "All connections are reset and refused" : "Nothing passes, and no connection closes,"} for 12 seconds between ${between}.`,
    size: LARGE,
    fault: async ({ place, sent, mark }) => {
      const wires = programs.flatMap((program) => servers.map((server) => place.wires[program][server]));
      await sent(0.4);
      mark();
      for (const wire of wires) await wire[how]();
      await sleep(AWAY_MS);
      await Promise.all(wires.map((wire) => wire.restore()));
    },
  })),
);

const paused: Kind = {
  name: "worker-paused",
  what: "A worker is stopped (SIGSTOP) for 60 seconds, and then continues.",
  size: LARGE,
  fault: async ({ place, sent, mark }) => {
    await sent(0.2);
    mark();
    const pid = place.programs["worker-1"].pid();
    process.kill(pid, "SIGSTOP");
    await sleep(60_000);
    process.kill(pid, "SIGCONT");
  },
};

const diskKinds = (
  [
    ["disk-full-worker", "The workers", ({ programs }: Place) => WORKERS.map((name) => programs[name].pid()), 0],
    ["disk-full-postgres", "PostgreSQL and its sessions", ({ postgres }: Place) => (postgres.pid === null ? [] : [postgres.pid]), 65_536],
  ] as const
).map(([name, who, pids, bytes]): Kind => ({
  name,
  what: `${who} cannot make a file longer for 10 seconds. A limit on the size of files simulates a full disk.`,
  size: LARGE,
  fault: async ({ place, sent, mark }) => {
    await sent(0.4);
    mark();
    const lift = limitFiles(pids(place), bytes);
    // What the workers write to their disk while the database is away are answers.
    if (name === "disk-full-worker") await Promise.all(WORKERS.map((worker) => place.wires[worker].postgres.cut()));
    await sleep(10_000);
    lift();
    if (name === "disk-full-worker") await Promise.all(WORKERS.map((worker) => place.wires[worker].postgres.restore()));
    else await place.postgres.revive();
  },
}));

const clockKinds = (["ahead", "behind"] as const).map((side): Kind => ({
  name: `clock-${side}`,
  what: `A worker is started again in the middle with a clock that is two hours ${side}.`,
  size: LARGE,
  fault: async ({ place, sent, mark }) => {
    await sent(0.3);
    const moment = new Date(Date.now() + (side === "ahead" ? 2 : -2) * 3_600_000);
    place.programs["worker-1"].change({ env: { NODE_OPTIONS: `--import=${clock}`, TEST_CLOCK: moment.toISOString() } });
    await place.programs["worker-1"].end("SIGTERM");
    mark();
  },
}));

const upgrade: Kind = {
  name: "rolling-upgrade",
  what: "Scheduler, workers and console are replaced one after the other by a newer version; then an old worker tries to start.",
  size: LARGE,
  fault: async ({ place, sent, mark }) => {
    const { program } = nextRelease();
    const old = place.programs["worker-2"];
    for (const [n, name] of all.entries()) {
      await sent(0.1 + n * 0.15);
      place.programs[name].change({ program });
      mark();
      await place.programs[name].end("SIGTERM");
    }
    await sent(0.7);
    old.change({ program: old.first });
    await old.end("SIGTERM");
    await sleep(6000);
    old.change({ program });
  },
};

const unreliable: Kind = {
  name: "unreliable-service",
  what: "The service answers 2 % of requests with 503, and 1 % of its answers are lost.",
  size: LARGE,
  before: async ({ service }) => {
    await service.fault({ path: "/users", share: 0.02, seed: 7, status: 503 });
    await service.fault({ path: "/users", share: 0.01, seed: 11, reset: true, when: "after" });
  },
  fault: async ({ sent, mark }) => {
    await sent(1);
    mark();
  },
};

export const KINDS: readonly Kind[] = [
  ...FIGURES,
  killEach,
  ...redisKinds,
  crash,
  ...linkKinds,
  paused,
  ...diskKinds,
  ...clockKinds,
  upgrade,
  unreliable,
];
