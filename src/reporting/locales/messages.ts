import type { Placeholder, Tag } from "./catalogue.ts";
import { access } from "./access.ts";
import { audit } from "./history/audit.ts";
import { auditOperation } from "./history/audit-operation.ts";
import { flash } from "./runs/flash.ts";
import { run } from "./runs/run.ts";
import { runAccounts } from "./runs/accounts.ts";
import { runHold } from "./runs/hold.ts";
import { runShared } from "./runs/shared.ts";
import { common } from "./common.ts";
import { exceptions } from "./exceptions.ts";
import { identities } from "./identities.ts";
import { labels } from "./labels.ts";
import { mail } from "./mail.ts";
import { operation } from "./operation.ts";
import { overview } from "./overview.ts";
import { groups } from "./groups.ts";
import { missingAreas } from "./missing-areas.ts";
import { missingGroups } from "./missing-groups.ts";
import { review } from "./review/review.ts";
import { reviewAddBack } from "./review/add-back.ts";
import { reviewOutcome } from "./review/outcome.ts";
import { reviewList } from "./review/list.ts";
import { reviewDecide } from "./review/decide.ts";
import { reviewRefusals } from "./review/refusals.ts";
import { reviewEvidence } from "./review/evidence.ts";
import { reviewRemoval } from "./review/removal.ts";
import { reviewReasons } from "./review/reasons.ts";
import { reviewAdvice } from "./review/advice.ts";
import { reviewSuggestions } from "./review/suggestions.ts";
import { reviewUndo } from "./review/undo.ts";
import { reviewWhy } from "./review/why.ts";
import { people } from "./history/people.ts";
import { reportAttention } from "./report/attention.ts";
import { reportChanges } from "./report/changes.ts";
import { reportRemovals } from "./report/removals.ts";
import { reportRun } from "./report/run.ts";
import { person } from "./history/person.ts";
import { trail } from "./history/trail.ts";
import { refusals } from "./refusals.ts";
import { setupColumns } from "./setup/columns.ts";
import { setupErrors } from "./setup/errors.ts";
import { setupFields } from "./setup/fields.ts";
import { setupNext } from "./setup/next.ts";
import { setupSamples } from "./setup/samples.ts";
import { setupSteps } from "./setup/steps.ts";
import { shell } from "./shell.ts";
import { stored } from "./stored/stored.ts";
import { urgent } from "./history/urgent.ts";
import { users } from "./users.ts";
import { workbook } from "./workbook.ts";

/** The catalogues of all areas. A text is in one of them only. */
export const catalogues = {
  access,
  common,
  audit,
  auditOperation,
  people,
  person,
  trail,
  urgent,
  exceptions,
  flash,
  missingAreas,
  missingGroups,
  run,
  runAccounts,
  runHold,
  runShared,
  identities,
  labels,
  mail,
  operation,
  overview,
  refusals,
  reportAttention,
  reportChanges,
  reportRemovals,
  reportRun,
  groups,
  review,
  reviewAdvice,
  reviewReasons,
  reviewRemoval,
  reviewEvidence,
  reviewRefusals,
  reviewDecide,
  reviewList,
  reviewAddBack,
  reviewOutcome,
  reviewSuggestions,
  reviewUndo,
  reviewWhy,
  setupColumns,
  setupFields,
  setupErrors,
  setupSamples,
  setupSteps,
  setupNext,
  shell,
  stored,
  users,
  workbook,
} as const;

export const messages = {
  ...access,
  ...common,
  ...audit,
  ...auditOperation,
  ...people,
  ...person,
  ...trail,
  ...urgent,
  ...exceptions,
  ...flash,
  ...run,
  ...runAccounts,
  ...runHold,
  ...runShared,
  ...identities,
  ...labels,
  ...operation,
  ...overview,
  ...groups,
  ...missingAreas,
  ...missingGroups,
  ...review,
  ...reviewAddBack,
  ...reviewAdvice,
  ...reviewReasons,
  ...reviewRemoval,
  ...reviewEvidence,
  ...reviewRefusals,
  ...reviewDecide,
  ...reviewList,
  ...reviewOutcome,
  ...reviewSuggestions,
  ...reviewUndo,
  ...reviewWhy,
  ...refusals,
  ...reportAttention,
  ...reportChanges,
  ...reportRemovals,
  ...reportRun,
  ...setupColumns,
  ...setupFields,
  ...setupErrors,
  ...setupSamples,
  ...setupSteps,
  ...setupNext,
  ...shell,
  ...stored,
  ...users,
  ...workbook,
  ...mail,
} as const;

/** A text that can be shown in every language. */
export type Message = keyof typeof messages;

/** A message without placeholders and tags, such as the label of a stored value. */
export type PlainMessage = { [M in Message]: [Placeholder<M> | Tag<M>] extends [never] ? M : never }[Message];
