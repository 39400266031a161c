import { counted } from "../../review/words.ts";
import type { MovedState } from "../moving/parts.ts";

/** What was moved, and what a person has to do next. */
export function movedText({ from, to, copied, audit, orders }: MovedState, secret: boolean): string {
  const lines = [`The state of ${from} is in the PostgreSQL database ${to} now.`];
  if (copied === null) lines.push("An earlier command had copied and compared everything; this one has finished it.");
  else
    lines.push(
      `Copied and compared row by row: ${counted(copied.rows, "row", "rows")} in ${counted(copied.tables.length, "table", "tables")}.`,
    );
  lines.push(auditLine(audit));
  if (copied !== null) {
    const { tokens, keys, operations, people } = copied.resealed;
    const sum = tokens + keys + operations + people;
    if (sum > 0)
      lines.push(
        `Encrypted anew with the key of ROLLCALL_SECRET_KEY, so that secret.key is not needed there: ${counted(sum, "value", "values")}.`,
      );
  }
  if (orders > 0) lines.push(`${counted(orders, "order waits", "orders wait")} there for the first worker.`);
  lines.push(
    `The directory is marked as moved (moved.json): every command that would open the state in it is refused. Keep it until you are sure.`,
  );
  const steps = [
    "Set DATABASE_URL, or DATABASE_URL_FILE, to that database for every process and every timer; REDIS_URL too, where the queues are to lie there.",
    ...(secret ? ["Give every process the same ROLLCALL_SECRET_KEY as this command had."] : []),
    "Reports, files on their way and a local sandbox are still files in the directory: copy `reports/` where the console runs. Job files must lie where they lay.",
    "Make a backup with pg_dump: `rollcall backup` is for embedded states.",
    "Start the processes. A run that was stopped goes on with `rollcall runs resume`; `rollcall runs list` shows them.",
  ];
  return [...lines, "", "Next:", ...steps.map((step, i) => `  ${i + 1}. ${step}`)].join("\n");
}

function auditLine({ entries, broken, head }: MovedState["audit"]): string {
  if (broken !== null)
    return `The audit trail arrived as it was, and it was broken before: ${broken.what} The journal, which was compared as well, stays behind in the directory.`;
  const last = head === null ? "" : `, the last of them ${head.seq}:${head.hash}`;
  return `The audit trail is unbroken: ${counted(entries, "entry", "entries")}${last}.`;
}
