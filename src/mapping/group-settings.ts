import { compileGlobs, globCovers, globsIntersect } from "../domain/globs.ts";
import { foldName, shownText } from "../domain/names.ts";
import type { GroupClaim } from "../domain/person.ts";
import type { YamlSource } from "../config/yaml.ts";
import type { Columns } from "./columns.ts";
import type { GroupCreation, UnknownGroups } from "./compiled.ts";
import { isUuid } from "./convert.ts";
import { groupName } from "./groups.ts";
import { compileRule } from "./rules.ts";
import type { Rule } from "./rules.ts";
import { groupsSchema, type CreateForm } from "./schema.ts";

interface GroupSettings {
  authority: string[];
  unknown: UnknownGroups;
  creation: GroupCreation | null;
  rules: Rule[];
}

/** Compiles `groups`. */
export function compileGroups(source: YamlSource, columns: Columns, raw: unknown): GroupSettings {
  const nothing: GroupSettings = { authority: [], unknown: "report", creation: null, rules: [] };
  if (raw === undefined) return nothing;
  const form = source.check(groupsSchema, raw, ["groups"]);
  if (form === undefined) return nothing;
  const names = new Map<string, string>();
  const rules: Rule[] = [];
  for (const [index, each] of (form.rules ?? []).entries()) {
    const path = ["groups", "rules", index];
    const rule = compileRule(source, columns, each, path);
    if (rule === undefined) continue;
    const before = names.get(rule.name);
    if (before !== undefined)
      source.fault([...path, "name"], `the rule at ${before} is also named “${shownText(rule.name)}”; every rule needs its own name`);
    names.set(rule.name, rule.at);
    rules.push(rule);
  }
  if (form.rules !== undefined && form.authority === undefined) {
    source.fault(
      ["groups"],
      'missing key `groups.authority`: list the groups that Rollcall may remove people from, such as ["HR/**"], or [] for none',
    );
  }
  for (const [index, pattern] of (form.authority ?? []).entries()) {
    if (!isUuid(pattern.trim()) && !isPath(pattern))
      source.fault(
        ["groups", "authority", index],
        'must be a glob over paths from the root such as "HR/**", without / at its start or end, or an id',
      );
  }
  const authority = (form.authority ?? []).map(groupName);
  const unknown = form.unknown ?? "report";
  const aliases = compileAliases(source, form.aliases ?? {});
  return {
    authority,
    unknown,
    creation: compileCreation(source, unknown, form.create, authority),
    rules: aliases.size === 0 ? rules : rules.map((rule) => withAliases(rule, aliases)),
  };
}

/** Compiles `groups.create`. A group that Rollcall creates must be one that it may manage. */
function compileCreation(
  source: YamlSource,
  unknown: UnknownGroups,
  form: CreateForm | undefined,
  authority: readonly string[],
): GroupCreation | null {
  if (form === undefined) {
    if (unknown === "create")
      source.fault(["groups", "unknown"], 'with `create`, `groups` needs `create`, such as { below: ["HR/Departments/*"] }');
    return null;
  }
  if (unknown !== "create") source.fault(["groups", "create"], "`groups.create` has no effect without `unknown: create`", "key");
  for (const [index, pattern] of form.below.entries()) {
    const path = ["groups", "create", "below", index];
    if (isUuid(pattern.trim()) || !isPath(pattern))
      source.fault(path, 'must be a glob over paths from the root such as "HR/Departments/*", without / at its start or end');
    else if (!authority.some((outer) => globCovers(outer, groupName(pattern))))
      source.fault(path, `must be inside \`groups.authority\`: no glob there covers all of “${shownText(pattern.trim())}”`);
  }
  return { isBelow: compileGlobs(form.below.map(groupName)), maxPerRun: form.max_per_run, parents: form.parents };
}

interface Alias {
  from: string;
  to: string;
}

/** Compiles `groups.aliases`: other names of groups, compared without case. */
function compileAliases(source: YamlSource, form: Record<string, unknown>): Map<string, Alias> {
  const aliases = new Map<string, Alias>();
  for (const [from, to] of Object.entries(form)) {
    const path = ["groups", "aliases", from];
    if (!isPath(from)) source.fault(path, "must have a path from the root as its name, without / at its start or end", "key");
    if (typeof to !== "string" || !isPath(to)) {
      source.fault(path, 'must be a group: a path from the root such as "HR/Managers", or an id');
      continue;
    }
    const folded = foldName(from);
    if (aliases.has(folded)) source.fault(path, `the alias “${shownText(from)}” is listed twice`, "key");
    aliases.set(folded, { from: groupName(from), to: groupName(to) });
  }
  for (const [folded, { from, to }] of aliases) {
    if (aliases.has(foldName(to)))
      source.fault(
        ["groups", "aliases", from],
        foldName(to) === folded
          ? "must be another group than its name"
          : `must be a group, but “${shownText(to)}” is an alias itself; name its group`,
      );
  }
  return aliases;
}

/** Returns the rule with the group of an alias in place of each alias that it gives. */
function withAliases(rule: Rule, aliases: ReadonlyMap<string, Alias>): Rule {
  const reached = [...aliases.values()].filter(({ from }) => rule.couldGive.some((glob) => globsIntersect(foldName(glob), foldName(from))));
  if (reached.length === 0) return rule;
  const targets = reached.map(({ to }) => to);
  const named = (claim: GroupClaim): GroupClaim => ({ ...claim, group: aliases.get(foldName(claim.group))?.to ?? claim.group });
  return {
    ...rule,
    couldGive: [...new Set([...rule.couldGive, ...targets])],
    apply: (cells, out) => {
      const own: typeof out = { groups: [], undecided: [] };
      rule.apply(cells, own);
      out.groups.push(...own.groups.map(named));
      out.undecided.push(...own.undecided.map((open) => ({ ...open, couldGive: [...new Set([...open.couldGive, ...targets])] })));
    },
  };
}

function isPath(text: string): boolean {
  return text
    .trim()
    .split("/")
    .every((name) => name.trim() !== "");
}
