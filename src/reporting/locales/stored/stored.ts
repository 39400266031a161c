import { storedConfiguration } from "./configuration.ts";
import { storedFiles } from "./files.ts";
import { storedHttp } from "./http.ts";
import { storedHttpNext } from "./http-next.ts";
import { storedLimits } from "./limits.ts";
import { storedNext } from "./next.ts";
import { storedObserved } from "./observed.ts";
import { storedOlderFiles } from "./older-files.ts";
import { storedOutcomes } from "./outcomes.ts";
import { storedPacked } from "./packed.ts";
import { storedRefusals } from "./refusals.ts";
import { storedRows } from "./rows.ts";
import { storedWhoAndWhen } from "./who-and-when.ts";
import { storedService } from "./service.ts";
import { storedTransfers } from "./transfers.ts";
import { storedTrail } from "./trail.ts";
import { storedUnusable } from "./unusable.ts";
import { storedUnusableNext } from "./unusable-next.ts";
import { storedWorkbook } from "./workbook.ts";

/** Sentences that the code writes in English, and that `stored-text.ts` translates where they are shown. */
export const stored = {
  ...storedConfiguration,
  ...storedFiles,
  ...storedHttp,
  ...storedHttpNext,
  ...storedLimits,
  ...storedNext,
  ...storedObserved,
  ...storedOlderFiles,
  ...storedOutcomes,
  ...storedPacked,
  ...storedRefusals,
  ...storedRows,
  ...storedWhoAndWhen,
  ...storedService,
  ...storedTrail,
  ...storedTransfers,
  ...storedUnusable,
  ...storedUnusableNext,
  ...storedWorkbook,
} as const;
