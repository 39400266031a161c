import { expect } from "vitest";
import type { Signed } from "./helpers.ts";

interface Shown {
  name: string;
  counts: Record<string, number>;
  jobs: { id: string; data: Record<string, unknown> }[];
  readOnlyMode: boolean;
}

/** Returns the queues that the page shows, with the entries of one of them. */
export async function shown(who: Signed, active = ""): Promise<Shown[]> {
  const answer = await who.get(`/queues/board/api/queues?activeQueue=${active}&status=latest&page=1&jobsPerPage=10`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
  return (JSON.parse(answer.text) as { queues: Shown[] }).queues;
}
