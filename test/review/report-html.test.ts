import { describe, expect, test } from "vitest";
import { fact } from "../../src/domain/facts/fact.ts";
import { englishText, withMessage } from "../../src/reporting/fact-text.ts";
import { shellWord } from "../../src/reporting/labels.ts";
import { reportedProblem } from "../../src/reporting/problem.ts";
import { renderPending } from "../../src/reporting/removals/pending-report-html.ts";
import { cause, draw, fullReport, notAnAddress, operation, reportOf, run, textOf } from "./full-report.ts";

const saying = (...of: Parameters<typeof reportOf>): string => textOf(draw(reportOf(...of))).replaceAll(/\s+/g, " ");
const source = { file: "C:\\hr\\e.csv", sha256: "ab".repeat(32), rows: 300 };

describe("the title", () => {
  test("says what a run did, as on the page of the run", () => {
    expect(draw(reportOf({}, { source }, { done: 35, updates: 35, unchanged: 265 }))).toContain(
      "<title>35 changes applied – Rollcall</title>",
    );
    expect(saying({}, { source }, { unchanged: 300 })).toContain("No changes in 300 rows");
    expect(saying({}, { status: "planned", source }, { creates: 2, reactivations: 1 })).toContain("Planned: 2 new accounts, 1 rehire");
  });

  test("names the file without its folders", () => {
    const text = saying({}, { source }, { unchanged: 300 });
    expect(text).toContain("e.csv, 300 rows");
    expect(text).not.toContain("hr\\");
  });
});

describe("a run on hold", () => {
  const found143 = { found: 143, allowed: 15 };
  const why = fact("limit.removals_of_group", { ...found143, memberships: 150, group: "HR/Departments/Sales EMEA" });
  const setting = { key: "policy.limits.removals", at: "/srv/jobs/nightly.yaml:9:5", default: false };
  const held = [{ limit: "removals", ...found143, of: "HR/Departments/Sales EMEA", ...why, message: englishText(why), setting }];
  const page = draw(reportOf({ held, found: [cause(3, { id: "" })] }, { status: "held", source }, { unchanged: 300 }));
  const text = textOf(page);

  test("has a style without a string that a line break ends, because browsers ignore the rules after it", () => {
    const [, style = ""] = /<style>([^<]+)<\/style>/.exec(page) ?? [];
    expect(style).toContain("body{");
    expect(style.replaceAll(/"[^"\n]*"/g, "")).not.toContain('"');
  });

  test("names the limit, what was found and what is allowed, and no file or command", () => {
    expect(text).toContain("143 of 150 memberships would become pending removals");
    expect(text).toContain("HR/Departments/Sales EMEA");
    expect(text).not.toContain("/srv/jobs");
    expect(text).not.toContain("rollcall ");
  });

  test("shows the removals that its plan found without offering them for a decision", () => {
    expect(page).toContain('id="found"');
    expect(page).not.toContain("review approve");
    expect(page).not.toContain("Pending since");
  });
});

test("a run that did not come to its end says what was applied, and why it ended", () => {
  const operationCounts = [
    { kind: "update", status: "done", n: 1200 },
    { kind: "update", status: "planned", n: 34 },
    { kind: "create", status: "failed", n: 1 },
  ];
  const problem = reportedProblem({
    code: "service_down",
    fact: fact("service.accepted_no_change", { seconds: 600 }),
    next: fact("advice.resume_when_service_works", { run }),
  });
  const text = saying({ problem, operationCounts }, { status: "interrupted", source }, { updates: 1234, creates: 1 });
  expect(text).toContain("1,200 operations were applied, 1 failed and 34 not applied yet");
  expect(text).toContain("The service has accepted no change for 600 s.");
  const dropped = [
    { kind: "update", status: "done", n: 2 },
    { kind: "update", status: "dropped", n: 3 },
  ];
  expect(saying({ operationCounts: dropped }, { status: "cancelled" })).toContain("2 operations were applied, 3 discarded.");
});

describe("every row is accounted for (I3)", () => {
  test("by a sum that is written out", () => {
    expect(textOf(draw(fullReport()))).toContain(
      "Every row is accounted for: 1,300 rows = 1 rejected + 0 duplicates + 2 new accounts + 2 changes + 1 leaver + 1 rehire + 1,292 unchanged + 1 blocked.",
    );
  });

  test("and a sum that does not add up is not passed over", () => {
    expect(saying({}, { source: { ...source, rows: 5 } }, { unchanged: 4 })).toContain("These add up to 4, which is a bug in Rollcall");
  });
});

describe("the sections", () => {
  const sections = ["attention", "removals", "decided", "changes"];

  test("all are present when they have content, and only then", () => {
    const [full, empty] = [draw(fullReport()), draw(reportOf())];
    for (const id of sections) {
      expect(full).toContain(`<h2 id="${id}"`);
      expect(empty).not.toContain(`id="${id}"`);
    }
    expect(Buffer.byteLength(empty)).toBeLessThan(60_000);
  });

  test("a removal shows its evidence, and a warning about a last group", () => {
    const text = textOf(draw(fullReport())).replaceAll(/\s+/g, " ");
    expect(text).toContain("Probably renamed");
    expect(text).toContain("Remove 9 people");
    expect(text).toContain("Department: “Sales EMEA” → “Sales – EMEA”");
    expect(text).toContain("This is the person's last group, and the learning service can't represent a person without groups.");
    expect(text).not.toContain("review approve");
  });

  test("show at most five people of a cause before the others", () => {
    const page = draw(reportOf({ pending: [cause(9)] }));
    const [before = "", after = ""] = page.split("Show 4 more");
    expect(before.match(/role="rowheader"/g)).toHaveLength(5);
    expect(after.match(/role="rowheader"/g)).toHaveLength(4);
  });

  test("contain the same evidence as the list of pending removals, which has the commands that decide", () => {
    const report = fullReport();
    const [first] = report.pending;
    if (first === undefined) throw new Error("there is none");
    const one = { ...first, digest: "0123456789abcdef", alias: null, question: "" };
    const list = renderPending({
      madeAt: report.startedAt,
      job: null,
      pending: 1,
      people: 1,
      questions: 1,
      causes: [{ ...one, values: {}, code: "removal.value_changed" }],
    });
    for (const page of [draw(report), list])
      for (const text of ["former department", "Earlier decisions", "Comments", "All staff</bdi>", "On leave", "Asked her manager"])
        expect(page).toContain(text);
    expect(textOf(list)).toContain('rollcall review approve --cause C-1f2e3d4c@0123456789ab --reason "…"');
    expect(textOf(list)).toContain('rollcall review reject --cause C-1f2e3d4c@0123456789ab --reason "…"');
  });

  test("a decision is shown with who made it and why", () => {
    expect(textOf(draw(fullReport())).replaceAll(/\s+/g, " ")).toMatch(/kept.*mia@acme\.test.*On loan until June/);
  });

  test("what the service held before is not claimed to be known", () => {
    expect(textOf(draw(fullReport()))).toContain("Company: not known → “Acme”");
  });

  test("an operation that did not go through tells what to do next", () => {
    const text = textOf(draw(fullReport()));
    expect(text).toContain("Check the service for another account with the same username");
    expect(text).toContain("rollcall identities link nightly 00202 USER_ID");
  });

  test("a new account that is not settled is shown with what was seen in the groups", () => {
    const text = textOf(draw(fullReport()));
    expect(text).toContain("11111111-1111-4111-8111-111111111111");
    expect(text).toContain("22222222-2222-4222-8222-222222222222");
    expect(text).toContain("there may be an account, or none");
  });

  test("a rejected row names its person and the field as people call it", () => {
    const text = textOf(draw(fullReport())).replaceAll(/\s+/g, " ");
    expect(text).toContain("17Ines Prat00300Work Email");
  });

  test("a first run tells how many accounts belong to nobody we know, a later one does not nag", () => {
    const says = "4 accounts in groups of the service are not linked to anyone";
    expect(saying({ unknownAccounts: 4 })).toContain(says);
    expect(saying({ unknownAccounts: 4, lastGoodRows: 300 })).not.toContain(says);
  });

  test("say why nobody was treated as absent", () => {
    expect(saying({ absentSuspended: true })).toContain("Nobody was treated as absent in this run.");
  });

  test("a list that is cut says so, with how many there are", () => {
    const operations = Array.from({ length: 2000 }, (_, i) => operation({ key: String(i) }));
    const page = draw(reportOf({ operations, operationCounts: [{ kind: "update", status: "done", n: 45_000 }] }));
    expect(page).toContain("This list shows the first 2,000 of 45,000.");
    expect(page).toContain("Show 1,988 more");
  });
});

describe("data from a file", () => {
  const script = "<script>alert(1)</script>";
  const report = fullReport();
  report.result.source.file = `/tmp/"><img src=x onerror=alert(1)>.csv`;
  report.result.job = script;
  report.operations.push(
    operation({
      name: script,
      key: '=HYPERLINK("http://evil.test")',
      fields: [{ field: script, from: script, to: "' onmouseover='x" }],
      gains: [script],
    }),
    operation({ name: "\u202Egnp.exe\u2066\u0007 ליאור", key: "00500" }),
  );
  report.rejects.push(withMessage({ row: 18, key: script, name: script, column: script, code: "x", fact: notAnAddress(script) }));
  report.pending[0]!.group = script;
  const page = draw(report);

  test("is text: no markup comes of it, and no link", () => {
    expect(page).not.toContain("<script");
    expect(page).not.toMatch(/<img/);
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).toContain("=HYPERLINK(&quot;http://evil.test&quot;)");
    expect(page).not.toMatch(/<a /);
    expect(page).not.toMatch(/<[^>]* on[a-z]+=/);
  });

  test("cannot turn the text around it, and what is unprintable leaves a mark", () => {
    expect(page).toContain("<bdi>\ufffdgnp.exe\ufffd\ufffd ליאור</bdi>");
  });

  test("the page loads nothing, and says so to the browser", () => {
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:;`);
    expect(page).not.toMatch(/\b(src|srcset|action)="|<link|@import|url\(|<iframe|<object/);
  });

  test("a value in a command is one word of the shell", () => {
    expect(shellWord("it's; rm -rf /")).toBe(String.raw`'it'\''s; rm -rf /'`);
    expect(shellWord("-x")).toBe("'-x'");
    expect(shellWord("00123")).toBe("00123");
  });
});
