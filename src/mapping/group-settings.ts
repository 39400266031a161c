import { fact } from "../domain/facts/fact.ts";
import { compileGlobs, globCovers, globsIntersect } from "../domain/globs.ts";
import { foldName, shownText } from "../domain/names.ts";
import type { GroupClaim } from "../domain/person.ts";
import { pathText, type YamlSource } from "../config/yaml.ts";
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
    if (before !== undefined) source.fault([...path, "name"], fact("mapping.rule_name_taken", { at: before, name: shownText(rule.name) }));
    names.set(rule.name, rule.at);
    rules.push(rule);
  }
  if (form.rules !== undefined && form.authority === undefined) {
    source.fault(["groups"], fact("mapping.authority_missing", {}));
  }
  for (const [index, pattern] of (form.authority ?? []).entries()) {
    if (!isUuid(pattern.trim()) && !isPath(pattern)) source.fault(["groups", "authority", index], "mapping.not_glob");
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
    if (unknown === "create") source.fault(["groups", "unknown"], fact("mapping.create_missing", {}));
    return null;
  }
  if (unknown !== "create")
    source.fault(["groups", "create"], fact("config.effect_only_with", { setting: "groups.create", with: "unknown: create" }), "key");
  for (const [index, pattern] of form.below.entries()) {
    const path = ["groups", "create", "below", index];
    if (isUuid(pattern.trim()) || !isPath(pattern)) source.fault(path, "mapping.not_path_glob");
    else if (!authority.some((outer) => globCovers(outer, groupName(pattern))))
      source.fault(path, fact("mapping.glob_outside", { setting: pathText(path), glob: shownText(pattern.trim()) }));
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
    if (!isPath(from)) source.fault(path, "mapping.alias_not_path", "key");
    if (typeof to !== "string" || !isPath(to)) {
      source.fault(path, "mapping.not_group");
      continue;
    }
    const folded = foldName(from);
    if (aliases.has(folded)) source.fault(path, fact("mapping.alias_twice", { alias: shownText(from) }), "key");
    aliases.set(folded, { from: groupName(from), to: groupName(to) });
  }
  for (const [folded, { from, to }] of aliases) {
    const path = ["groups", "aliases", from];
    if (foldName(to) === folded) source.fault(path, "mapping.alias_of_itself");
    else if (aliases.has(foldName(to)))
      source.fault(path, fact("mapping.alias_of_alias", { setting: pathText(path), alias: shownText(to) }));
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
