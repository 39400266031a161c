import { parseTemplate } from "../mapping/template.ts";
import {
  answered,
  askColumn,
  candidatesFor,
  columnNamed,
  filledColumns,
  noEmails,
  noWords,
  standsOut,
  type Candidate,
} from "./candidates.ts";
import { contentOf } from "./content.ts";
import type { Desk, FieldUse } from "./draft.ts";
import { plural, shownName } from "./shown.ts";
import type { ColumnStatistics } from "./statistics.ts";

/** A text made of cells instead of a column, with an example from this file. */
function template(desk: Desk, end: string): { label: string; example: string } {
  const login = desk.sample.columns.find(({ name }) =>
    desk.vocabulary.column(name).some(({ role }) => role === "username" || role === "employee_id"),
  );
  return { label: "made of other columns", example: `{${login?.name ?? "Login"}}${end}` };
}

/** The four fields that the service creates nobody without, as far as they are known. */
export function decideNames(desk: Desk): FieldUse[] {
  const email = decideEmail(desk);
  const uses = [decideUsername(desk, email), decideHalf(desk, "first_name"), decideHalf(desk, "last_name"), email];
  return uses.filter((each) => each !== null);
}

function decideEmail(desk: Desk): FieldUse | null {
  const email = emailOf(desk);
  const column = email !== null && "column" in email.from ? columnNamed(desk, email.from.column) : undefined;
  if (column !== undefined && column.repeated > 0)
    desk.remarks.push(
      `${shownName(column.name)} has ${plural(column.repeated, "address", "addresses")} in several rows: where that is two people, all of them are rejected.`,
    );
  return email;
}

function emailOf(desk: Desk): FieldUse | null {
  const given = said(desk, "email", { transform: "lower" });
  if (given !== undefined) return given;
  const candidates = candidatesFor(desk, ["email"], noEmails);
  const found = standsOut(candidates);
  if (found?.sure === true) return use(desk, "email", found.column, found.why, { transform: "lower" });
  const addresses = desk.sample.columns.filter((column) => contentOf(column).emails >= 0.5);
  const [only] = addresses;
  const ask =
    only === undefined
      ? "No column holds e-mail addresses, and the service creates nobody without one. What are they made of?"
      : `Which column holds the e-mail address at work? ${addresses.map(({ name }) => shownName(name)).join(", ")} ${addresses.length === 1 ? "holds" : "hold"} addresses.`;
  const suggestion = addresses.length === 1 ? only : undefined;
  askColumn(
    desk,
    {
      id: "use.email",
      ask,
      needed: true,
      text: template(desk, "@example.com"),
      ...(suggestion === undefined ? {} : { suggestion: suggestion.name }),
    },
    addresses,
  );
  return null;
}

function decideUsername(desk: Desk, email: FieldUse | null): FieldUse | null {
  const given = said(desk, "username", {});
  if (given !== undefined) return given;
  const candidates = candidatesFor(desk, ["username"], ({ filled, rows }) =>
    filled < rows * 0.5 ? `only ${filled} of ${rows} rows have one` : undefined,
  );
  const found = standsOut(candidates);
  if (found !== undefined) {
    const { repeated } = found.column;
    const twice =
      repeated === 0
        ? ""
        : `; ${plural(repeated, "name stands", "names stand")} in several rows: where that is two people, both are rejected`;
    if (repeated > 0)
      desk.remarks.push(
        `${shownName(found.column.name)} has ${plural(repeated, "username")} in several rows: where that is two people, all of them are rejected.`,
      );
    return use(desk, "username", found.column, found.why + twice, {});
  }
  if (candidates.length > 0) {
    const ask = "Several columns could be the name that people log in with. Which one is it?";
    askColumn(
      desk,
      { id: "use.username", ask, needed: true, text: template(desk, "") },
      candidates.map(({ column }) => column),
    );
    return null;
  }
  // The address is what most services take; without one, its question comes first.
  if (email === null) return null;
  const column = "column" in email.from ? columnNamed(desk, email.from.column) : undefined;
  if (column !== undefined && column.repeated > 0) return askSharedLogin(desk, column);
  return { ...email, field: "username", why: "no column has a name for the login: the e-mail address is it" };
}

/** Two people with one username are both rejected, and an address that people share would be the username of all of them. */
function askSharedLogin(desk: Desk, email: ColumnStatistics): null {
  const { repeated } = email;
  const warning = `${shownName(email.name)} has ${plural(repeated, "address", "addresses")} in several rows: where that is two people, all of them are rejected.`;
  askColumn(
    desk,
    {
      id: "use.username",
      ask: `No column has a name for the login. ${warning} Which column is the name that people log in with?`,
      needed: true,
      text: template(desk, ""),
      suggestion: email.name,
    },
    [email, ...filledColumns(desk, 0.9).filter((column) => column !== email && column.unique)],
  );
  return null;
}

/** A first or a last name; a column of whole names is only half of it beside a column with the other half. */
function decideHalf(desk: Desk, half: "first_name" | "last_name"): FieldUse | null {
  const given = said(desk, half, {});
  if (given !== undefined) return given;
  const candidates = candidatesFor(desk, [half], noWords);
  const found = standsOut(candidates) ?? (candidates.length === 0 ? besideOther(desk, half) : undefined);
  if (found !== undefined) return use(desk, half, found.column, found.why, {});
  const whole = desk.sample.columns.filter(
    ({ name, filled }) => filled > 0 && desk.vocabulary.column(name).some(({ role }) => role === "full_name"),
  );
  const what = half === "first_name" ? "given names" : "family names";
  const split =
    whole.length === 0
      ? ""
      : ` ${whole.map(({ name }) => shownName(name)).join(", ")} seems to hold whole names, which a mapping cannot split: best let the export give given names and family names in columns of their own.`;
  const options =
    candidates.length > 0 ? candidates.map(({ column }) => column) : filledColumns(desk).filter((column) => noWords(column) === undefined);
  askColumn(desk, { id: `use.${half}`, ask: `Which column holds the ${what}?${split}`, needed: true }, options);
  return null;
}

function besideOther(desk: Desk, half: "first_name" | "last_name"): Candidate | undefined {
  const other = half === "first_name" ? "last_name" : "first_name";
  const languages = new Set(
    desk.sample.columns.flatMap(({ name }) =>
      desk.vocabulary
        .column(name)
        .filter(({ role }) => role === other)
        .map(({ language }) => language),
    ),
  );
  const found = desk.sample.columns.flatMap((column) =>
    desk.vocabulary
      .half(column.name)
      .filter(({ is, language }) => is === half && languages.has(language) && column.filled > 0)
      .map(({ language }) => ({ column, role: half, sure: true, why: `by its name beside the other half (${language})` })),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** A field as somebody has said it; `null` for "none", `undefined` where nobody has. */
export function said(desk: Desk, field: string, how: FieldUse["how"]): FieldUse | null | undefined {
  const given = answered(desk, field);
  if (given === undefined) return undefined;
  if (given === "none") return null;
  if ("column" in given) return use(desk, field, given.column, "as it was said", how);
  return { field, from: { template: spelled(desk, given.template) }, how, why: "as it was said" };
}

/** A template with its columns as the file writes them; they then have a use. */
function spelled(desk: Desk, text: string): string {
  const parts = parseTemplate(text);
  if (typeof parts === "string") return text;
  return parts
    .map((part) => {
      if ("text" in part) return part.text.replaceAll(/[{}]/g, "$&$&");
      const column = columnNamed(desk, part.column);
      if (column !== undefined) desk.used.add(column);
      return `{${column?.name ?? part.column}}`;
    })
    .join("");
}

/** A field from a column, which then has a use. */
export function use(desk: Desk, field: string, column: ColumnStatistics, why: string, how: FieldUse["how"]): FieldUse {
  desk.used.add(column);
  const blank = column.rows - column.filled;
  return { field, from: { column: column.name }, how, why: blank === 0 ? why : `${why}; blank in ${plural(blank, "row")}` };
}
