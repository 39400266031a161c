import { calm, faulty, powerless, reviewed, type Defect } from "./defect.ts";

/** Defects that no guard names. */
export const SUBTLE: readonly Defect[] = [
  {
    name: "a removal uses a stale directory",
    file: "src/apply/remove.ts",
    find: "await context.directory.refresh();\n  if (await dropRenamed",
    replace: "if (await dropRenamed",
    focus: { ...reviewed, maxAgeMs: 600_000, inFlight: 1, layout: "one job" },
  },
  {
    name: "a removal is confirmed from an older refusal",
    file: "src/apply/remove.ts",
    find: "    named = error.named;\n",
    replace:
      "    const older = ((globalThis as { older?: Map<string, readonly string[]> }).older ??= new Map());\n" +
      "    named = older.get(userId) ?? error.named;\n    older.set(userId, named);\n",
    focus: { ...faulty, service: { namedAs: "objects" } },
  },
  {
    name: "a decision is bound to the wrong group",
    file: "src/apply/remove.ts",
    find: "const approved = new Map(removals.map((removal) => [removal.group_id, removal]));",
    replace:
      "const approved = new Map(removals.map((removal) => [current.find((group) => group !== removal.group_id) ?? removal.group_id, removal]));",
    focus: reviewed,
  },
  {
    name: "the dirty mark is lost",
    file: "src/store/people/people.ts",
    find: "AND (s.cells IS NOT NULL OR p.dirty OR p.touched OR p.context <> ${at.context} OR p.state <> 'present')`.execute(db);\n  await sql`ANALYZE candidate`",
    replace: "AND (s.cells IS NOT NULL OR p.touched OR p.context <> ${at.context})`.execute(db);\n  await sql`ANALYZE candidate`",
    focus: faulty,
  },
  {
    name: "a partial import counts as complete",
    file: "src/cli/commands/sync.ts",
    find: "partial: options.file !== undefined && options.complete !== true,",
    replace: "partial: options.file === null,",
    focus: { ...calm, absent: "deactivate", limits: "none" },
  },
  {
    name: "a limit counts the pending removals of yesterday",
    file: "src/store/review/removals.ts",
    find: "AND r.status IN ('pending', 'approved', 'rejected', 'expired') AND r.evidence_digest = f.evidence_digest)",
    replace: "AND r.status IN ('applied') AND r.evidence_digest = f.evidence_digest)",
    focus: { ...calm, removals: "review", limits: "some", layout: "one job", people: 30, delayHours: 30 },
  },
  {
    name: "two operations of a person run at once",
    file: "src/store/schema/migration-texts.ts",
    find: "CREATE UNIQUE INDEX operation_running ON operation",
    replace: "CREATE INDEX operation_running ON operation",
    focus: { ...reviewed, delayHours: 12, inFlight: 8 },
  },
  {
    name: "an outcome is recorded before it is durable",
    file: "src/store/runs/outcomes.ts",
    find: "    unowned.map(({ operation: { account, job, key }, result, at }) =>\n",
    replace: "    unowned.slice(0, 0).map(({ operation: { account, job, key }, result, at }) =>\n",
    focus: powerless,
  },
  {
    name: "an expired approval is applied",
    file: "src/pipeline/plan/build-plan.ts",
    find: "await expireRemovals(state.db, job.name, new Date(at.getTime() - job.policy.approval.expires), at);",
    replace: "",
    focus: { ...reviewed, expiresDays: 2, delayHours: 30, trouble: { ...calm.trouble, away: true } },
  },
  {
    name: "a rejected row counts as absent",
    file: "src/store/people/people.ts",
    find: "AND NOT EXISTS (SELECT 1 FROM staged_row s WHERE s.run = ${at.run} AND s.key = l.key)\n",
    replace: "AND NOT EXISTS (SELECT 1 FROM staged_row s WHERE s.run = ${at.run} AND s.key = l.key AND s.row_status = 'use')\n",
    focus: { ...calm, absent: "deactivate", limits: "none" },
  },
  {
    name: "an exception is ignored after a new key",
    file: "src/store/identities/link-transfers.ts",
    find: "  await moveExceptions(db, changed);\n",
    replace: "",
    focus: reviewed,
  },
  {
    name: "an unconfirmed create is sent again too early",
    file: "src/identities/observe.ts",
    find: "vantage.readAt.getTime() >= create.lostAt.getTime() + vantage.settle",
    replace: "vantage.readAt.getTime() >= create.lostAt.getTime()",
    focus: { ...faulty, attempts: 2 },
  },
  {
    name: "a name that two groups bear is taken for one of them",
    file: "src/learning-service/errors/refusal.ts",
    find: "(bearers?.size === 1 ? [...bearers][0] : undefined)",
    replace: "(bearers === undefined ? undefined : [...bearers][0])",
    focus: { ...faulty, service: { namedAs: "names" } },
  },
  {
    name: "an old plan is applied over a newer file",
    file: "src/pipeline/release/release.ts",
    find: "replaced = await supersedeRuns(db, job.name, run, now());",
    replace: "replaced = [];",
    focus: { ...calm, limits: "some", layout: "one job" },
  },
  {
    name: "a rule takes back what a revert restored",
    file: "src/pipeline/release/restore-memberships.ts",
    find: "if (previous === null) await insertExceptions(",
    replace: "if (previous === run) await insertExceptions(",
    focus: reviewed,
  },
];
