import { reportedProblem } from "../../src/reporting/problem.ts";
import { withMessage } from "../../src/reporting/fact-text.ts";
import { fact } from "../../src/domain/facts/fact.ts";
import { describe, expect, test } from "vitest";
import { englishText } from "../../src/reporting/fact-text.ts";
import { renderPending } from "../../src/reporting/removals/pending-report-html.ts";
import { renderReport } from "../../src/reporting/run-report/html.ts";
import { shellWord } from "../../src/reporting/labels.ts";
import { cause, fullReport, operation, notAnAddress, reportOf, run, textOf } from "./full-report.ts";

describe("the sentence on top", () => {
  test("shows the rows read, joiners, changes, leavers and pending removals", () => {
    const counts = { creates: 12, updates: 18, deactivations: 5, unchanged: 265, removals_pending: 9 };
    const report = reportOf({}, { source: { file: "C:\\hr\\employees-2026-04-30.csv", sha256: "ab".repeat(32), rows: 300 } }, counts);
    expect(textOf(renderReport(report))).toContain(
      "300 rows were read from employees-2026-04-30.csv; 12 new accounts, 18 changes, 5 leavers; nothing was removed: 9 removals are pending.",
    );
  });

  test("counts people whose approved removals were applied, but not those who had nothing left to remove", () => {
    const gone = operation({ kind: "remove-groups", row: null, code: "already_gone", reason: "The memberships were gone already." });
    const report = fullReport();
    report.operations.push(gone);
    report.operationCounts[7] = { kind: "remove-groups", status: "done", n: 2 };
    expect(textOf(renderReport(report))).toContain("approved removals were applied for 1 person, and 10 removals are pending.");
  });

  test("says for a planned run what would happen, and how to apply it", () => {
    const text = textOf(
      renderReport(reportOf({}, { status: "planned", source: { file: "e.csv", sha256: "ab", rows: 3 } }, { creates: 2, reactivations: 1 })),
    );
    expect(text).toContain("2 new accounts, 1 rehire; this is a plan, and nothing was sent.");
    expect(text).toContain(`rollcall runs resume ${run}`);
  });

  test("says for a cancelled run what had been done and what never will be", () => {
    const operationCounts = [
      { kind: "update", status: "done", n: 2 },
      { kind: "update", status: "dropped", n: 3 },
    ];
    const text = textOf(renderReport(reportOf({ operationCounts }, { status: "cancelled" })));
    expect(text).toContain("the run was cancelled: 2 operations were applied, 3 discarded. Unsent changes will not be sent.");
  });
});

describe("a held run", () => {
  const found143 = { found: 143, allowed: 15 };
  const why = fact("limit.removals_of_group", { ...found143, memberships: 150, group: "HR/Departments/Sales EMEA" });
  const held = [{ limit: "removals", ...found143, of: "HR/Departments/Sales EMEA", ...why, message: englishText(why) }];
  const found = [cause(3, { id: "" })];
  const page = renderReport(
    reportOf({ held, found }, { status: "held", source: { file: "e.csv", sha256: "ab", rows: 300 } }, { unchanged: 300 }),
  );
  const text = textOf(page);

  test("has a style without a string that a line break ends, because browsers ignore the rules after it", () => {
    const [, style = ""] = /<style>([^<]+)<\/style>/.exec(page) ?? [];
    expect(style).toContain("body{");
    expect(style.replaceAll(/"[^"\n]*"/g, "")).not.toContain('"');
  });

  test("names the limit, what was found, what is allowed, and the commands that release or cancel it", () => {
    expect(text).toContain("143 of 150 memberships would become pending removals");
    expect(text).toMatch(/Pending removals\s*HR\/Departments\/Sales EMEA\s*143\s*15/);
    expect(text).toContain(`rollcall runs approve ${run}`);
    expect(text).toContain(`rollcall runs cancel ${run}`);
    expect(text).toContain("nothing was sent");
  });

  test("shows the removals that its plan found without offering them for a decision", () => {
    expect(page).toContain('id="found"');
    expect(page).not.toContain("review approve");
    expect(page).not.toContain("Pending since");
  });
});

describe("a run that did not come to its end", () => {
  test("shows applied and open operations, and that resume continues", () => {
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
    const text = textOf(
      renderReport(
        reportOf(
          { problem, operationCounts },
          { status: "interrupted", source: { file: "e.csv", sha256: "ab", rows: 1235 } },
          { updates: 1234, creates: 1 },
        ),
      ),
    );
    expect(text).toContain("1,200 operations were applied, 1 failed and 34 not applied yet");
    expect(text).toContain("The service has accepted no change for 600 s.");
    expect(text).toContain(`Continue with rollcall runs resume ${run}`);
  });

  test("says that rows were read when no plan was made", () => {
    const text = textOf(renderReport(reportOf({}, { status: "interrupted", source: { file: "e.csv", sha256: "ab", rows: 300 } })));
    expect(text).toContain("300 rows were read, and no plan was made.");
  });

  test("asks for a new run where the file could not be read, since there is nothing to resume", () => {
    const problem = reportedProblem({
      code: "truncated",
      fact: fact("run.stopped", {}),
      next: fact("advice.keys_are_text", {}),
    });
    const text = textOf(renderReport(reportOf({ problem }, { status: "failed", source: { file: "e.csv", sha256: "", rows: 0 } })));
    expect(text).toContain("e.csv could not be read completely; the run failed, and nothing was changed in the learning service.");
    expect(text).toContain("Keys are text: 00123 and 123 are two people. Correct the file, then start again with rollcall sync nightly.");
    expect(text).not.toContain("runs resume");
  });
});

describe("every row is accounted for (I3)", () => {
  test("by a sum that is written out", () => {
    expect(textOf(renderReport(fullReport()))).toContain(
      "Every row is accounted for: 1,300 rows = 1 rejected + 0 duplicates + 2 new accounts + 2 changes + 1 leaver + 1 rehire + 1,292 unchanged + 1 blocked.",
    );
  });

  test("and a sum that does not add up is not passed over", () => {
    const text = textOf(renderReport(reportOf({}, { source: { file: "e.csv", sha256: "ab", rows: 5 } }, { unchanged: 4 })));
    expect(text).toContain("These add up to 4, which is a bug in Rollcall");
  });
});

describe("the sections", () => {
  const sections = ["figures", "attention", "removals", "decided", "changes"];
  const headings = [
    "Failed",
    "Unconfirmed",
    "Blocked",
    "Accounts we couldn&#39;t confirm",
    "Rejected rows",
    "Remarks about rows",
    "Absent people",
    "New accounts",
    "Changes",
    "Leavers",
    "Rehires",
    "Approved removals",
  ];

  test("all are present when they have content", () => {
    const page = renderReport(fullReport());
    for (const id of sections) expect(page).toContain(`<section id="${id}"`);
    for (const heading of headings) expect(page).toContain(`<h3>${heading}</h3>`);
  });

  test("stay away when they are empty, and so do their links", () => {
    const page = renderReport(reportOf());
    for (const id of sections.slice(1)) expect(page).not.toContain(`#${id}"`);
    for (const heading of headings) expect(page).not.toContain(`<h3>${heading}</h3>`);
    expect(textOf(page)).toContain("nobody joins, changes or leaves; nothing was removed.");
    expect(Buffer.byteLength(page)).toBeLessThan(20_000);
  });

  test("a removal shows its evidence, a warning about a last group, and the commands that decide its cause", () => {
    const text = textOf(renderReport(fullReport()));
    expect(text).toContain("9 people lose the group HR/Departments/Sales EMEA; 9 of them gain HR/Departments/Sales – EMEA: renamed?");
    expect(text).toContain("Department: “Sales EMEA” → “Sales – EMEA”");
    expect(text).toContain("mappings/acme.yaml:42");
    expect(text).toContain('rollcall review approve --cause C-1f2e3d4c --reason "…"');
    expect(text).toContain('rollcall review reject --cause C-00000002 --reason "…"');
    expect(text).toContain("This is the person's last group, and the learning service can't represent a person without groups.");
    expect(text).toContain("28 Apr 2026, 02:30 UTC");
  });

  test("contain the same evidence as the list of pending removals", () => {
    const report = fullReport();
    const pending = {
      id: "C-1f2e3d4c",
      kind: "moved" as const,
      code: "removal.value_changed" as const,
      values: {},
      text: "",
      sentence: "",
      question: "",
      group: "HR/Sales",
      gains: [],
      digest: "d",
      alias: null,
    };
    const removals = report.pending.flatMap((one) => one.removals);
    const list = renderPending({
      madeAt: report.startedAt,
      job: null,
      pending: 1,
      people: 1,
      questions: 1,
      causes: [{ ...pending, removals }],
    });
    const headsIn = (text: string): string[] => [...text.matchAll(/<th scope="col"[^>]*>([^<]+)/g)].map(([, head]) => head ?? "");
    const section = /<section id="removals".*?<\/section>/s.exec(renderReport(report))?.[0] ?? "";
    for (const part of [section, list]) {
      expect(headsIn(part)).toEqual(expect.arrayContaining(["Rule before", "Rule now", "Other groups", "Earlier decisions", "Comments"]));
      for (const text of [
        "former department",
        "All staff</bdi>",
        "On leave",
        "Asked her manager",
        "Remove the memberships",
        "Keep the memberships",
      ])
        expect(part).toContain(text);
    }
    expect(headsIn(section)).toEqual(expect.arrayContaining(headsIn(list)));
  });

  test("a decision is shown with who made it and why, and is not offered again", () => {
    const text = textOf(renderReport(fullReport()));
    expect(text).toMatch(/kept\s*mia@acme\.test\s*On loan until June/);
    expect(text).not.toContain("--cause C-00000003");
  });

  test("what the service held before is not claimed to be known", () => {
    expect(textOf(renderReport(fullReport()))).toContain("Company: not known → “Acme”");
  });

  test("an operation that did not go through tells what to do next, with the person's key", () => {
    const text = textOf(renderReport(fullReport()));
    expect(text).toContain("rollcall identities link nightly 00202 USER_ID");
    expect(text).toContain("Check the service for another account with the same username");
  });

  test("a new account that is not settled is shown with what was seen in the groups and both ways to settle it", () => {
    const text = textOf(renderReport(fullReport()));
    expect(text).toContain("rollcall identities link nightly 00202 11111111-1111-4111-8111-111111111111");
    expect(text).toContain("rollcall identities retry nightly 00202");
    expect(text).toContain("22222222-2222-4222-8222-222222222222");
    expect(text).toContain("there may be an account, or none");
  });

  test("a first run tells how many accounts belong to nobody we know, a later one does not nag", () => {
    const says = "4 accounts in groups of the service are not linked to anyone";
    expect(textOf(renderReport(reportOf({ unknownAccounts: 4 }))).replaceAll(/\s+/g, " ")).toContain(says);
    expect(textOf(renderReport(reportOf({ unknownAccounts: 4, lastGoodRows: 300 }))).replaceAll(/\s+/g, " ")).not.toContain(says);
  });

  test("say why nobody was treated as absent", () => {
    expect(textOf(renderReport(reportOf({ absentSuspended: true })))).toContain("Nobody was treated as absent in this run.");
  });

  test("a list that is cut says so, with how many there are", () => {
    const operations = Array.from({ length: 2000 }, (_, i) => operation({ key: String(i) }));
    const page = renderReport(reportOf({ operations, operationCounts: [{ kind: "update", status: "done", n: 45_000 }] }));
    expect(page).toContain("This list shows the first 2,000 of 45,000.");
    expect(page).toContain("<details>");
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
  report.rejects.push(withMessage({ row: 18, key: script, column: script, code: "x", fact: notAnAddress(script) }));
  report.pending[0]!.group = script;
  const page = renderReport(report);

  test("is text: no markup comes of it, and no link", () => {
    expect(page).not.toContain("<script");
    expect(page).not.toMatch(/<img/);
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).toContain("=HYPERLINK(&quot;http://evil.test&quot;)");
    expect(page.match(/<a [^>]*>/g)?.every((link) => /^<a href="#[a-z]+">$/.test(link))).toBe(true);
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
