import { fact, inTurn, type Fact } from "../../domain/facts/fact.ts";
import { candidatesFor, columnNamed, filledColumns, noEmails, notWords, onlyCandidate, type Candidate } from "./candidates.ts";
import { contentOf } from "../sample/content.ts";
import { decideSource, use, type Source } from "./source.ts";
import { repeatsOf } from "./key.ts";
import type { DraftContext, FieldUse } from "./draft.ts";
import { shortName, shownColumn } from "./examples.ts";
import { WHY } from "../write/why.ts";
import { hasRole } from "../languages/vocabulary.ts";
import type { ColumnStatistics } from "../sample/statistics.ts";

/** Returns an example of a template for this file. */
function template(context: DraftContext, end: string): string {
  const login = context.sample.columns.find(({ name }) => hasRole(context.vocabulary, name, ["username", "employee_id"]));
  return `{${login?.name ?? "Login"}}${end}`;
}

/** Decides the four fields that the service requires, as far as they are known. */
export function decideNames(context: DraftContext): FieldUse[] {
  const email = decideEmail(context);
  const uses = [decideUsername(context, email), decideHalf(context, "first_name"), decideHalf(context, "last_name"), email];
  return uses.filter((each) => each !== null);
}

function decideEmail(context: DraftContext): FieldUse | null {
  const source = decideSource(context, "email", {
    part: "columns",
    needed: true,
    template: template(context, "@example.com"),
    evidence: (column) => (column.repeated > 0 ? [repeatedAddresses(column)] : []),
    shown: () => {
      const found = onlyCandidate(candidatesFor(context, ["email"], noEmails));
      if (found?.sure === true) return found;
      const likely = context.sample.columns.filter((column) => contentOf(column).emails >= 0.5);
      const [only, ...more] = likely;
      if (only === undefined) return { ask: fact("init.ask_email", {}), likely };
      const ask = fact("init.ask_which_email", { columns: likely.map(shownColumn), n: likely.length });
      return { ask, likely, ...(more.length === 0 ? { suggestion: only } : {}) };
    },
  });
  if (source === null) return null;
  const column = "column" in source ? source.column : undefined;
  if (column !== undefined && column.repeated > 0) context.remarks.push(inTurn(repeatedAddresses(column), sharedHint(column)));
  return use(context, "email", source, { how: { transform: "lower" } });
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

function decideUsername(context: DraftContext, email: FieldUse | null): FieldUse | null {
  const address = email !== null && "column" in email.from ? columnNamed(context, email.from.column) : undefined;
  const candidates = candidatesFor(
    { ...context, remarks: context.answers.has("use.username") ? [] : context.remarks },
    ["username"],
    ({ filled, rows }) => (filled < rows * 0.5 ? fact("init.column_is_mostly_blank", { filled, rows }) : undefined),
  );
  // Most services accept the e-mail address as username; ask for the address first.
  if (email === null && candidates.length === 0 && !context.answers.has("use.username")) return null;
  const source = decideSource(context, "username", {
    part: "key",
    needed: true,
    template: template(context, ""),
    evidence: (column) => [...repeatsOf(column), ...(column.repeated > 0 ? [fact("setup.different_people_same", {})] : [])],
    shown: () => {
      const found = onlyCandidate(candidates);
      if (found !== undefined) return { ...found, why: found.why + WHY.repeated(found.column.repeated) };
      const likely = candidates.map(({ column }) => column);
      if (likely.length > 0) return { ask: fact("init.ask_which_username", {}), likely };
      if (address?.repeated) return sharedLogin(context, address);
      if (address !== undefined) return { column: address, why: WHY.address, sure: false };
      return email !== null && "template" in email.from ? { ...email.from, why: WHY.address, sure: false } : null;
    },
  });
  if (source === null) return null;
  if (source.why === WHY.address && email !== null) return { ...email, field: "username", why: WHY.address };
  const column = "column" in source ? source.column : undefined;
  if (column !== undefined && column.repeated > 0 && !context.answers.has("use.username"))
    context.remarks.push(fact("init.usernames_repeat", { column: shortName(column.name), n: column.repeated }));
  return use(context, "username", source);
}

/** Asks before using shared addresses as usernames: people with the same username are all rejected. */
function sharedLogin(
  context: DraftContext,
  email: ColumnStatistics,
): { ask: Fact; likely: ColumnStatistics[]; suggestion: ColumnStatistics } {
  return {
    ask: inTurn(fact("init.login_is_missing", {}), repeatedAddresses(email), fact("init.ask_username", {})),
    likely: [email, ...filledColumns(context, 0.9).filter((column) => column !== email && column.unique)],
    suggestion: email,
  };
}

/** Decides the first or last name. A name column counts as one half only beside a column with the other half. */
function decideHalf(context: DraftContext, half: "first_name" | "last_name"): FieldUse | null {
  const source: Source | null = decideSource(context, half, {
    part: "columns",
    needed: true,
    shown: () => {
      const candidates = candidatesFor(context, [half], notWords);
      const found = onlyCandidate(candidates) ?? (candidates.length === 0 ? besideOther(context, half) : undefined);
      if (found !== undefined) return found;
      const whole = context.sample.columns.filter(({ name, filled }) => filled > 0 && hasRole(context.vocabulary, name, ["full_name"]));
      const ask = half === "first_name" ? fact("init.ask_first_name", {}) : fact("init.ask_last_name", {});
      const split = whole.length === 0 ? undefined : fact("init.names_are_full", { columns: whole.map(shownColumn), n: whole.length });
      const words = filledColumns(context).filter((column) => notWords(column) === undefined);
      return { ask: inTurn(ask, split), likely: candidates.length > 0 ? candidates.map(({ column }) => column) : words };
    },
  });
  return source === null ? null : use(context, half, source);
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
      .map(({ language }) => ({ column, role: half, sure: true, why: WHY.byNameBeside(language) })),
  );
  return found.length === 1 ? found[0] : undefined;
}
