import { z } from "zod";
import { fact } from "../domain/facts/fact.ts";
import { Problem, UsageProblem } from "../domain/problem.ts";
import { toMissingGroupJson, type ReportedMissingGroup } from "../reporting/missing-groups.ts";
import { decideMissingGroup, type MissingGroupDecision } from "../review/missing-groups.ts";
import { findMissingGroup } from "../store/directory/missing-groups.ts";
import { action, help, type Acted, type Action, type Context, type Help } from "./action.ts";
import { flag, option, optionalText, reason, text, texts } from "./input.ts";
import { InputProblem } from "./refusals.ts";

const SAID = {
  create: "missing_group.is_approved",
  alias: "missing_group.is_alias",
  dismiss: "missing_group.is_dismissed",
  reopen: "missing_group.is_reopened",
} as const;

const decideShown = action(
  "/missing-groups/:id/approve",
  "decide",
  { id: text(), decision: z.enum(["create", "alias", "dismiss", "reopen"]), group: optionalText, reason, evidence: optionalText },
  async ({ state, by, now }, { id, decision: what, group, reason: why, evidence }) => {
    if (what === "alias" && group === null) throw new InputProblem(fact("missing_group.alias_is_missing", {}), { field: "group" });
    const decision: MissingGroupDecision = what === "alias" ? { what, group: group ?? "" } : { what };
    await decideMissingGroup(state, id, decision, { by, reason: why, evidence, now: now() });
    return { json: { approved: id, decision: what }, facts: [fact(SAID[what], {})] };
  },
);

/** Decides on one group after the other. The first one that is refused ends the command, and those before it are decided. */
async function decideTyped({ state, by, now }: Context, ids: string[], decision: MissingGroupDecision, why: string): Promise<Acted> {
  const decided: ReportedMissingGroup[] = [];
  const problems: Problem[] = [];
  for (const [id = "", evidence = null] of ids.map((given) => given.split("@", 2))) {
    try {
      await decideMissingGroup(state, id, decision, { by, reason: why, evidence, now: now() });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push(error);
      break;
    }
    const stored = await findMissingGroup(state.db, id);
    if (stored !== undefined) decided.push(toMissingGroupJson(stored));
  }
  const facts = decided.flatMap(({ group, mapping_line: line }) => [
    fact("missing_group.is_decided", { group, said: fact(SAID[decision.what], {}) }),
    ...(line === null ? [] : [fact("missing_group.has_mapping_line", { line })]),
  ]);
  return { json: decided, facts, problems };
}

const ids = texts;

function typed(what: "dismiss" | "reopen", command: Help): Action {
  return action(null, "decide", { ids, reason }, (context, input) => decideTyped(context, input.ids, { what }, input.reason), {
    command,
  });
}

/** Decisions on groups that rules assign and the service doesn't have. */
export const MISSING_GROUP_ACTIONS = [
  decideShown,
  action(
    null,
    "decide",
    {
      ids,
      create: option(flag, "--create", "create each group, with its missing parents"),
      alias: option(
        optionalText,
        "--alias <group>",
        "it is another name of this existing group (path or id); prints the line to add to the mapping",
      ),
      reason,
    },
    async (context, input) => {
      const { create, alias: group } = input;
      if (create === (group !== null)) throw new UsageProblem(fact("usage.needs_exactly_one", { options: ["--create", "--alias GROUP"] }));
      return decideTyped(context, input.ids, group === null ? { what: "create" } : { what: "alias", group }, input.reason);
    },
    {
      command: help(
        "groups approve <ids...>",
        "decide on missing groups: the next run creates them, or they are other names of an existing group",
        'groups approve G-1f2e3d4c G-2b3c4d5e --create --reason "New sites, open in May"',
        'groups approve G-1f2e3d4c --alias HR/Sites/Madrid --reason "A typing error"',
        'groups approve G-1f2e3d4c@9fccf042 --create --reason "…"      # only if the group is as `missing --json` printed it',
      ),
    },
  ),
  typed(
    "dismiss",
    help(
      "groups dismiss <ids...>",
      "dismiss missing groups that are not needed, until more people wait for them",
      'groups dismiss G-1f2e3d4c --reason "One test account"',
    ),
  ),
  typed(
    "reopen",
    help(
      "groups reopen <ids...>",
      "ask for a decision on dismissed groups again",
      'groups reopen G-1f2e3d4c --reason "The team exists now"',
    ),
  ),
];
