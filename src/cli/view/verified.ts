import type { Group } from "../../domain/directory.ts";
import type { LeftAccount } from "../../diagnostics/verify/ask-account.ts";
import type { DialectValues, Point, PointName } from "../../diagnostics/verify/points.ts";
import { Page, plain } from "../../app/view/terminal.ts";
import { englishText, factText } from "../../reporting/fact-text.ts";
import type { Call } from "../../app/io.ts";
import type { Written } from "../commands/service/write-dialect.ts";

/** A request and its answer. */
export interface Asked {
  request: string;
  body: Readonly<Record<string, unknown>> | null;
  answer: string;
}

/** The result of `rollcall service verify`. */
export interface Verified {
  job: string;
  service: string;
  file: string;
  points: Point[];
  asked: Asked[];
  settings: DialectValues;
  written: Written;
  /** Accounts that stay in the service. */
  left: LeftAccount[];
}

/** Returns the result with its facts in English beside, for `--json`. */
export function reportedVerified({ points, written, ...verified }: Verified) {
  const { lines, problem } = written;
  return {
    ...verified,
    points: points.map(({ fact, next, ...point }) => ({
      ...point,
      text: englishText(fact),
      fact,
      ...(next !== undefined && { next: englishText(next), next_fact: next }),
    })),
    written: { lines, ...(problem === null ? { problem } : { problem: englishText(problem), problem_fact: problem }) },
  };
}

const TITLES: Record<PointName, string> = {
  paging: "Paging of lists",
  created_id: "Id of a new account",
  group_ids: "How group_ids is written",
  removal_refusal: "Refusal of a removal",
  reused_usernames: "Reused usernames",
};

/** Formats the requests that a test account needs, before they are sent. */
export function planText(url: string, test: { username: string; email: string; group: Group; other: Group | null }): string {
  const { username, email, group, other } = test;
  return [
    `To ${url}:`,
    `  POST /users: creates the test account ${username} (${email}) in ${group.path}. If it is refused, again with group_ids in the other form; if the group then lists no member, PUT /users/{user_id} with that form.`,
    ...(other === null
      ? []
      : [
          `  PUT /users/{user_id}: moves it from ${group.path} to ${other.path} without confirm_group_removal. The service must refuse this; if it does not, the test account leaves ${group.path}.`,
        ]),
    "  POST /users: the same create again, while the account is active and after it is deactivated. The service should refuse both.",
    "  PUT /users/{user_id}: deactivates the test account.",
    "No other account or group is changed. Each request is in the audit trail. The test account stays in the service, deactivated: delete it there.",
  ]
    .map(plain)
    .join("\n");
}

export function verifiedText(io: Call, { job, service, file, points, asked, settings, written, left }: Verified): string {
  const page = new Page(io);
  page.title(`Job ${job}, service ${service}`);
  for (const { point, answered, fact, next } of points) {
    page.line(`  ${TITLES[point]}: ${answered ? "answered" : "not answered"}: ${plain(factText(fact))}`);
    if (next !== undefined) page.line(`    ${plain(factText(next))}`);
  }
  page.part(
    "Requests",
    asked.flatMap(({ request, body, answer }) => [
      `  ${request}${body === null ? "" : ` ${plain(JSON.stringify(body))}`}`,
      `    ${plain(answer)}`,
    ]),
  );
  const lines = written.lines.map(({ line, text }) => `  ${line}: ${plain(text)}`);
  if (written.problem === null) page.part(`Written into ${file}`, lines);
  else {
    const wanted = Object.entries(settings).map(([key, value]) => `  service.dialect.${key}: ${value}`);
    page.part(`${file} was not changed, because ${factText(written.problem)}. Write this into it`, wanted, "yellow");
  }
  if (points.every(({ settings: own }) => own === undefined) && points.some(({ answered }) => answered))
    page.part("The job file", ["  Its settings fit the answers. Nothing was written."]);
  page.part("Accounts left in the service", left.flatMap(leftLine), "yellow");
  return page.text();
}

function leftLine({ userId, active, groups }: LeftAccount): string[] {
  const state = active === null ? "unknown whether it exists" : active ? "active" : "deactivated";
  const where = groups.length === 0 ? "" : `, in ${groups.join(", ")}`;
  return [
    `  ${userId ?? "a test account whose id is not known"}: ${state}${where}. Delete it in the service before the first run: it is linked to nobody.`,
  ].map(plain);
}
