import { fact, inTurn, type Fact } from "../../domain/facts/fact.ts";
import { parseTemplate } from "../../mapping/template.ts";
import {
  answered,
  askColumn,
  candidatesFor,
  columnNamed,
  filledColumns,
  noEmails,
  notWords,
  onlyCandidate,
  type Candidate,
} from "./candidates.ts";
import { contentOf } from "../content.ts";
import type { DraftContext, FieldUse } from "../write/draft.ts";
import { shortName, shownColumn } from "../examples.ts";
import { answerOrigin, byNameBeside, IS_ADDRESS, withBlank, withRepeated } from "../write/why.ts";
import type { ColumnStatistics } from "../statistics.ts";

/** Returns an example of a template for this file. */
function template(context: DraftContext, end: string): string {
  const login = context.sample.columns.find(({ name }) =>
    context.vocabulary.column(name).some(({ role }) => role === "username" || role === "employee_id"),
  );
  return `{${login?.name ?? "Login"}}${end}`;
}

/** Decides the four fields that the service requires, as far as they are known. */
export function decideNames(context: DraftContext): FieldUse[] {
  const email = decideEmail(context);
  const uses = [decideUsername(context, email), decideHalf(context, "first_name"), decideHalf(context, "last_name"), email];
  return uses.filter((each) => each !== null);
}

function decideEmail(context: DraftContext): FieldUse | null {
  const email = emailOf(context);
  const column = email !== null && "column" in email.from ? columnNamed(context, email.from.column) : undefined;
  if (column !== undefined && column.repeated > 0) context.remarks.push(inTurn(repeatedAddresses(column), sharedHint(column)));
  return email;
}

/** Where this many rows have one address, people share it. */
const MANY_SHARE = 3;

function sharedHint(column: ColumnStatistics): Fact | undefined {
  if (!column.byCount().some(([, rows]) => rows >= MANY_SHARE)) return undefined;
  return fact("init.addresses_may_be_shared", { setting: `email: { column: ${JSON.stringify(column.name)}, shared: allow }` });
}

function repeatedAddresses({ name, repeated }: ColumnStatistics): Fact {
  return fact("init.addresses_repeat", { column: shortName(name), n: repeated });
}

function emailOf(context: DraftContext): FieldUse | null {
  const given = answeredField(context, "email", { transform: "lower" });
  if (given !== undefined) return given;
  const candidates = candidatesFor(context, ["email"], noEmails);
  const found = onlyCandidate(candidates);
  if (found?.sure === true) return use(context, "email", found.column, found.why, { transform: "lower" });
  const addresses = context.sample.columns.filter((column) => contentOf(column).emails >= 0.5);
  const [only] = addresses;
  const ask =
    only === undefined
      ? fact("init.ask_email", {})
      : fact("init.ask_which_email", { columns: addresses.map(shownColumn), n: addresses.length });
  const suggestion = addresses.length === 1 ? only : undefined;
  askColumn(
    context,
    {
      id: "use.email",
      ask,
      needed: true,
      template: template(context, "@example.com"),
      ...(suggestion === undefined ? {} : { suggestion: suggestion.name }),
    },
    addresses,
  );
  return null;
}

function decideUsername(context: DraftContext, email: FieldUse | null): FieldUse | null {
  const given = answeredField(context, "username", {});
  if (given !== undefined) return given;
  const candidates = candidatesFor(context, ["username"], ({ filled, rows }) =>
    filled < rows * 0.5 ? fact("init.column_is_mostly_blank", { filled, rows }) : undefined,
  );
  const found = onlyCandidate(candidates);
  if (found !== undefined) {
    const { column, why } = found;
    const { name, repeated } = column;
    if (repeated > 0) context.remarks.push(fact("init.usernames_repeat", { column: shortName(name), n: repeated }));
    return use(context, "username", column, withRepeated(column, why), {});
  }
  if (candidates.length > 0) {
    const ask = fact("init.ask_which_username", {});
    askColumn(
      context,
      { id: "use.username", ask, needed: true, template: template(context, "") },
      candidates.map(({ column }) => column),
    );
    return null;
  }
  // Most services accept the e-mail address as username; ask for the address first.
  if (email === null) return null;
  const column = "column" in email.from ? columnNamed(context, email.from.column) : undefined;
  if (column !== undefined && column.repeated > 0) return askSharedLogin(context, column);
  return { ...email, field: "username", why: IS_ADDRESS };
}

/** Asks before using shared addresses as usernames: people with the same username are all rejected. */
function askSharedLogin(context: DraftContext, email: ColumnStatistics): null {
  askColumn(
    context,
    {
      id: "use.username",
      ask: inTurn(fact("init.login_is_missing", {}), repeatedAddresses(email), fact("init.ask_username", {})),
      needed: true,
      template: template(context, ""),
      suggestion: email.name,
    },
    [email, ...filledColumns(context, 0.9).filter((column) => column !== email && column.unique)],
  );
  return null;
}

/** Decides the first or last name. A name column counts as one half only beside a column with the other half. */
function decideHalf(context: DraftContext, half: "first_name" | "last_name"): FieldUse | null {
  const given = answeredField(context, half, {});
  if (given !== undefined) return given;
  const candidates = candidatesFor(context, [half], notWords);
  const found = onlyCandidate(candidates) ?? (candidates.length === 0 ? besideOther(context, half) : undefined);
  if (found !== undefined) return use(context, half, found.column, found.why, {});
  const whole = context.sample.columns.filter(
    ({ name, filled }) => filled > 0 && context.vocabulary.column(name).some(({ role }) => role === "full_name"),
  );
  const ask = half === "first_name" ? fact("init.ask_first_name", {}) : fact("init.ask_last_name", {});
  const split = whole.length === 0 ? undefined : fact("init.names_are_full", { columns: whole.map(shownColumn), n: whole.length });
  const options =
    candidates.length > 0
      ? candidates.map(({ column }) => column)
      : filledColumns(context).filter((column) => notWords(column) === undefined);
  askColumn(context, { id: `use.${half}`, ask: inTurn(ask, split), needed: true }, options);
  return null;
}

function besideOther(context: DraftContext, half: "first_name" | "last_name"): Candidate | undefined {
  const other = half === "first_name" ? "last_name" : "first_name";
  const languages = new Set(
    context.sample.columns.flatMap(({ name }) =>
      context.vocabulary
        .column(name)
        .filter(({ role }) => role === other)
        .map(({ language }) => language),
    ),
  );
  const found = context.sample.columns.flatMap((column) =>
    context.vocabulary
      .half(column.name)
      .filter(({ is, language }) => is === half && languages.has(language) && column.filled > 0)
      .map(({ language }) => ({ column, role: half, sure: true, why: byNameBeside(language) })),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the answer for a field; `null` for "none", `undefined` without an answer. */
export function answeredField(context: DraftContext, field: string, how: FieldUse["how"]): FieldUse | null | undefined {
  const given = answered(context, field);
  if (given === undefined) return undefined;
  if (given === "none") return null;
  const why = answerOrigin(context, `use.${field}`);
  if ("column" in given) return use(context, field, given.column, why, how);
  return { field, from: { template: spelled(context, given.template) }, how, why };
}

/** Returns a template with columns spelled as in the file, and marks them as used. */
function spelled(context: DraftContext, text: string): string {
  const parts = parseTemplate(text);
  if ("code" in parts) return text;
  return parts
    .map((part) => {
      if ("text" in part) return part.text.replaceAll(/[{}]/g, "$&$&");
      const column = columnNamed(context, part.column);
      if (column !== undefined) context.used.add(column);
      return `{${column?.name ?? part.column}}`;
    })
    .join("");
}

/** Returns a field from a column, and marks the column as used. */
export function use(context: DraftContext, field: string, column: ColumnStatistics, why: string, how: FieldUse["how"]): FieldUse {
  context.used.add(column);
  return { field, from: { column: column.name }, how, why: withBlank(column, why) };
}
