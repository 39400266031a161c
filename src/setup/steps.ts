import type { ExportRead } from "../scaffold/read-export.ts";
import { draftOf } from "./columns.ts";
import { leftView } from "./show.ts";
import type { SetupAnswers, Step } from "./types.ts";

/** Returns whether a step was confirmed and is still complete: an earlier step may have changed what it needs. */
export function isDone(step: Step, answers: SetupAnswers, read: ExportRead | { code: string } | null): boolean {
  if (step === "plan" || !answers.done.includes(step) || read === null || "code" in read) return false;
  const { sample } = read;
  const draft = draftOf(sample, answers.engine);
  const has = (field: string): boolean => draft.fields.some((use) => use.field === field && use.off !== true);
  switch (step) {
    case "columns":
      return has("first_name") && has("last_name") && has("email");
    case "left": {
      const { column, values } = leftView(sample, answers.engine);
      return column === "none" || (column !== "" && values.every(({ answer }) => answer !== ""));
    }
    case "key":
      return draft.key !== null && has("username");
    case "groups":
      return draft.root !== null;
    case "connection":
      return answers.service !== null;
    default:
      return true;
  }
}
