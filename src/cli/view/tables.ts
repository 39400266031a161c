import type { JobCard } from "../../console/parts.ts";
import { causeAdvice, causeImpactSentence } from "../../reporting/removals/advice-labels.ts";
import { countAdvice, impactOfAll } from "../../reporting/removals/cause-advice.ts";
import type { Cause, ListedRemoval } from "../../reporting/removals/pending-removals.ts";
import type { Reverted } from "../../pipeline/pipeline.ts";
import type { Run } from "../../store/runs/runs.ts";
import { counted, removalStateText } from "../../reporting/labels.ts";
import { plain } from "../../app/view/terminal.ts";
import type { Call } from "../../app/io.ts";
import { styled } from "../../app/output.ts";

/** Aligns columns; the last one isn't padded. Characters that are unsafe for a terminal are escaped. */
export function table(texts: readonly (readonly string[])[]): string {
  const rows = texts.map((row) => row.map(plain));
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, cell.length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export function runsTable(runs: readonly Run[]): string {
  const head = ["run", "started (UTC)", "job", "status", "rows", "done", "failed", "unconfirmed", "blocked", "rejected", "file"];
  const count = (run: Run, name: string): string => String(run.counts?.[name] ?? "");
  return table([
    head,
    ...runs.map((run) => [
      run.id,
      run.started_at.toISOString().slice(0, 16).replace("T", " "),
      run.job,
      run.status,
      String(run.rows),
      count(run, "done"),
      count(run, "failed"),
      count(run, "uncertain"),
      count(run, "held"),
      count(run, "rejected"),
      run.kind !== "sync" ? `(${run.kind})` : (run.file.split("/").at(-1) ?? run.file),
    ]),
  ]);
}

/** Formats jobs with their next run, or the errors of an invalid job file. */
export function jobsTable(jobs: readonly (JobCard & { emergency_stop: unknown })[]): string {
  const rows = jobs.map(({ name, schedule, nextRun, faults, emergency_stop: stop }) => {
    if (stop !== null) return [name, "emergency stop", ""];
    if (faults.length > 0) return [name, "invalid", faults.join("; ")];
    if (schedule === null) return [name, "not scheduled", ""];
    return [name, nextRun ?? "paused", `${schedule.cron} (${schedule.timezone})`];
  });
  return table([["job", "next run", "schedule"], ...rows]);
}

/** Returns mapping lines, ready to paste, that keep the group under its new name. */
function aliasLines({ alias }: Cause): string[] {
  if (alias === null) return [];
  return [
    `    To keep the group under the new name instead, add this to the end of \`groups.rules\` in ${plain(alias.file)}:`,
    ...alias.yaml.trimEnd().split("\n").map(plain),
  ];
}

/** A removal with its recommendation and impact. */
export type Advised = Pick<ListedRemoval, "id" | "recommendation" | "impact">;

/** Formats what a reviewer of a cause needs before its people; recommendation and impact are about the pending ones. */
function decisionLines({ text, people, gains }: Cause, advised: ReadonlyMap<string, Advised>): string[] {
  const pending = people.flatMap(({ id, status }) => (status === "pending" ? (advised.get(id) ?? []) : []));
  const gain = gains.map(({ group, people: n }) => `${group} (${n})`).join(", ");
  const lines = [
    text,
    `${counted(people.length, "person", "people")}${gain === "" ? "" : `; also ${people.length === 1 ? "gains" : "gain"}: ${gain}`}`,
  ];
  const counts = countAdvice(pending);
  if (counts.people > 0) {
    const { advice, why } = causeAdvice(counts);
    lines.push(`Recommendation: ${advice}. ${why}`, `Impact: ${causeImpactSentence(impactOfAll(pending))}`);
  }
  return lines.map((line) => `    ${plain(line)}`);
}

/** Formats removals by cause, each cause with its people. */
export function causesText(io: Call, causes: readonly Cause[], advised: readonly Advised[], most = 20): string {
  const byId = new Map(advised.map((removal) => [removal.id, removal]));
  return causes
    .map((cause) => {
      const rows = cause.people
        .slice(0, most)
        .map((removal) => [
          "   ",
          removal.id,
          removal.restored === null ? removal.status : removalStateText(removal),
          removal.name,
          `(${removal.key})`,
          removal.group_path,
        ]);
      // The question counts everyone in the cause.
      const asks = cause.people.every(({ status }) => status === "pending");
      const more = cause.people.length > most ? [`    … and ${cause.people.length - most} more: rollcall review show ${cause.id}`] : [];
      return [
        styled(io, "bold", plain(`${cause.id}  ${asks ? cause.question : cause.sentence}`)),
        ...decisionLines(cause, byId),
        table(rows),
        ...more,
        ...aliasLines(cause),
      ].join("\n");
    })
    .join("\n\n");
}

/** Formats what a revert added back, what was there already, and what it couldn't add. */
export function revertedText(io: Call, of: string, { run, memberships }: Reverted): string {
  const labels = { added: "added back", there: "already there", missing: "not added back" };
  const rows = memberships.map(({ key, name, group, status, why }) => ["   ", labels[status], `${name} (${key})`, group, why ?? ""]);
  const added = memberships.filter(({ status }) => status === "added").length;
  const head = `Run ${of} was reverted by run ${run.id}: ${added} of ${memberships.length} memberships added back. They are now exceptions: rollcall review exceptions`;
  return [styled(io, "bold", plain(head)), table(rows)].join("\n");
}
