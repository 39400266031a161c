import { expect, test } from "vitest";
import { causeDigest } from "../../src/reporting/removals/evidence-digest.ts";
import { auditHash, auditStart } from "../../src/store/audit/audit.ts";
import { fingerprintsWith } from "../../src/store/settings.ts";

// Written once: states keep these values, and a better sentence must not change them.

test("the hash of an audit entry stays as it is", () => {
  const detail = {
    removal: "R-1",
    key: "0001",
    group: "HR/Sales",
    reason: "Left the team",
    via: "cli",
    people: { names: ["Ana"], any_admin: true },
  };
  const entry = { seq: 7, at: "2026-04-30T02:30:00.000Z", actor: "Ana", action: "removal_approved", detail, prev: auditStart };
  expect(auditHash(entry)).toBe("b2c4da695abe79ed87cad828164333cebf6925d323d17c508596c3f546974715");
});

test("the fingerprint of a sensitive value stays as it is", () => {
  expect(fingerprintsWith("k".repeat(43))("1981-04-17")).toBe("i6vg9p1zWYn9Rqy-yvNYRFsXwClhL_kj1pWAZc1igyE");
});

test("the digest of a cause does not depend on the order of its removals", () => {
  const removals = [
    { id: "R-2", evidence_digest: "b".repeat(64) },
    { id: "R-1", evidence_digest: "a".repeat(64) },
  ];
  expect(causeDigest(removals)).toBe("19b2a789f736fd2a46ba8dbfb6a47d1ed055a0d1eb3e0c96c58979c0d521a9eb");
  expect(causeDigest(removals.toReversed())).toBe(causeDigest(removals));
});
