import { t, type Message } from "../../reporting/locales/t.ts";
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

const TITLES = {
  paging: "verify.paging",
  created_id: "verify.created_id",
  group_ids: "verify.group_ids",
  removal_refusal: "verify.removal_refusal",
  reused_usernames: "verify.reused_usernames",
} as const satisfies Record<PointName, Message>;

/** Formats the requests that a test account needs, before they are sent. */
export function planText(url: string, test: { username: string; email: string; group: Group; other: Group | null }): string {
  const { username, email, group, other } = test;
  const from = group.path;
  return [
    t("verify.to_service", { url }),
    `  POST /users: ${t("verify.plan_create", { username, email, group: from })}`,
    ...(other === null ? [] : [`  PUT /users/{user_id}: ${t("verify.plan_move", { from, to: other.path })}`]),
    `  POST /users: ${t("verify.plan_create_again")}`,
    `  PUT /users/{user_id}: ${t("verify.plan_deactivate")}`,
    t("verify.plan_leaves_account"),
  ]
    .map(plain)
    .join("\n");
}

export function verifiedText(io: Call, { job, service, file, points, asked, settings, written, left }: Verified): string {
  const page = new Page(io);
  page.title(t("verify.of_job", { job, service }));
  for (const { point, answered, fact, next } of points) {
    page.line(`  ${t(TITLES[point])}: ${t(answered ? "verify.answered" : "verify.not_answered")}: ${plain(factText(fact))}`);
    if (next !== undefined) page.line(`    ${plain(factText(next))}`);
  }
  page.part(
    t("verify.requests"),
    asked.flatMap(({ request, body, answer }) => [
      `  ${request}${body === null ? "" : ` ${plain(JSON.stringify(body))}`}`,
      `    ${plain(answer)}`,
    ]),
  );
  const lines = written.lines.map(({ line, text }) => `  ${line}: ${plain(text)}`);
  if (written.problem === null) page.part(t("verify.written", { file }), lines);
  else {
    const wanted = Object.entries(settings).map(([key, value]) => `  service.dialect.${key}: ${value}`);
    page.part(t("verify.not_written", { file, why: factText(written.problem) }), wanted, "yellow");
  }
  if (points.every(({ settings: own }) => own === undefined) && points.some(({ answered }) => answered))
    page.part(t("verify.job_file"), [`  ${t("verify.settings_fit")}`]);
  page.part(t("verify.left_accounts"), left.flatMap(leftLine), "yellow");
  return page.text();
}

function leftLine({ userId, active, groups }: LeftAccount): string[] {
  const state = active === null ? "unknown" : active ? "active" : "deactivated";
  const values = { account: userId ?? "none", state, n: groups.length, groups: groups.join(", ") };
  return [plain(`  ${t("verify.left_account", values)}`)];
}
