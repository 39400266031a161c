/** The finished rounds, one line of JSON each, so that an interrupted series can continue. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Verdict } from "./judge.ts";
import type { Result } from "./round.ts";

const folder = fileURLToPath(new URL("../../.chaos", import.meta.url));
const file = join(folder, "results.jsonl");

/** Returns the last result of each round. */
export function readResults(): Result[] {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  const results = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Result);
  return [...new Map(results.map((result) => [`${result.kind} ${result.round} ${result.quick}`, result])).values()];
}

export function writeResult(result: Result): void {
  mkdirSync(folder, { recursive: true });
  appendFileSync(file, `${JSON.stringify(result)}\n`);
}

const COLUMNS: [string, (results: readonly Result[]) => string][] = [
  ["kind", ([first]) => `${first?.kind}${first?.quick === true ? " (quick)" : ""}`],
  ["rounds", (all) => String(all.length)],
  ["ended", (all) => [...new Set(all.map(({ ended }) => ended))].join("; ")],
  ["seconds", (all) => all.map(({ seconds }) => Math.round(seconds)).join(", ")],
  ["after fault", (all) => all.map(({ secondsAfter }) => secondsAfter ?? "-").join(", ")],
  ["second accounts", (all) => list(all, "secondAccounts")],
  ["lost memberships", (all) => list(all, "lostMemberships")],
  ["missing updates", (all) => list(all, "missingUpdates")],
  ["after next run", (all) => list(all, "missingUpdatesNext")],
  ["in flight", (all) => list(all, "inFlight")],
  ["unconfirmed", (all) => list(all, "unconfirmed")],
  ["never sent", (all) => list(all, "neverSent")],
  ["sent, unanswered", (all) => list(all, "sentUnanswered")],
  ["answered, unrecorded", (all) => list(all, "answeredUnrecorded")],
  ["no account after next run", (all) => list(all, "withoutAccount")],
  ["no link after next run", (all) => list(all, "unlinked")],
  ["next run", (all) => [...new Set(all.map(({ next }) => next))].join("; ")],
];

/** Whether a round ended, nobody has two accounts, and nobody lost a membership. */
export function keepsPromises({ ended, secondAccounts, lostMemberships }: Result): boolean {
  return !ended.startsWith("hung") && secondAccounts === 0 && lostMemberships === 0;
}

function list(results: readonly Result[], key: keyof Verdict): string {
  return results.map((result) => String(result[key])).join(", ");
}

/** A Markdown table, one row per kind, and what the processes said. */
export function tableOf(results: readonly Result[]): string {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const key = `${result.kind} ${result.quick}`;
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const lines = [row(COLUMNS.map(([name]) => name)), row(COLUMNS.map(() => "---"))];
  for (const group of groups.values()) lines.push(row(COLUMNS.map(([, cell]) => cell(group))));
  const said = [...groups.values()].flatMap((group) => [`\n${group[0]?.kind}:`, ...sayings(group)]);
  return [...lines, ...said].join("\n");
}

function sayings(results: readonly Result[]): string[] {
  const sums = new Map<string, number>();
  for (const { saw } of results) for (const [sentence, n] of Object.entries(saw)) sums.set(sentence, (sums.get(sentence) ?? 0) + n);
  return [...sums].map(([sentence, n]) => `  ${n} × ${sentence}`);
}
