import type { Fact } from "../domain/facts/fact.ts";
import type { OperationLine } from "../store/runs/run-pages.ts";
import { WAITING } from "../store/identities/waiting-creates.ts";
import type { Run } from "../store/runs/runs.ts";
import { reasonOf } from "./fact-text.ts";
import { placeIn } from "./run-result.ts";

/** An operation as reports, console and command line show it: its changes, never the sent values. */
export interface ReportedOperation extends OperationChanges {
  id: string;
  key: string;
  name: string;
  row: number | null;
  /** Only when the people come from several files. */
  file?: string;
  kind: OperationLine["kind"];
  status: OperationLine["status"];
  code: string | null;
  /** In English. */
  reason: string | null;
  fact: Fact | null;
}

/** Returns whether views list an operation under “Needs attention” instead of “Changes”. */
export function needsAttention(status: string): boolean {
  return status === "failed" || status === "uncertain" || status === "held";
}

/** Returns whether views count a blocked operation in one sentence for all who wait for the same, instead of listing it. */
export function isWaiting({ status, code }: Pick<ReportedOperation, "status" | "code">): boolean {
  return status === "held" && code === WAITING;
}

interface OperationChanges {
  /** `from: null` means that the earlier value is not known. */
  fields: { field: string; from: string | null; to: string }[];
  gains: string[];
  losses: string[];
  /** Accounts of other keys that may be this person's, with both records side by side. */
  alike?: {
    key: string;
    user_id: string | null;
    fields: string[];
    records: { field: string; here: string | null; there: string | null }[];
  }[];
}

/** Returns an operation with its changes, and its row as its own file counts it. */
export function toReportedOperation(operation: OperationLine, run: Run): ReportedOperation {
  const { id, key, name, row, kind, status, code, reason } = operation;
  const { fields = [], gains = [], losses = [], alike } = operation.changes as Partial<OperationChanges>;
  return {
    id,
    key,
    name,
    row: null,
    ...(row === null ? {} : placeIn(run, row)),
    kind,
    status,
    fields,
    gains,
    losses,
    code,
    ...reasonOf(reason),
    ...(alike === undefined ? {} : { alike }),
  };
}
