import { EXCEPTION_ACTIONS } from "./exceptions.ts";
import { CHANGE_ACTIONS } from "./review/change.ts";
import { DECISION_ACTIONS } from "./review/decide.ts";
import { importWorkbook } from "./review/workbook.ts";

/** Everything that reviewers do. */
export const REVIEW_ACTIONS = [...DECISION_ACTIONS, ...CHANGE_ACTIONS, ...EXCEPTION_ACTIONS, importWorkbook];
