import type { FormGiven } from "../sample/form.ts";
import { isJobName } from "../write/place.ts";
import type { FieldError, SetupAnswers, SetupForm } from "./types.ts";

/** New answers, and the errors of a form. The answers are stored only if there are none. */
export interface Applied {
  answers: SetupAnswers;
  errors: FieldError[];
  /** The step shows something new because of these answers, so it is shown again. */
  again?: boolean;
  /** The groups of the service, where they were read. */
  groups?: string[];
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

/** Reads where the job finds its export. */
export function applyPlan(answers: SetupAnswers, form: SetupForm): Applied {
  const file = form.text("file");
  const unsafe = file === "" || file.length > MAX_TEXT || /^[/\\~]|^[A-Za-z]:|\\|\p{C}|\$\{/u.test(file) || file.split("/").includes("..");
  return { answers: { ...answers, file }, errors: unsafe ? [{ field: "file", why: "file_path" }] : [] };
}
