import { expect, test } from "vitest";
import { changeGroups, changeLine, changesOf, changeText, changeWords, signOf, type Change } from "../../src/reporting/changes.ts";
import { html } from "../../src/reporting/html/html.ts";
import { wordsHtml } from "../../src/reporting/sheet/html.ts";
import { asReader } from "../../src/reporting/locales/reader.ts";
import type { ReportedOperation } from "../../src/reporting/operation.ts";

const textOf = (change: Change): string => html`${wordsHtml(changeWords(change), { links: false })}`.text.replaceAll(/<[^>]+>/g, "");

function operation(parts: Partial<ReportedOperation>): ReportedOperation {
  const fields = [
    { field: "department", from: "Sales", to: "Marketing" },
    { field: "company", from: null, to: "Acme" },
    { field: "city", from: "Rome", to: "" },
  ];
  const groups = { gains: ["HR/Marketing"], losses: ["HR/Sales"] };
  const rest = { id: "1", key: "7", name: "Ada", row: 2, code: null, reason: null, fact: null };
  return { ...rest, kind: "update", status: "done", fields, ...groups, ...parts };
}

const linesOf = (given: ReportedOperation): string[] => changesOf(given).map((change) => `${change.sign} ${changeText(change)}`);

test("a change has the same words in text and HTML, in the reader's language", () => {
  const all = (["create", "update", "deactivate", "reactivate", "remove-groups"] as const).map((kind) => operation({ kind }));
  for (const language of ["en", "es", "de", "fr"] as const) {
    asReader({ language, locale: language, timeZone: "UTC" }, () => {
      for (const change of all.flatMap(changesOf)) expect(textOf(change)).toBe(changeText(change));
    });
  }
  expect(linesOf(operation({}))).toEqual([
    "~ Department: “Sales” → “Marketing”",
    "~ Company: not known → “Acme”",
    "~ City: “Rome” → blank",
    "+ joins the group HR/Marketing",
    "~ pending removal from the group HR/Sales",
  ]);
  expect(asReader({ language: "de", locale: "de", timeZone: "UTC" }, () => linesOf(operation({ kind: "deactivate", gains: [] })))).toEqual([
    "− Konto deaktiviert",
    "~ Abteilung: „Sales“ → „Marketing“",
    "~ Firma: nicht bekannt → „Acme“",
    "~ Ort: „Rome“ → leer",
    "~ offene Entfernung aus der Gruppe HR/Sales",
  ]);
});

test("a value that is not shown is named as such in the reader's language", () => {
  const [change] = changesOf(operation({ fields: [{ field: "date_of_birth", from: null, to: "(not shown)" }] }));
  if (change === undefined) throw new Error("there is none");
  asReader({ language: "de", locale: "de", timeZone: "UTC" }, () => {
    expect(changeText(change)).toBe("Geburtsdatum: nicht bekannt → „(nicht angezeigt)“");
    expect(textOf(change)).toBe(changeText(change));
  });
});

test("a new account has no earlier values, and an applied removal ends the membership", () => {
  expect(linesOf(operation({ kind: "create", losses: [] })).slice(0, 2)).toEqual(["+ account created", "+ Department: “Marketing”"]);
  expect(linesOf(operation({ kind: "remove-groups", fields: [], gains: [] }))).toEqual(["− leaves the group HR/Sales"]);
});

test("changes are grouped by kind, leavers first, without those that need attention", () => {
  const operations = [operation({}), operation({ kind: "deactivate", status: "queued" }), operation({ status: "failed" })];
  const operationCounts = [
    { kind: "update", status: "done", n: 28 },
    { kind: "update", status: "queued", n: 2 },
    { kind: "update", status: "failed", n: 1 },
    { kind: "deactivate", status: "queued", n: 1 },
    { kind: "create", status: "uncertain", n: 1 },
  ];
  expect(changeGroups({ operations, operationCounts }).map(({ people, ...group }) => ({ ...group, people: people.length }))).toEqual([
    { kind: "deactivate", title: "Leavers", total: 1, statuses: "queued", mixed: false, people: 1 },
    { kind: "update", title: "Changes", total: 30, statuses: "28 done, 2 queued", mixed: true, people: 1 },
  ]);
  expect(signOf("deactivate")).toBe("−");
});

test("one line says what changed about a person: the telling fields first, then the groups", () => {
  const lines = (["update", "create", "deactivate", "remove-groups"] as const).map((kind) => changeLine(operation({ kind })));
  expect(lines).toEqual([
    "Sales to Marketing, City: blank, 1 more change, +1 group, 1 group to review",
    "new account, +1 group, 1 group to review",
    "left, +1 group, 1 group to review",
    "+1 group, −1 group",
  ]);
  const hidden = operation({ fields: [{ field: "date_of_birth", from: null, to: "(not shown)" }], gains: [], losses: [] });
  expect(changeLine(hidden)).toBe("Date of birth");
  expect(asReader({ language: "de", locale: "de", timeZone: "UTC" }, () => changeLine(operation({})))).toBe(
    "Sales → Marketing, Ort: leer, 1 weitere Änderung, +1 Gruppe, 1 Gruppe zu prüfen",
  );
});
