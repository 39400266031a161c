/** The registry is read where facts are worded, erased or logged; making one needs its types only, so that commands start fast. */
import { auditFacts } from "./subjects/audit.ts";
import { checkFacts } from "./subjects/checks.ts";
import { commandFacts } from "./subjects/commands.ts";
import { configurationFacts } from "./subjects/configuration.ts";
import { decisionFacts } from "./subjects/decisions.ts";
import { doneFacts } from "./subjects/done.ts";
import { fileFacts } from "./subjects/files.ts";
import { identityFacts } from "./subjects/identities.ts";
import { initFacts } from "./subjects/init.ts";
import { limitFacts } from "./subjects/limits.ts";
import { mappingFacts } from "./subjects/mapping.ts";
import { operationFacts } from "./subjects/operations.ts";
import { refusalFacts } from "./subjects/refusals.ts";
import { reviewWorkbookFacts } from "./subjects/review-workbook.ts";
import { rowFacts } from "./subjects/rows.ts";
import { serverFacts } from "./subjects/servers.ts";
import { serviceFacts } from "./subjects/service.ts";
import { sourceFacts } from "./subjects/sources.ts";
import { verifyFacts } from "./subjects/verify.ts";
import { count, sentences, type FactsOf } from "./values.ts";

/** The values of each code, by name. */
export const FACTS = {
  ...auditFacts,
  ...checkFacts,
  ...commandFacts,
  ...configurationFacts,
  ...decisionFacts,
  ...doneFacts,
  ...fileFacts,
  ...identityFacts,
  ...initFacts,
  ...limitFacts,
  ...mappingFacts,
  ...operationFacts,
  ...refusalFacts,
  ...reviewWorkbookFacts,
  ...rowFacts,
  ...serverFacts,
  ...serviceFacts,
  ...sourceFacts,
  ...verifyFacts,
  /** Others that a list leaves out. */
  more: { n: count },
  /** Facts in turn. */
  sentences: { sentences },
} as const satisfies FactsOf;
