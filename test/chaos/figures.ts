/** The kinds whose numbers are compared between versions: nothing settles by itself before the next run. */
import { setTimeout as sleep } from "node:timers/promises";
import { loseRedis, PHASES } from "./phases.ts";
import { WORKERS } from "./place.ts";
import type { Kind } from "./round.ts";

/** As many creates in flight as the job allows. */
const FIGURE = { unobserved: true, perSecond: 500, latencyMs: 150 } as const;

export const FIGURES: readonly Kind[] = [
  {
    ...FIGURE,
    name: "kill-workers",
    what: "Five times in a run, one of the two workers is killed, in turn.",
    size: { creates: 400, updates: 0 },
    fault: async ({ place, sent, mark }) => {
      for (let n = 0; n < 5; n += 1) {
        await sent(0.15 + n * 0.17);
        mark();
        await place.programs[WORKERS[n % 2] ?? "worker-1"].end("SIGKILL");
      }
    },
  },
  {
    ...FIGURE,
    name: "postgres-restart",
    what: "PostgreSQL is stopped, and away for 5 seconds.",
    size: { creates: 300, updates: 0 },
    fault: async ({ place, sent, mark }) => {
      await sent(0.2);
      mark();
      await place.postgres.kill();
      await sleep(5000);
      await place.postgres.start();
    },
  },
  {
    ...FIGURE,
    name: "service-cut",
    what: "Both workers lose their connections to the service for 10 seconds.",
    size: { creates: 300, updates: 0 },
    fault: async ({ place, sent, mark }) => {
      await sent(0.2);
      mark();
      await Promise.all(WORKERS.map((name) => place.wires[name].service.cut()));
      await sleep(10_000);
      await Promise.all(WORKERS.map((name) => place.wires[name].service.restore()));
    },
  },
  ...(["reading", "planning"] as const).map((phase): Kind => ({
    ...FIGURE,
    name: `redis-lost-${phase}`,
    what: `Redis is lost while ${PHASES[phase].when}, and comes back empty after a second.`,
    size: { creates: 100, updates: 0 },
    ...PHASES[phase].parts,
    ...(phase === "reading" ? { repeats: 1500 } : {}),
    fault: async (scene) => {
      await PHASES[phase].reached(scene);
      await loseRedis(scene);
    },
  })),
];
