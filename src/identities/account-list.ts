import { fact, inTurn } from "../domain/facts/fact.ts";
import { UsageProblem } from "../domain/problem.ts";
import type { SourceSettings } from "../domain/settings.ts";
import type { AccountList } from "../domain/transfers/account-list.ts";
import { openSource } from "../source/open.ts";
import type { Service, Session } from "../session/session.ts";
import { requestReport } from "./service-report.ts";

/** Reads an uploaded list of accounts, in any supported format. @throws FileProblem if the file is unusable as a whole */
export async function readAccountFile(file: string, csv: SourceSettings["csv"]): Promise<AccountList> {
  const source = await openSource(file, { csv }, []);
  try {
    const rows: string[][] = [];
    for await (const batch of source.rows())
      for (const { cells, problem } of batch) if (problem === undefined) rows.push(cells.map((cell) => cell ?? ""));
    return { header: source.header, rows };
  } finally {
    await source.close();
  }
}

/** Runs the report of `service.identities.report` and reads its rows. @throws Problem as `requestReport` does */
export async function readAccountReport(session: Session, service: Service): Promise<AccountList> {
  const { report } = session.job.service.identities;
  if (report === null)
    throw new UsageProblem(inTurn(fact("report.not_named", {}), fact("nothing.linked", {})), fact("advice.name_report", {}));
  const { data } = await requestReport(session, service, report.template, {
    setting: "service.identities.report",
    nothing: fact("nothing.linked", {}),
    later: fact("report.upload_later", {}),
  });
  const header = [...new Set(data.flatMap((row) => Object.keys(row)))];
  // Numbers are not accepted as keys: `00123` written as 123 would be another person's.
  return { header, rows: data.map((row) => header.map((name) => (typeof row[name] === "string" ? row[name] : ""))) };
}
