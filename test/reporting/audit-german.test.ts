import { expect, test } from "vitest";
import { fact } from "../../src/domain/facts/fact.ts";
import { auditEvent, type AuditEvent } from "../../src/reporting/history/audit-sentence.ts";
import type { Sentence } from "../../src/reporting/history/sentence.ts";
import { asReader } from "../../src/reporting/locales/reader.ts";
import type { AuditEntry } from "../../src/store/audit/audit.ts";

function eventOf(language: "en" | "de", action: string, detail: Record<string, unknown>): AuditEvent {
  const entry = { seq: 1, at: "2026-11-23T21:00:00.000Z", actor: "mia", action, detail } as unknown as AuditEntry;
  const people = [{ as: "person" as const, text: "Ana Ruiz", id: null }];
  return asReader({ language, locale: language, timeZone: "UTC" }, () =>
    auditEvent([{ entry, people, groups: ["HR/Sales"], removals: [] }]),
  );
}

const sentenceOf = (...about: Parameters<typeof eventOf>): Sentence => eventOf(...about).sentence;

test("roles in the audit trail have their names in the reader's language", () => {
  const role = (language: "en" | "de") => sentenceOf(language, "user_added", { name: "bo", role: "admin" }).values["role"];
  expect([role("en"), role("de")]).toMatchObject([{ text: "admin" }, { text: "Verwaltung" }]);
  const changed = sentenceOf("de", "user_role", { name: "bo", from: "viewer", to: "reviewer" }).values;
  expect([changed["from"], changed["to"]]).not.toMatchObject([{ text: "viewer" }, { text: "reviewer" }]);
  expect(JSON.stringify(sentenceOf("de", "removal_handed_over", { to: "role:reviewer" }).values)).not.toContain("role:");
});

test("undoing a decision to keep has a sentence of its own", () => {
  expect(sentenceOf("en", "rejection_undone", {}).text).toBe("mia undid the decision to keep Ana Ruiz in the group “HR/Sales”.");
});

test("a decision that does not count has its reason in the reader's language", () => {
  const reason = (language: "en" | "de"): string | null =>
    eventOf(language, "removal_decision_void", { why: fact("removal.is_changed_meanwhile", {}) }).reason;
  expect([reason("en"), reason("de")]).toEqual([
    "Someone else changed this removal at the same moment.",
    "Jemand anderes hat diese Entfernung im selben Moment geändert.",
  ]);
});
