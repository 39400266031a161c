/** The learning service's own log and accounts: by them a round is judged. */
import type { FaultInput } from "../../src/sandbox/faults/faults.ts";
import { keyOf } from "./company.ts";

export interface Account {
  user_id: string;
  groups: string[];
  fields: Record<string, unknown>;
}

interface Logged {
  at: string;
  method: string;
  path: string;
  body: Record<string, unknown> | null;
  status: number | null;
}

/** A create that the service has received. */
export interface Create {
  key: string;
  sentAt: number;
  /** `null`: its answer was lost, or was no success. */
  answeredAt: number | null;
}

export interface Service {
  url: string;
  /** @param latencyMs how long each took */
  creates(latencyMs: number): Promise<Create[]>;
  accounts(): Promise<Account[]>;
  fault(fault: FaultInput): Promise<void>;
  clearFaults(): Promise<void>;
}

export function openService(url: string): Service {
  const get = async <T>(path: string): Promise<T> => (await (await fetch(`${url}/_sandbox/${path}`)).json()) as T;
  return {
    url,
    creates: async (latencyMs) => {
      const all = await get<Logged[]>("requests");
      return all
        .filter(({ method, path }) => method === "POST" && path.endsWith("/users"))
        .map(({ at, body, status }) => {
          const sentAt = Date.parse(at);
          return {
            key: keyOf(String(body?.["first_name"])),
            sentAt,
            answeredAt: status === null || status >= 300 ? null : sentAt + latencyMs,
          };
        });
    },
    accounts: async () => (await get<{ users: Account[] }>("state")).users,
    fault: async (fault) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`${url}/_sandbox/faults`, { method: "POST", headers, body: JSON.stringify(fault) });
      if (!answer.ok) throw new Error(`the sandbox refuses a fault: ${await answer.text()}`);
    },
    clearFaults: async () => void (await fetch(`${url}/_sandbox/faults`, { method: "DELETE" })),
  };
}
