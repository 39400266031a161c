import { dateConverter, phoneConverter } from "../mapping/convert.ts";
import { parseTemplate } from "../mapping/template.ts";
import { columnNamed, wrongSource } from "../scaffold/decide/candidates.ts";
import { BY_COLUMN } from "../scaffold/decide/groups.ts";
import type { FormGiven } from "../scaffold/read-export.ts";
import type { Sample } from "../scaffold/sample.ts";
import { NONE } from "../scaffold/write/draft.ts";
import { isJobName } from "../scaffold/write/place.ts";
import { columnAt, columnOf, draftOf, ROLES, withColumns, type EngineAnswers } from "./columns.ts";
import { columnsView, suggestedRules } from "./show.ts";
import { blocking } from "./steps.ts";
import type { FieldError, SetupAnswers, SetupForm } from "./types.ts";

/** New answers, and what is wrong with a form. The answers are kept only if nothing is. */
export interface Applied {
  answers: SetupAnswers;
  errors: FieldError[];
  /** The step shows something new because of these answers, so it is shown again. */
  again?: boolean;
}

const MAX_TEXT = 300;

/** Reads how the file is to be read, and the name of the job. */
export function applyUpload(answers: SetupAnswers, form: SetupForm): Applied {
  const errors: FieldError[] = [];
  const job = form.text("job");
  if (!isJobName(job) || job.length > 80) errors.push({ field: "job", why: "job_name" });
  const given: FormGiven = {};
  for (const name of ["delimiter", "encoding", "sheet"] as const) {
    const text = name === "delimiter" && form.text(name) === "tab" ? "\t" : form.text(name);
    if (text !== "") given[name] = text.slice(0, MAX_TEXT);
  }
  const row = form.text("use_row") || form.text("header_row");
  if (row !== "" && !/^[1-9]\d{0,2}$/.test(row)) errors.push({ field: "header_row", why: "row_number" });
  else if (row !== "") given.headerRow = Number(row);
  if (given.delimiter !== undefined && !/^[^"\r\n]$/.test(given.delimiter)) errors.push({ field: "delimiter", why: "delimiter" });
  const again = JSON.stringify(given) !== JSON.stringify(answers.form);
  return { answers: { ...answers, job, form: given, lost: [] }, errors, again };
}

/** Reads what each column of the page is used as. */
export function applyColumns(sample: Sample, answers: SetupAnswers, form: SetupForm): Applied {
  const errors: FieldError[] = [];
  const draft = draftOf(sample, answers.engine);
  const chosen = new Map<string, string | null>();
  const submitted = new Map<string, string>();
  const shown = columnsView(sample, answers.engine, Number(form.text("page")) || 1);
  for (const { place, name, role: before } of shown.columns) {
    const role = form.text(`role.${place}`);
    if (role !== "" && !ROLES.includes(role)) continue;
    const other = submitted.get(role);
    if (role !== "" && other !== undefined) errors.push({ field: `role.${place}`, why: "role_twice", values: { role, other } });
    if (role !== "") submitted.set(role, name);
    if (role === before) continue;
    if (before !== "" && !chosen.has(before)) chosen.set(before, null);
    if (role !== "") chosen.set(role, name);
  }
  let engine = withColumns(sample, answers.engine, chosen);
  const template = form.text("email_template");
  if (columnOf(draftOf(sample, engine), "email") === null && template !== "") {
    const wrong = templateError(sample, template);
    if (wrong === null) engine = { ...engine, "use.email": template };
    else errors.push({ field: "email_template", ...wrong });
  }
  engine = applyQuestions(sample, engine, form, errors);
  const after = draftOf(sample, engine);
  const missing = blocking("columns", sample, engine);
  errors.push(...missing.filter(({ field: name }) => name !== "email_template" || !errors.some((error) => error.field === name)));
  const moved = columnOf(draft, "active") !== columnOf(after, "active") ? ["left"] : [];
  return { answers: { ...answers, engine, done: answers.done.filter((step) => !moved.includes(step)) }, errors };
}

/** Reads the answers to what the values of a column leave open. */
function applyQuestions(sample: Sample, given: EngineAnswers, form: SetupForm, errors: FieldError[]): EngineAnswers {
  const engine = { ...given };
  for (const { id, kind } of columnsView(sample, given, 1).questions) {
    const text = form.text(`q.${id}`);
    if (text === "") {
      delete engine[id];
      continue;
    }
    const known =
      kind === "gender" ? ["f", "m"].includes(text) : kind === "date" ? dateConverter(text) !== null : phoneConverter(text) !== null;
    if (text === NONE || known) engine[id] = text;
    else errors.push({ field: `q.${id}`, why: kind });
  }
  return engine;
}

function templateError(sample: Sample, text: string): { why: string; values?: Record<string, string> } | null {
  if (text.length > MAX_TEXT) return { why: "too_long" };
  const parts = parseTemplate(text);
  if ("code" in parts) return { why: "template" };
  const names = parts.flatMap((part) => ("column" in part ? [part.column] : []));
  const unknown = names.find((name) => columnNamed({ sample }, name) === undefined);
  if (unknown !== undefined) return { why: "template_column", values: { column: unknown } };
  return wrongSource({ sample }, text) === undefined ? null : { why: "template" };
}

/** Reads the key and the username. */
export function applyKey(sample: Sample, answers: SetupAnswers, form: SetupForm): Applied {
  const errors: FieldError[] = [];
  const key = columnAt(sample, form.text("key"));
  if (key === undefined) errors.push({ field: "key", why: "key" });
  let engine = key === undefined ? answers.engine : withColumns(sample, answers.engine, new Map([["key", key.name]]));
  const username = form.text("username");
  const column = columnAt(sample, username);
  if (column !== undefined) engine = withColumns(sample, engine, new Map([["username", column.name]]));
  else if (username === "template") {
    const text = form.text("username_template");
    const wrong = text === "" ? { why: "template" } : templateError(sample, text);
    if (wrong === null) engine = { ...engine, "use.username": text };
    else errors.push({ field: "username_template", ...wrong });
  } else errors.push({ field: "username", why: "username" });
  return { answers: { ...answers, engine }, errors };
}

/** Reads the group rules. */
export function applyGroups(sample: Sample, answers: SetupAnswers, form: SetupForm): Applied {
  const errors: FieldError[] = [];
  const engine = { ...answers.engine };
  const root = form.text("root").replaceAll(/^\/+|\/+$/g, "");
  if (/[*{}]/.test(root) || root.length > MAX_TEXT || (root !== "" && root.split("/").some((name) => name.trim() === "")))
    errors.push({ field: "root", why: "group_path" });
  engine["root"] = root;
  const remove = form.text("remove") === "yes";
  if (remove && root === "") errors.push({ field: "root", why: "root_needed" });
  engine["authority"] = remove && root !== "" ? `${root}/**` : NONE;
  const check = (field: string, group: string, item: boolean): void => {
    const parts = parseTemplate(group);
    const bad = "code" in parts || group.length > MAX_TEXT || group.split("/").some((name) => name.trim() === "");
    if (bad) errors.push({ field, why: "group_path" });
    else
      for (const part of parts)
        if ("column" in part && !(item && part.column === "item") && columnNamed({ sample }, part.column) === undefined)
          errors.push({ field, why: "template_column", values: { column: part.column } });
  };
  for (const { name, id, suggested, item } of suggestedRules(sample, engine)) {
    const group = form.text(`group.${name}`).replaceAll(/^\/+|\/+$/g, "");
    if (form.text(`rule.${name}`) !== "yes") engine[id] = NONE;
    else if (group === suggested) delete engine[id];
    else {
      engine[id] = group;
      check(`group.${name}`, group, item);
    }
    if (engine[id] === NONE && id.startsWith(BY_COLUMN)) delete engine[id];
  }
  const more = columnAt(sample, form.text("more"));
  if (more !== undefined) engine[`${BY_COLUMN}${more.name}`] = `${more.name.replaceAll(/[/{}]/g, " ").trim()}/{${more.name}}`;
  if (more !== undefined && /[{}]/.test(more.name)) errors.push({ field: "more", why: "group_path" });
  return { answers: { ...answers, engine }, errors, again: more !== undefined || form.text("count") === "yes" };
}

/** Reads where the job finds its export. */
export function applyPlan(answers: SetupAnswers, form: SetupForm): Applied {
  const file = form.text("file");
  const unsafe = file === "" || file.length > MAX_TEXT || /^[/\\~]|^[A-Za-z]:|\\|\p{C}|\$\{/u.test(file) || file.split("/").includes("..");
  return { answers: { ...answers, file }, errors: unsafe ? [{ field: "file", why: "file_path" }] : [] };
}
