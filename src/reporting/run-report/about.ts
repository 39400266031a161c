import { possibleActorsText } from "../removals/evidence.ts";
import { fileName, listing } from "../labels.ts";
import { t } from "../locales/t.ts";
import type { ShownFile, ShownRun } from "../shown-run.ts";
import { say } from "../sheet/say.ts";
import { code, data, lines, link, soft, time, type Block, type Words } from "../sheet/sheet.ts";
import { rowSum } from "./figures.ts";

/**
 * Says when, by whom and over which files a run ran.
 * @param more facts for the end of the list
 */
export function about(
  { run, files, decidedBy }: { run: ShownRun; files: readonly ShownFile[]; decidedBy: readonly string[] },
  more: readonly (readonly [string, Words])[] = [],
): Block {
  return {
    block: "section",
    id: "about",
    title: t("runs.about_run"),
    card: true,
    blocks: [
      {
        block: "facts",
        facts: [
          [t("labels.run"), code(run.id)],
          [t("labels.started"), time(run.started_at)],
          [t("setup.started"), startedBy(run, decidedBy)],
          [t("runs.ended"), time(run.ended_at)],
          [t("runs.released"), run.released_by !== null && person(run.released_by, run.released_people)],
          [t("runs.files"), lines(files.map(fileWords))],
          [t("setup.rows_2"), run.kind === "sync" && rowSum(run)],
          [t("runs.full_export"), run.kind === "sync" && (run.partial && run.pilot === null ? t("runs.no_only_part") : t("operation.yes"))],
          [t("runs.undone"), run.reverted_by !== null && link(`/runs/${encodeURIComponent(run.reverted_by)}`, run.reverted_by)],
          ...more,
        ],
      },
    ],
  };
}

function startedBy({ kind, started_by: by, started_people: behind }: ShownRun, decidedBy: readonly string[]): Words {
  if (by !== null) return person(by, behind);
  if (kind !== "decisions") return t("runs.schedule");
  return decidedBy.length === 0 ? t("runs.decisions_pending_removals") : say("runs.decisions_names", { names: data(listing(decidedBy)) });
}

function fileWords({ name, role, rows, sha256, server }: ShownFile): Words {
  return [
    say("runs.file_rows", { file: [data(fileName(name)), role !== "people" && [" (", data(role), ")"]], n: rows }),
    server !== null && [", ", say("runs.server", { server: data(server) })],
    " ",
    code(sha256.slice(0, 12)),
  ];
}

/** Who started or released a run, with the people who may be behind that name. */
function person(by: string, behind: ShownRun["started_people"]): Words {
  const words = behind === null ? null : possibleActorsText({ by, people: behind.names, any_admin: behind.any_admin });
  return [data(by), words !== null && [" ", soft(["(", data(words), ")"])]];
}
