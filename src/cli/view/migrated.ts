import { factText } from "../../reporting/fact-text.ts";
import { counted } from "../../reporting/labels.ts";
import type { StateMigration } from "../../state/migrate-to-server/steps.ts";

/** Formats the result of `rollcall migrate-state`, with the next steps. */
export function migratedText({ from, to, copied, audit, orders }: StateMigration, secret: boolean): string {
  const lines = [`Moved the state from ${from} to the PostgreSQL database ${to}.`];
  if (copied === null) lines.push("An earlier command had already copied and compared everything; this one finished the migration.");
  else lines.push(`Copied and compared: ${counted(copied.rows, "row", "rows")} in ${counted(copied.tables.length, "table", "tables")}.`);
  lines.push(auditLine(audit));
  if (copied !== null) {
    const { tokens, keys, operations, people } = copied.resealed;
    const total = tokens + keys + operations + people;
    if (total > 0)
      lines.push(`Re-encrypted with the key from ROLLCALL_SECRET_KEY, so secret.key is no longer needed: ${counted(total, "value")}.`);
  }
  if (orders > 0) lines.push(`${counted(orders, "run request")} will start with the first worker.`);
  lines.push(
    "The old directory is marked as moved (moved.json), and commands refuse to open it. Keep it until the new state has proved itself.",
  );
  const steps = [
    "Set DATABASE_URL (or DATABASE_URL_FILE) to that database for every process and timer. Set REDIS_URL too if the queues should be on Redis.",
    ...(secret ? ["Give every process the same ROLLCALL_SECRET_KEY as this command."] : []),
    "Reports, incoming files and the local sandbox are still in the directory: copy `reports/` to where the console runs. Keep job files at the same path.",
    "Make backups with pg_dump: `rollcall backup` is only for the embedded state.",
    "Start the processes. `rollcall runs list` shows interrupted runs; `rollcall runs resume` continues them.",
  ];
  return [...lines, "", "Next:", ...steps.map((step, i) => `  ${i + 1}. ${step}`)].join("\n");
}

function auditLine({ entries, broken, head }: StateMigration["audit"]): string {
  if (broken !== null)
    return `The audit trail was copied unchanged, but it was already broken: ${factText(broken.what)} The journal, which was checked too, stays in the directory.`;
  const last = head === null ? "" : `, the last one ${head.seq}:${head.hash}`;
  return `The audit trail is valid: ${counted(entries, "entry", "entries")}${last}.`;
}
