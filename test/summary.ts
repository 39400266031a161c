/**
 * Prints the failed tests of several suites with the beginning of each failure, and a last line `N passed, N failed`.
 * Fails where a suite has no report, or a test failed or was skipped: `node test/summary.ts FOLDER SUITE...`
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numFailedTestSuites: number;
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
}

const [folder = "", ...suites] = process.argv.slice(2);
const sum = { passed: 0, failed: 0, skipped: 0 };
for (const suite of suites) {
  const file = join(folder, `${suite}.json`);
  if (!existsSync(file)) {
    console.log(`${suite}: did not run to its end`);
    sum.failed += 1;
    continue;
  }
  const report = JSON.parse(readFileSync(file, "utf8")) as Report;
  // A file that cannot be loaded has no tests that could fail.
  const failed = Math.max(report.numFailedTests, report.numFailedTestSuites > 0 ? 1 : 0);
  const skipped = report.numPendingTests + report.numTodoTests;
  if (failed + skipped > 0) console.log(`${suite}: ${failed} failed, ${skipped} skipped`);
  for (const line of failuresOf(report)) console.log(line);
  sum.passed += report.numPassedTests;
  sum.failed += failed;
  sum.skipped += skipped;
}
console.log(`${sum.passed} passed, ${sum.failed + sum.skipped} failed${sum.skipped > 0 ? ` (${sum.skipped} of them skipped)` : ""}`);
process.exitCode = sum.failed + sum.skipped > 0 ? 1 : 0;

function failuresOf({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message === "" ? [] : [`${name}: ${beginning(message)}`]),
    // If the set-up of a group of tests fails, the report says only that they were skipped.
    ...skippedOf(name, assertionResults),
    ...assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${beginning(failureMessages.join("\n"))}`),
  ]);
}

function skippedOf(name: string, results: readonly { status: string; fullName: string }[]): string[] {
  const skipped = results.filter(({ status }) => status !== "passed" && status !== "failed");
  return skipped.length === 0 ? [] : [`${name}: ${skipped.length} skipped, the first one: ${skipped[0]?.fullName}`];
}

function beginning(text: string): string {
  return text.split("\n").slice(0, 30).join("\n");
}
