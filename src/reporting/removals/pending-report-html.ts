import { shellWord } from "../labels.ts";
import { t } from "../locales/t.ts";
import { fileDocument } from "../sheet/document.ts";
import { say } from "../sheet/say.ts";
import { code, data, sheet, time, type Block, type Sheet } from "../sheet/sheet.ts";
import { causeSheet } from "./cause-sheet.ts";
import { reportedText, type PendingCause, type PendingReport } from "./pending-report.ts";

/** Draws the pending removals as one HTML file that loads nothing. */
export function renderPending(report: PendingReport): string {
  const { job, madeAt, pending: n, causes } = report;
  return fileDocument({
    title: job === null ? t("labels.pending_removals") : t("report.pending_removals_job", { job }),
    lead: time(madeAt),
    blocks: [
      { block: "text", words: `${t("report.hr_rules_no", { n })} ${reportedText(report)}` },
      ...causes.map((cause): Block => ({ block: "card", blocks: parts(cause) })),
    ],
  });
}

/** A file is decided about with commands. */
function parts(cause: PendingCause): Sheet {
  const named = shellWord(`${cause.id}@${cause.digest.slice(0, 12)}`);
  return sheet(
    causeSheet(cause),
    {
      block: "facts",
      facts: [
        [t("report.remove_memberships"), code(`rollcall review approve --cause ${named} --reason "…"`)],
        [t("report.keep_memberships"), code(`rollcall review reject --cause ${named} --reason "…"`)],
      ],
    },
    cause.alias !== null && [
      {
        block: "text",
        words: say("report.renamed_purpose_keep", { setting: code("groups.rules"), file: data(cause.alias.file) }),
      },
      { block: "code", text: cause.alias.yaml },
    ],
  );
}
