import { factText } from "../../reporting/fact-text.ts";
import { t } from "../../reporting/locales/t.ts";
import { stepLines } from "./backup.ts";
import type { StateMigration } from "../../state/migrate-to-server/steps.ts";

/** Formats the result of `rollcall migrate-state`, with the next steps. */
export function migratedText({ from, to, copied, audit, orders }: StateMigration, secret: boolean): string {
  const { tokens = 0, keys = 0, operations = 0, people = 0 } = copied?.resealed ?? {};
  const resealed = tokens + keys + operations + people;
  return [
    t("migration.is_done", { from, to }),
    copied === null ? t("migration.is_finished") : t("migration.is_compared", { rows: copied.rows, tables: copied.tables.length }),
    ...auditLines(audit),
    ...(resealed > 0 ? [t("migration.values_reencrypted", { n: resealed })] : []),
    ...(orders > 0 ? [t("migration.requests_wait", { n: orders })] : []),
    t("migration.old_is_marked"),
    "",
    ...stepLines([
      t("migration.set_database"),
      ...(secret ? [t("migration.same_key")] : []),
      t("migration.copy_files"),
      t("migration.back_up"),
      t("migration.start"),
    ]),
  ].join("\n");
}

function auditLines({ entries, broken, head }: StateMigration["audit"]): string[] {
  if (broken !== null) return [t("migration.trail_was_broken", { why: factText(broken.what) })];
  const last = head === null ? [] : [t("audit.last_entry", { entry: `${head.seq}:${head.hash}` })];
  return [t("audit.is_intact", { n: entries }), ...last];
}
