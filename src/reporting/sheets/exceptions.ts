import { t } from "../locales/t.ts";
import { below, data, group, link, sheet, table, time, type Sheet, type Words } from "../sheet/sheet.ts";
import { jobLink, personLink, runLink } from "./links.ts";

/** A membership that a reviewer decided to keep, as `review exceptions --json` prints it. */
export interface ExceptionLine {
  /** `R-…`: a rejected removal; `X-…`: an exception from a reverted run. */
  id: string;
  job: string;
  key: string;
  name: string | null;
  group: { id: string; path: string };
  by: string;
  at: string;
  reason: string;
  /** `null`: until the evidence changes, or, after a revert, until a reviewer ends it. */
  until: string | null;
  /** The run whose removals were undone. */
  from_run: string | null;
}

/** Describes the exceptions: by whom, why and until when. */
export function exceptionsSheet({ exceptions, all }: { exceptions: readonly ExceptionLine[]; all: number }): Sheet {
  if (all === 0) return [{ block: "nothing", words: t("exceptions.no_exceptions") }];
  return sheet(
    table<ExceptionLine>(
      t("exceptions.exceptions", { n: all }),
      [
        { head: t("labels.person"), sort: "person", kind: "row", words: personLink },
        { head: t("labels.group"), sort: "group", words: (one) => group(one.group.path) },
        { head: t("exceptions.decided"), sort: "decided", words: decisionOf },
        { head: t("labels.reason"), kind: "wide", words: ({ reason }) => data(reason) },
        { head: t("exceptions.until"), sort: "until", words: untilOf },
        { head: t("access.actions"), words: end },
      ],
      exceptions,
    ),
  );
}

/** Who decided, when, and where the decision is. */
function decisionOf({ by, at, id, from_run: run, job }: ExceptionLine): Words {
  const decision =
    run === null ? link(`/review/removals/${id}`, t("exceptions.decision_keep")) : runLink(run, t("exceptions.added_back_exception"));
  return [data(by), below(at !== "" && time(at)), below(decision), below(jobLink(job))];
}

function untilOf({ until, from_run: run }: ExceptionLine): Words {
  if (until !== null) return time(until);
  return run === null ? t("exceptions.hr_data_changes") : t("exceptions.no_end_date");
}

function end({ id, name, key, group: { path } }: ExceptionLine): Words {
  return {
    as: "action",
    url: "/exceptions/:id/end",
    given: { id },
    button: t("exceptions.end_exception"),
    fold: t("labels.end"),
    label: t("exceptions.end_exception_person", { person: `${name ?? key}, ${path}` }),
  };
}
