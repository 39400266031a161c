/** Data that must survive a power cut: PGlite acknowledges a commit before it is on the disk. */
export type JournalEntry =
  | {
      t: "intent";
      operation: string;
      account: string;
      job: string;
      key: string;
      username: string;
      names?: Record<string, unknown> | null;
      digest: string;
      groups?: string[];
      named?: string[];
      since?: number;
      at: string;
    }
  | { t: "link"; account: string; job: string; key: string; userId: string; source: string; at: string }
  | { t: "unlinked"; account: string; key: string; userId: string; at: string }
  | { t: "moved"; account: string; job: string; key: string; from: string; userId: string; at: string }
  | { t: "sending"; account: string; operations: Record<string, string>; at: string }
  | { t: "released"; run: string; job: string; at: string }
  | { t: "settled"; operation: string; outcome: "linked" | "refused" | "unlinked"; at: string }
  | { t: "restored"; at: string; made: string; held: boolean; since: string; settled: boolean }
  | { t: "token"; account: string; tokens: object }
  | { t: "setting"; name: string; value: unknown }
  | { t: "audit"; seq: number; at: string; actor: string; action: string; detail: unknown; prev: string; hash: string };
