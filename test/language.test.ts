import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

/** Holds the texts of the repository against docs/reference/terms.md and the style of CONTRIBUTING.md. */
const root = fileURLToPath(new URL("..", import.meta.url));

/** Each pattern, and what to write instead. */
const avoided: readonly (readonly [RegExp, string])[] = [
  // Private and translated words.
  [/\banew\b/i, "again"],
  [/\bmend(?:s|ed|ing)?\b/i, "fix, correct"],
  [/\b(?:stands?|stood|standing) (?:above|after|alone|as|at|before|behind|below|beside|between|here|in|on|open|there|under)\b/i, "is"],
  [/\bof old\b/i, "earlier"],
  [/\bso (?:long|many|much|often)\b(?! (?:as|that)\b)/i, "the number, or its name"],
  [/\b(?:go|goes|going|gone|went) on\b(?! hold\b)/i, "continue"],
  [/\b(?:gave|give|given|gives|giving) (?:it |them |this )?up\b/i, "stop, discard, cancel"],
  [/\bcom(?:e|es|ing) by\b/i, "arrive with, get"],
  [/\blet(?:s|ting)? (?:it |them )?go\b/i, "remove, release"],
  [/\bput(?:s|ting)? (?:it |them )?away\b/i, "archive"],
  [/\bat hand\b/i, "available"],
  [/\b(?:what|where|who)(?:so)?ever\b/i, "anyone who, every, any"],
  [/\bof (?:its|our|their) own making\b/i, "own"],
  [/\b(?:are|be|been|is|was|were) (?:said|told)\b(?! (?:apart|to)\b)/i, "reported, shown"],
  [/\bsomebody\b/i, "someone, a person"],
  [/\bNothing was done\b/, "Nothing was changed"],
  [/\bcarr(?:y|ies|ied|ying) (?:\w+ )?out\b/i, "apply"],
  [/\btick(?:s|ed|ing)\b/i, "select"],
  [/\bthat which\b/i, "the name of the thing"],
  [/\bnaught\b/i, "nothing"],
  [/\b(?:is|are|was|were) there no more\b/i, "no longer exists"],
  [/\bfor ever\b/i, "forever"],
  [/\b(?:in|into) (?:its|their|our) hands\b/i, "running, in flight"],
  [/\bbefall\w*|\bbefell\b/i, "happen to"],
  [/\bmishaps?\b/i, "error"],
  [/\b(?:take[ns]?|taking|took) (?:\w+ ){0,3}away\b/i, "remove"],
  [/(?<!\bby )\bhand(?:ed|ing|s)? (?:it |them )?(?:in|on)\b/i, "upload, return, pass"],
  [/\bin step with\b/i, "in sync with"],
  [
    /\bswitch(?:es|ed|ing)? (?:\w+ ){0,2}o(?:n|ff) for\b|\bswitch(?:es|ed|ing)? (?:everyone|nobody|no one|people) o(?:n|ff)\b/i,
    "activate, deactivate",
  ],
  [/\bheed(?:s|ed)?\b/i, "apply, follow"],
  [/\bmade-up\b/i, "fictional"],
  [/\bfor good\b/i, "permanently"],
  [/\btheir like\b|\band the like\b/i, "and similar"],
  [/\b(?:what|which) (?:becomes|became) of\b/i, "outcome, result"],
  [/\bruns? over a whole file\b/i, "run over a full export"],
  [/\bwait(?:s|ed|ing)? for a (?:decision|person)\b/i, "is pending, needs a decision"],
  [/\bcome(?:s)? to nothing\b|\bin vain\b/i, "fail"],
  // A sentence, or a comment, that begins with "what" as its subject.
  [/(?:^[\s*/"'`|-]*|[.!:] )(?:What|Whoever) (?!to )[^?|:]*\.(?:["'`\s|]|$)/, "the name of the thing"],
  [/^\s*(?:\/\*\*|\/\/|\*)\s+What (?!to )[^?]*$/, "the name of the thing"],
  // Other words for the terms.
  [/\b(?:first|good|last|second|third|unchanged) nights?\b/i, "run"],
  [/\blast good run\b/i, "last successful run"],
  [/\bdeeds?\b/i, "operation, action"],
  [/\bcrew\b/i, "worker"],
  [/\bnamesakes?\b/i, "possible duplicate"],
  [/\bstakes\b/i, "impact"],
  [/\bunsettled\b/i, "unconfirmed"],
  [/\bhollow\b/i, "blank"],
  [/\bconductors?\b/i, "owner process"],
  [/\bheld back\b/i, "blocked"],
  [/\bback again\b/i, "rehire, undo"],
  [/\b(?:take[ns]?|taking|took) (?:it |that |them |this )?back\b/i, "undo, revert"],
  [/\bhand(?:ed|ing|s)? (?:it |that |them |this )?over\b/i, "reassign, pass"],
  [/\bwhat waits\b|\bremovals? that waits?\b/i, "pending removals"],
];

/** Parts of the names of variables, functions and types. */
const avoidedNames: readonly (readonly [RegExp, string])[] = [
  [/\b(?:crew|\w*Crew)(?![a-z])\w*/, "worker"],
  [/\b(?:deed|\w*Deed)s?(?![a-z])\w*/, "action"],
  [/\w*(?:namesake|Namesake)\w*/, "possibleDuplicate"],
  [/\b\w*(?:[a-z]Alike|alike[A-Z])\w*/, "possibleDuplicate"],
  [/\b(?:conductor|conduct|\w+Conductor)\b/, "ownerProcess"],
  [/\b(?:fate|\w*Fate)\b/, "rowStatus"],
  [/\b(?:whose|\w*Whose)(?![a-z])\w*/, "person, PersonReference"],
  [/\b(?:told|\w*Told|telling|\w*Telling)(?![a-z])\w*/, "result, options"],
  [/\b(?:heard|\w*Heard)(?![a-z])\w*/, "record, recorded"],
  [/\b\w*(?:Stakes|stakes[A-Z])\w*/, "impact"],
  [/\b(?!unsettled_)\w*(?:[a-z]Unsettled|unsettled[A-Z])\w*/, "unconfirmed"],
  [/\b(?:carryOut|carriedOut|\w*CarryOut|\w*CarriedOut)\w*/, "apply, applied"],
  [/\b(?:assist|\w*Assist)(?:ing|s|Parts|Runs)?\b/, "join"],
  [/\b(?:moveState|movedText|MovedState)\b/, "migrateState"],
  [/\b\w*[gG]iveShareUp\b/, "releaseShare"],
  [/\b(?:Forgetting|forgetting|[fF]orget[A-Z]\w*)\b/, "erase, remove, clear"],
  [/\b(?:Standing|standing|standsOut|stands[A-Z]\w*|whereKeyStands)\b/, "the name of the state"],
  [/\b(?:list|search|find)Waiting\w*|\bWaiting[A-Z]\w*/, "pending"],
  [/\b(?:Kept|Kept[A-Z]\w*|KEPT_\w+|listKept\w*|[a-z]\w*Kept)\b/, "exception, retained, stored"],
  [/\b(?:firstNight|lastNights?|nightChart|night|\w*Night)\b/, "run"],
  [/\b(?:behindWords|\w*PeopleBehind|peopleBehind)\b/, "possibleActors"],
  [/\b(?:JOB|MAPPING|FORM|RULE|FIELD)_WORDS\b/, "descriptions"],
  [/\b(?:tellingGroups|lookBeforeCreate|lookAtRun|Looked|Looking)\b/, "recheck, read"],
  [/\b(?:run_order|stop_asked_at)\b/, "run_request, stop_requested_at"],
];

/** Texts that stay, each with its reason. They are taken out before the search. */
const exceptions: readonly (readonly [text: string, reason: string])[] = [
  ["--unsettled", "a published option of `identities list`"],
  ["?stakes=yes", "a published parameter of the JSON API"],
  ["unsettled_create", "an error code"],
  ["equal_groups_unsettled", "an error code"],
  ["give_up", "a key of the job file"],
];

/** Folders that are still being rewritten. Remove each from this list when it is done. */
const notYetChecked: readonly string[] = [];

interface Text {
  line: number;
  text: string;
}

function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .filter((file) => name.test(file))
    .sort();
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length;

/** Returns a page's paragraphs, without code: commands, JSON and stored names keep their words. */
function prose(page: string): Text[] {
  const blank = (code: string): string => code.replaceAll(/[^\n]/g, " ");
  const text = page.replaceAll(/^( *)```[\s\S]*?^\1```/gm, blank).replaceAll(/`[^`\n]+`/g, blank);
  return text.split("\n").map((line, i) => ({ line: i + 1, text: line }));
}

/** Returns comments, and strings that contain a blank. */
function textsOfSource(source: string): Text[] {
  const pattern = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/g;
  return [...source.matchAll(pattern)]
    .filter(([text]) => text.includes(" "))
    .flatMap(({ 0: text, index }) => text.split("\n").map((part, i) => ({ line: lineAt(source, index) + i, text: part })));
}

/** Returns the titles of tests and groups of tests. */
function titlesOf(source: string): Text[] {
  const pattern =
    /\b(?:describe|it|test)\b(?:\.\w+)*(?:\([^"'`\n]*\))?\(\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`)/g;
  return [...source.matchAll(pattern)].map(({ 1: text = "", index }) => ({ line: lineAt(source, index), text }));
}

const withoutExceptions = (text: string): string => exceptions.reduce((rest, [exception]) => rest.replaceAll(exception, ""), text);

function findings(texts: readonly Text[], list: typeof avoided): string[] {
  return texts.flatMap(({ line, text }) =>
    list.flatMap(([pattern, instead]) => {
      const found = pattern.exec(withoutExceptions(text));
      return found === null ? [] : [`${line}: "${found[0]}": write ${instead}`];
    }),
  );
}

/** Returns source with its comments, strings and patterns blanked. Code inside a template string stays. */
function codeOf(source: string): string {
  const inCode =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<=[(,=:[!&|?{};]\s*)\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/|[^"'`/{}]+|[\s\S]/y;
  const inTemplate = /\\[\s\S]|[^\\$`]+|\$\{|[\s\S]/y;
  const open: string[] = [];
  let code = "";
  for (let at = 0; at < source.length;) {
    const isText = open.at(-1) === "`";
    const pattern = isText ? inTemplate : inCode;
    pattern.lastIndex = at;
    const token = pattern.exec(source)?.[0] ?? "";
    if (token === (isText ? "`" : "}")) open.pop();
    else if (token === "`" || token === "${" || (token === "{" && !isText)) open.push(token);
    code += isText || /^(?:["']|\/.)/.test(token) ? token.replaceAll(/[^\n]/g, " ") : token;
    at += token.length;
  }
  return code;
}

const namesIn = (source: string): string[] =>
  findings(
    codeOf(source)
      .split("\n")
      .map((text, i) => ({ line: i + 1, text })),
    avoidedNames,
  );

function findingsIn(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  if (file.endsWith(".md")) return findings(prose(text), avoided);
  if (file.startsWith("test/")) return findings(titlesOf(text), avoided);
  if (!/\.[jt]s$/.test(file))
    return findings(
      text.split("\n").map((line, i) => ({ line: i + 1, text: line })),
      avoided,
    );
  return findings(textsOfSource(text), avoided);
}

const files = [
  ...readdirSync(root).filter((file) => file.endsWith(".md")),
  ...filesBelow("docs", /\.(?:md|yaml|json)$/),
  ...["jobs", "mappings"].flatMap((folder) => filesBelow(folder, /\.yaml$/)),
  "docker-compose.yml",
  "Dockerfile",
  "package.json",
  ...filesBelow("src", /\.[jt]s$/),
  ...filesBelow("test", /\.test\.ts$/),
].filter((file) => file !== "test/language.test.ts");
const checked = files.filter((file) => !notYetChecked.some((path) => file.startsWith(path)));

describe("the language of the repository", () => {
  test("avoids private words in documentation, source and test titles", () => {
    expect(checked.flatMap((file) => findingsIn(file).map((finding) => `${file}:${finding}`))).toEqual([]);
  });

  test("avoids private words in the names of all source files, and in the names of variables, functions and types", () => {
    const sources = files.filter((file) => file.startsWith("src/") && file.endsWith(".ts"));
    const paths = sources.map((file, i) => ({ line: i + 1, text: file.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) }));
    expect(findings(paths, avoidedNames)).toEqual([]);
    expect(sources.flatMap((file) => namesIn(readFileSync(join(root, file), "utf8")).map((finding) => `${file}:${finding}`))).toEqual([]);
  });

  test("is searched in pages, comments, strings, names and test titles", () => {
    expect(findings(prose("One.\nMend it: `mend`.\n```\nmend\n```\n"), avoided)).toEqual(['2: "Mend": write fix, correct']);
    expect(findings(textsOfSource('a;\n/** Goes on. */\nb("mend it", "mend", `x\n anew`);'), avoided)).toHaveLength(3);
    expect(findings(prose("What was sent is kept.\n## What is next\nWhat is it? Good. What is left ends."), avoided)).toHaveLength(2);
    expect(findings(textsOfSource("/** What a row gives. */\n// What now?"), avoided).length).toBeGreaterThan(0);
    expect(findings(titlesOf('test("a deed", () => mend("the deed"));\ntest.for([1])("mends %s", f);'), avoided)).toHaveLength(2);
    expect(findings([{ line: 1, text: "const myNamesakes = crewOf(indeed);" }], avoidedNames)).toHaveLength(2);
    expect(findings([{ line: 1, text: "const screws = indeed;" }], avoidedNames)).toEqual([]);
    expect(
      namesIn('// told\nconst a = "told"; /* told */\nlet told = 1;\nx(`told ${a ? `told ${listUnsettled()}` : ""} told`);'),
    ).toHaveLength(2);
    expect(namesIn("const standard = understanding(unsettled_create, nightly, keptAt, toldBy);")).toEqual([
      '1: "toldBy": write result, options',
    ]);
  });

  test("has no exception that nothing needs", () => {
    const all = files.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
    expect(exceptions.filter(([text]) => !all.includes(text))).toEqual([]);
  });
});
