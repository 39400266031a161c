import type { Run } from "../../store/runs/runs.ts";
import { plain } from "../../app/view/terminal.ts";

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
