import type { Placeholder } from "./catalogue.ts";
import { access } from "./access.ts";
import { audit } from "./history/audit.ts";
import { auditOperation } from "./history/audit-operation.ts";
import { exceptions } from "./exceptions.ts";
import { identities } from "./identities.ts";
import { labels } from "./labels.ts";
import { mail } from "./mail.ts";
import { operation } from "./operation.ts";
import { overview } from "./overview.ts";
import { review } from "./review/review.ts";
import { reviewAdvice } from "./review/advice.ts";
import { people } from "./history/people.ts";
import { refusals } from "./refusals.ts";
import { setupColumns } from "./setup/columns.ts";
import { setupErrors } from "./setup/errors.ts";
import { setupFields } from "./setup/fields.ts";
import { setupSamples } from "./setup/samples.ts";
import { shell } from "./shell.ts";
import { users } from "./users.ts";
import { workbook } from "./workbook.ts";

/** The catalogues of all areas. A text is in one of them only. */
export const catalogues = {
  access,
  audit,
  auditOperation,
  people,
  exceptions,
  identities,
  labels,
  mail,
  operation,
  overview,
  refusals,
  review,
  reviewAdvice,
  setupColumns,
  setupFields,
  setupErrors,
  setupSamples,
  shell,
  users,
  workbook,
} as const;

export const messages = {
  ...access,
  ...audit,
  ...auditOperation,
  ...people,
  ...exceptions,
  ...identities,
  ...labels,
  ...operation,
  ...overview,
  ...review,
  ...reviewAdvice,
  ...refusals,
  ...setupColumns,
  ...setupFields,
  ...setupErrors,
  ...setupSamples,
  ...shell,
  ...users,
  ...workbook,
  ...mail,
} as const;

/** A text that can be shown in every language. */
export type Message = keyof typeof messages;

/** A message without placeholders, such as the label of a stored value. */
export type PlainMessage = { [M in Message]: [Placeholder<M>] extends [never] ? M : never }[Message];
