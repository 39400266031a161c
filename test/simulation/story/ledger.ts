import { isDeepStrictEqual } from "node:util";
import type { Export, Row } from "./people.ts";

/** A decision of a simulated reviewer about one membership of one human. */
export interface Decision {
  human: number;
  group: string;
  verdict: "approved" | "kept";
  by: string;
  at: number;
  /** It was withdrawn then; `null`: it was not. */
  undone: number | null;
  /** The last moment of a decision to keep; `null`: until the evidence changes. */
  until: number | null;
  /** The membership is an exception of a reverted run. */
  revert: boolean;
  /** The deciding cells of the rows that may have counted then, as the reviewer saw them. */
  facts: readonly string[];
  /** The command that carried it did not end, so it may not be stored. */
  maybe: boolean;
}

type JobName = "staff" | "external";

/** A set of files that a command was given. */
export interface Delivery {
  job: JobName;
  night: number;
  exports: readonly Export[];
  partial: boolean;
  /** `unknown`: the command crashed or was put on hold, so the file may count now or later. */
  outcome: "counts" | "unknown" | "refused";
  /** A power failure may have lost its run. */
  lost?: boolean;
}

/** The cells of a row that decide about a group at a moment. */
export function factsOf(row: Row | null, group: string, at: number): string {
  if (row === null || row.rejected) return "none";
  if (row.scope !== "in") return `scope ${row.scope}`;
  const cell = /Departments|Vendors/.test(group)
    ? row.department
    : group.includes("/Sites/")
      ? row.site
      : group.includes("/Teams/")
        ? row.teams.join(";")
        : group === "HR/Leads"
          ? row.title
          : group === "HR/Managers"
            ? row.manages
            : "";
  if (row.leaves === null ? row.status === "Left" : row.leaves <= at) return "left";
  return row.status === "Left" ? "leaving" : `here ${cell}`;
}

/** What the simulated people know: the files of HR and the decisions of the reviewers. Nothing in it comes from our records. */
export class Ledger {
  readonly decisions: Decision[] = [];
  readonly deliveries: Delivery[] = [];
  /** Everybody's rows that may count now, by job and human; `null`: absent from a full export. */
  readonly #rows = new Map<string, (Row | null)[]>();

  /** The last rows of everybody: a removal keeps the evidence of the run that found it, while a cell is blank. */
  readonly #earlier = new Map<string, (Row | null)[]>();

  /** Ends a delivery: from now on its rows count, may count, or never do. */
  delivered(delivery: Delivery): void {
    this.deliveries.push(delivery);
    if (delivery.outcome === "refused") return;
    const found = new Map(delivery.exports.flatMap(({ rows }) => rows).map((row) => [row.human, row]));
    const humans = new Set([...found.keys(), ...(delivery.partial ? [] : this.#humansOf(delivery.job))]);
    for (const human of humans) {
      const row = found.get(human) ?? null;
      const id = `${delivery.job} ${human}`;
      const before = this.#rows.get(id) ?? [];
      const earlier = this.#earlier.get(id) ?? [];
      // The same row is delivered again after a crash, and an absent or rejected one gives no new evidence.
      if (row !== null && !row.rejected && !isDeepStrictEqual(row, earlier.at(-1))) this.#earlier.set(id, [...earlier, row].slice(-4));
      // A rejected row says nothing, so the last one still counts beside it.
      const keeps = delivery.outcome === "unknown" || row?.rejected === true;
      this.#rows.set(id, keeps ? [...before, row] : [row]);
    }
  }

  /** The last full export of a job that certainly counts, before the one that was just delivered. */
  lastFull(job: JobName): Delivery | undefined {
    return this.deliveries.findLast((one) => one.job === job && !one.partial && one.outcome === "counts");
  }

  /** The full exports of a job that may be its last one, newest first: some may not count, and some may be lost. */
  mayBeLast(job: JobName): Delivery[] {
    const full = this.deliveries.filter((one) => one.job === job && !one.partial && one.outcome !== "refused").toReversed();
    const certain = full.findIndex(({ outcome, lost }) => outcome === "counts" && lost !== true);
    return certain === -1 ? full : full.slice(0, certain + 1);
  }

  /** The power fails: the database loses the runs of this night. */
  loseNight(night: number): void {
    for (const delivery of this.deliveries) if (delivery.night === night) delivery.lost = true;
  }

  /** The rows of a human in the files that a job was given in a night and later. */
  deliveredSince(night: number, job: JobName, human: number): readonly Row[] {
    const since = this.deliveries.filter((one) => one.night >= night && one.job === job && one.outcome !== "refused");
    return since.flatMap(({ exports }) => exports.flatMap(({ rows }) => rows)).filter((row) => row.human === human);
  }

  #humansOf(job: JobName): number[] {
    return [...this.#rows.keys()].filter((id) => id.startsWith(`${job} `)).map((id) => Number(id.slice(job.length + 1)));
  }

  /** The rows of a human that may count for a job, oldest first. */
  rowsOf(job: JobName, human: number): readonly (Row | null)[] {
    return this.#rows.get(`${job} ${human}`) ?? [];
  }

  decide(decision: Omit<Decision, "undone" | "revert" | "until" | "facts"> & Partial<Decision>): void {
    const jobs = ["staff", "external"] as const;
    const rows = jobs.flatMap((job) => [...this.rowsOf(job, decision.human), ...(this.#earlier.get(`${job} ${decision.human}`) ?? [])]);
    const facts = rows.map((row) => factsOf(row, decision.group, decision.at));
    this.decisions.push({ facts, undone: null, revert: false, until: null, ...decision });
  }

  /** Withdraws all decisions about a membership. */
  undo(human: number, group: string, at: number): void {
    for (const decision of this.decisions) if (decision.human === human && decision.group === group) decision.undone ??= at;
  }

  /** A backup of `made` was put in place: it lacks the later decisions, and its approvals are withdrawn. */
  forgetAfter(made: number, at: number): void {
    // The clock may jump back later: what is forgotten never counts again.
    for (const decision of this.decisions)
      if (decision.at >= made || decision.verdict === "approved") decision.undone ??= Math.min(at, decision.at);
  }

  /** Approvals of a removal that count at a moment. */
  approvalsOf(human: number, group: string, at: number, expiresMs: number): Decision[] {
    return this.decisions.filter(
      (one) =>
        one.human === human &&
        one.group === group &&
        one.verdict === "approved" &&
        one.at <= at &&
        (one.undone === null || one.undone > at) &&
        at - one.at <= expiresMs,
    );
  }

  /** The decision to keep a membership that counts at a moment. */
  keptBy(human: number, group: string, at: number): Decision | undefined {
    const about = this.decisions.filter(
      (one) => one.human === human && one.group === group && one.at <= at && (one.undone === null || one.undone > at),
    );
    const last = about.at(-1);
    return last?.verdict === "kept" && (last.until === null || last.until >= at) ? last : undefined;
  }
}
