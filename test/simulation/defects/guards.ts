import { calm, eager, powerless, reviewed, small, type Defect } from "./defect.ts";

/** The guards of docs/internals/promises.md, each removed. */
export const GUARDS: readonly Defect[] = [
  {
    name: "a removal is confirmed although the refusal names other groups",
    file: "src/apply/remove.ts",
    find: "const beyond = ids.filter((group) => !approved.has(group));",
    replace: "const beyond: string[] = [];",
    // A group that does not list its members, so the set leaves it out and the refusal names it.
    focus: {
      ...small,
      delayHours: 12,
      service: { namedAs: "objects", hideUserIds: ["Clubs/Chess"] },
      often: { ...eager, "memberships by hand": 1, morning: 1 },
    },
  },
  {
    name: "a removal goes in one step",
    file: "src/apply/remove.ts",
    find: "    await context.client.users.update(userId, set);\n    return alreadyGone(removals, context);",
    replace:
      "    await context.client.users.update(userId, { ...set, confirm_group_removal: true });\n    return alreadyGone(removals, context);",
    focus: small,
  },
  {
    name: "a decision counts on other evidence",
    file: "src/pipeline/release/revalidate-approvals.ts",
    find: "if (found?.digest === removal.evidence_digest && found.path === removal.group_path) valid.push(removal);",
    replace: "if (found?.path === removal.group_path) valid.push(removal);",
    also: [
      {
        file: "src/store/review/removals.ts",
        find: "          AND f.evidence_digest = r.evidence_digest AND (r.status = 'rejected' OR f.group_path = r.group_path))`",
        replace: "          AND (r.status = 'rejected' OR f.group_path = r.group_path))`",
      },
    ],
    focus: {
      ...reviewed,
      delayHours: 30,
      people: 10,
      nights: 6,
      layout: "one job",
      often: { ...eager, "decided and moved": 1 },
    },
  },
  {
    name: "one approval counts as two",
    file: "src/review/four-eyes.ts",
    find: "if (!needsTwo && mine === undefined) return",
    replace: "if (mine === undefined) return",
    focus: { ...small, twoAbove: 1 },
  },
  {
    name: "group_ids lacks current memberships",
    file: "src/apply/sets.ts",
    find: "return add.length === 0 ? null : [...current, ...add];",
    replace: "return add.length === 0 ? null : [...desired];",
    focus: small,
  },
  {
    name: "no limit on removals",
    file: "src/plan/limits.ts",
    find: "...(limits.removals === null ? [] : brokenByPart(tally, limits.removals)),",
    replace: "",
    focus: {
      ...calm,
      people: 30,
      nights: 4,
      limits: "some",
      layout: "one job",
      often: { ...eager, "renamed department": 1, "leave on hold": 0, "cancel on hold": 0 },
    },
  },
  {
    name: "no limit on a file that shrinks",
    file: "src/plan/limits.ts",
    find: "...(lastGoodRows === null\n",
    replace: "...(lastGoodRows === null || lastGoodRows > 0\n",
    focus: { ...calm, people: 10, nights: 4, limits: "default", absent: "ignore", layout: "one job", often: { ...eager, truncated: 0.6 } },
  },
  {
    name: "the intent of a create is not durable before the request",
    file: "src/apply/send-create.ts",
    find: "      await journalIntent(state, turn, since);\n",
    replace: "      if (since === -1) await journalIntent(state, turn, since);\n",
    focus: { ...powerless, people: 6, nights: 4, layout: "one job", often: { ...eager, joiners: 1 } },
  },
  {
    name: "two clients refresh the token at once",
    file: "src/learning-service/tokens/tokens.ts",
    find: "(await store.exclusively(() => refreshLocked(refused)))",
    replace: "(await refreshLocked(refused))",
    focus: {
      ...calm,
      limits: "none",
      layout: "two jobs",
      accessTokenMs: 60,
      perSecond: 500,
      inFlight: 8,
      people: 12,
      nights: 3,
      often: { ...eager, together: 1 },
    },
  },
  {
    name: "people are absent although a row has no key",
    file: "src/pipeline/plan/build-plan.ts",
    find: "const suspended = staged.keyless > 0;",
    replace: "const suspended = staged.keyless < 0;",
    focus: { ...calm, absent: "deactivate", limits: "none", people: 8, nights: 4, often: { ...eager, absent: 1, "bad rows": 1 } },
  },
];
