import type { Fact } from "../../domain/facts/fact.ts";
import { shellWord } from "../../domain/names.ts";
import { below, type Draft, type FieldUse, type LastDay, type RuleIdea } from "../decide/draft.ts";
import type { Sample } from "../sample/sample.ts";
import { kindText, plural, shownName } from "./words.ts";
import type { FileParts } from "./job-text.ts";
import { schemaFor, type Place } from "./place.ts";
import { comment, explained, yaml } from "./yaml-text.ts";

/** Returns the mapping file, with a comment on each line about its origin. No comment contains personal data. */
export function mappingText(sample: Sample, draft: Draft, place: Place, { cwd, english }: Pick<FileParts, "cwd" | "english">): string {
  const lines = [
    `# yaml-language-server: $schema=${schemaFor("mapping", place.mapping, cwd)}`,
    ...comment(
      `Made by \`rollcall init\` from ${sample.name}: ${sample.whole ? "" : "the first "}${plural(sample.rows, "row")}, ${plural(sample.header.length, "column")}. Read it before you use it. docs/reference/mapping.md explains every key, and \`rollcall check ${shellWord(place.name)}\` shows the result.`,
    ),
    ...left(sample, draft, english),
    "",
    ...keyLines(draft),
    "",
    ...scopeOffer(draft),
    "user:",
    ...fieldLines(draft.fields),
    ...comment("Custom fields of the service: the id of each, with its column:", "  "),
    ...comment("custom_fields: { 3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11: Cost Center }", "  "),
    "",
    ...comment("With this line, new people get a message and choose a password at their first login:"),
    ...comment("on_create: { notify_on_create: true, first_login: true }"),
    ...usernameOffer(draft),
    "",
    ...activeLines(draft, english),
    "",
    ...managerLines(draft),
    ...groupLines(draft),
  ];
  return `${lines.join("\n")}\n`;
}

/** Lists the parts of the file that the mapping doesn't use. */
function left(sample: Sample, { unused, sensitive, remarks }: Draft, english: (fact: Fact) => string): string[] {
  const notes: string[] = [];
  const plain = unused.filter((column) => !sensitive.has(column));
  if (plain.length > 0) notes.push(`not used: ${plain.map((column) => `${shownName(column.name)} (${kindText(column)})`).join(", ")}`);
  if (sensitive.size > 0)
    notes.push(`left out, because they look sensitive: ${[...sensitive].map(({ name }) => shownName(name)).join(", ")}`);
  if (sample.doubled.length > 0)
    notes.push(`cannot be used, because several columns have this name: ${sample.doubled.map(shownName).join(", ")}`);
  if (sample.nameless > 0) notes.push(`cannot be used: ${plural(sample.nameless, "column")} without a name`);
  if (sample.unusable > 0) notes.push(`${plural(sample.unusable, "row has", "rows have")} more cells than the header and will be rejected`);
  return [...notes, ...remarks.map(english)].flatMap((note) => comment(note));
}

function keyLines({ key }: Draft): string[] {
  if (key === null) throw new Error("a mapping needs a key");
  return [
    ...comment(`The key identifies a person permanently. ${shownName(key.column)}: ${key.why.join(". ")}.`),
    `key: ${yaml(key.column)}`,
  ];
}

function fieldLines(fields: readonly FieldUse[]): string[] {
  return fields.flatMap((use) => {
    const line = `${use.field}: ${formOf(use)}`;
    return use.off === true ? [...comment(`${use.field}: ${use.why}.`, "  "), `  # ${line}`] : explained(`  ${line}`, use.why, 44);
  });
}

function formOf({ from, how }: FieldUse): string {
  return yaml("column" in from && Object.keys(how).length === 0 ? from.column : { ...from, ...how });
}

function activeLines({ active, offers }: Draft, english: (fact: Fact) => string): string[] {
  if (active === null || (active.column === null && active.until?.format == null)) {
    return comment(
      "No column shows who works here, so everyone in the file counts as active. `policy.absent` of the job decides about people who are no longer in it. With a status column, write: active: { column: Status, values: { Active: true, Terminated: false } }",
    );
  }
  if (active.column === null)
    return [
      ...comment("Who works here: people without a leaving date, and those whose last day has not passed."),
      "active:",
      ...lastDay(active.until),
      ...dayOffers({ ...offers, until: null }),
    ];
  const freeze =
    "people with one stay unchanged: they are not activated or deactivated, and get no account. Add it below with true or false";
  return [
    ...comment(`Who works here; found ${active.why}.`),
    ...(active.unknown.length === 0 ? [] : comment(`Unknown values: ${active.unknown.map(english).join(", ")}; ${freeze}.`)),
    "active:",
    `  column: ${yaml(active.column)}`,
    "  values:",
    ...active.values.flatMap(({ text, active: works, why }) => explained(`    ${yaml(text)}: ${works}`, why, 32)),
    ...lastDay(active.until),
    ...dayOffers({ ...offers, until: active.until === null ? offers.until : null }),
  ];
}

function lastDay(until: LastDay | null): string[] {
  if (until === null || until.format === null) return [];
  return explained(
    `  until: ${yaml({ column: until.column, date: until.format })}`,
    "the last day with an account. A date that can't be read changes nothing for the person",
  );
}

/** Offers first and last days as comments: a file does not show whether accounts should follow them. */
function dayOffers({ from, until }: Draft["offers"]): string[] {
  const line = (key: string, offer: typeof from, days?: number): string[] => {
    if (offer === null) return [];
    const { column, format, others } = offer;
    const unclear = others.length === 0 ? [] : comment(`These dates can also be read as ${others.join(" or ")}.`, "  ");
    return [...unclear, `  # ${key}: ${yaml({ column, date: format, days })}`];
  };
  if (from === null && until === null) return [];
  return [
    ...comment("To follow the dates of the file, remove the “# ”, and set `timezone` in the job:", "  "),
    ...line("from", from),
    ...line("until", until, 0),
  ];
}

/** Offers unique usernames as a comment, if no column is named like a login. */
function usernameOffer({ fields }: Draft): string[] {
  const columnOf = (name: string): string | null => {
    const from = fields.find(({ field, off }) => field === name && off !== true)?.from;
    return from !== undefined && "column" in from ? from.column : null;
  };
  const [username, email, first, last] = ["username", "email", "first_name", "last_name"].map(columnOf);
  if (username !== email || first == null || last == null || first === last) return [];
  return [
    "",
    ...comment(
      "The e-mail address is the username. To make usernames of the names instead, so that each is given to one person only, remove the line `username` above, and use these lines:",
    ),
    "# on_create:",
    "#   username:",
    '#     unique: ["{first}.{last}", "{first}.{last}{n}"]',
    `#     with: ${yaml({ first, last })}`,
    '#     transform: [lower, transliterate, { replace: { pattern: "[^a-z0-9.]", with: "" } }]',
  ];
}

/** Offers a scope as a comment. */
function scopeOffer({ offers: { scope } }: Draft): string[] {
  if (scope === null) return [];
  return [
    ...comment(`Everyone in the file is in scope. To use the rows with one ${shownName(scope.column)} only:`),
    `# scope: ${yaml({ include: { [scope.column]: scope.value } })}`,
    "",
  ];
}

function managerLines({ manager }: Draft): string[] {
  if (manager === null) return [];
  return [
    ...comment(
      `${shownName(manager)} looks like the key of each person's manager. With the next line, rules can use two more columns: manager.has_reports is "yes" for people whom someone in the file names, and manager.key is the key of the manager. A rule for managers: { name: managers, when: { manager.has_reports: "yes" }, groups: [HR/Managers] }`,
    ),
    ...comment(`manager: ${yaml({ column: manager, blank: "nobody" })}`),
    "",
  ];
}

function groupLines({ rules, root, authority }: Draft): string[] {
  const list = rules.flatMap((rule) => explained(`    - ${ruleForm(rule, root)}`, rule.why));
  return [
    ...comment(
      "Who belongs to which groups. `authority` lists the groups that Rollcall may remove people from, only after a review. All other memberships are never touched.",
    ),
    "groups:",
    ...(authority.length === 0
      ? explained(
          "  authority: []",
          `removes no one. Change it to ${root === "" ? "such a path as HR/**" : `["${root}/**"]`} once the rules assign every membership below it`,
        )
      : explained(
          `  authority: ${yaml(authority)}`,
          "from your answer: people lose a group in here that no rule assigns to them, after a review",
        )),
    ...explained("  unknown: propose", "a reviewer decides on each group that the service doesn't have; the row is still used"),
    ...(list.length === 0 ? ["  rules: []"] : ["  rules:", ...list]),
  ];
}

function ruleForm({ name, when, split, group }: RuleIdea, root: string): string {
  const [first, ...more] = when?.values ?? [];
  return yaml({
    name,
    when: when && { [when.column]: more.length === 0 ? first : when.values },
    column: split?.column,
    split: split?.separator,
    groups: [below(root, group)],
  });
}
