/**
 * Lists messages that are missing, that no code shows, and whose English text has changed since a commit while a translation
 * has not: `npm run messages`, or `npm run messages -- COMMIT`.
 */
import { spawnSync } from "node:child_process";
import { changedTexts, unusedKeys, wrongCalls, wrongTexts } from "./helpers/messages.ts";

const commit = process.argv[2] ?? "HEAD";
const before = (language: string): Record<string, string> => {
  const { status, stdout } = spawnSync("git", ["show", `${commit}:src/reporting/locales/${language}.json`], {
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  if (status === 0) return JSON.parse(stdout) as Record<string, string>;
  console.error(`${commit} has no texts to compare with. Name another commit.`);
  return process.exit(2);
};

const lists = {
  "Missing, or with other places or plural forms than the English text": wrongTexts(),
  "Shown without exactly the values of their places": wrongCalls(),
  Unused: unusedKeys(),
  [`Changed in English since ${commit}, but not translated again`]: changedTexts(before),
};
for (const [title, keys] of Object.entries(lists)) console.log(`${title}: ${keys.length}${keys.map((key) => `\n  ${key}`).join("")}`);
process.exitCode = Object.values(lists).every(({ length }) => length === 0) ? 0 : 1;
