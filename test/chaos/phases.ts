/** The phases of a run at which Redis is lost. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Kind, Scene } from "./round.ts";

interface Phase {
  when: string;
  /** What makes the phase long enough. */
  parts?: Partial<Kind>;
  reached(scene: Scene): Promise<void>;
}

export const PHASES: Readonly<Record<"reading" | "planning" | "applying" | "reporting", Phase>> = {
  reading: {
    when: "the file is read",
    parts: { repeats: 60 },
    reached: ({ found }) => found("SELECT 1 FROM run WHERE id = $1 AND sha256 = ''"),
  },
  planning: {
    when: "the run is planned",
    parts: { before: ({ service }) => service.fault({ path: "/groups", method: "GET", delayMs: 3000, times: 1 }) },
    reached: ({ found }) => found("SELECT 1 FROM run WHERE id = $1 AND sha256 <> ''"),
  },
  applying: { when: "changes are sent", reached: ({ sent }) => sent(0.4) },
  reporting: {
    when: "notifications are sent",
    parts: { before: async ({ webhook }) => webhook.hold() },
    reached: ({ notified }) => notified(),
  },
};

/** Kills Redis, and starts it again after a second. */
export async function loseRedis({ place, mark }: Scene): Promise<void> {
  mark();
  await place.redis.kill();
  await sleep(1000);
  await place.redis.start();
  place.webhook.release();
}
