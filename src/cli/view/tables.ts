import { styleText } from "node:util";
import type { Cause } from "../../review/removals.ts";
import type { Run } from "../../store/runs.ts";

/** Lines up columns; the last one is not padded. */
export function table(rows: readonly (readonly string[])[]): string {
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
  const head = ["run", "job", "status", "rows", "done", "failed", "uncertain", "held", "rejected", "file"];
  const count = (run: Run, name: string): string => String(run.counts?.[name] ?? "");
  return table([
    head,
    ...runs.map((run) => [
      run.id,
      run.job,
      run.status,
      String(run.rows),
      count(run, "done"),
      count(run, "failed"),
      count(run, "uncertain"),
      count(run, "held"),
      count(run, "rejected"),
      run.kind === "decisions" ? "(decisions)" : (run.file.split("/").at(-1) ?? run.file),
    ]),
  ]);
}

/** Removals by cause, each cause with its people. */
export function causesText(causes: readonly Cause[]): string {
  return causes
    .map((cause) => {
      const rows = cause.people
        .slice(0, 20)
        .map((removal) => ["   ", removal.id, removal.status, removal.name, `(${removal.key})`, removal.group_path]);
      const more = cause.people.length > 20 ? [`    … and ${cause.people.length - 20} more; --json lists them all`] : [];
      return [
        styleText("bold", `${cause.id}  ${cause.sentence}`, { stream: process.stdout }),
        `    ${cause.text}`,
        table(rows),
        ...more,
      ].join("\n");
    })
    .join("\n\n");
}
