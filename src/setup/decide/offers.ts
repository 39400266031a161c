import { candidatesFor, onlyCandidate } from "./candidates.ts";
import { contentOf } from "../sample/content.ts";
import { isShowable } from "./examples.ts";
import type { DraftContext, Offers } from "./draft.ts";
import type { Role } from "../languages/words.ts";

/** A scope by a column with more values would not be readable. */
const MAX_SCOPES = 12;
const SCOPE_ROLES: readonly Role[] = ["worker_type", "country"];

/**
 * Finds columns for parts that change who gets an account and when: first and last days, and a scope. They are written
 * as comments, because a file does not show whether they are wanted.
 */
export function decideOffers(context: DraftContext): Offers {
  return {
    from: dayColumn(context, "joining_date"),
    until: dayColumn(context, "leaving_date"),
    scope: scopeColumn(context),
  };
}

function dayColumn(context: DraftContext, role: Role): Offers["from"] {
  // A remark about a column that is only offered would not help.
  const found = onlyCandidate(
    candidatesFor({ ...context, remarks: [] }, [role], (column) => (formatOf(column) === null ? true : undefined)),
  );
  const format = found === undefined ? null : formatOf(found.column);
  return found === undefined || format === null ? null : { column: found.column.name, ...format };
}

function formatOf(column: Parameters<typeof contentOf>[0]): { format: string; others: readonly string[] } | null {
  const { dates } = contentOf(column);
  if (dates.is === "format") return { format: dates.format, others: [] };
  if (dates.is !== "unclear") return null;
  const [format = "", ...others] = dates.formats;
  return { format, others };
}

function scopeColumn(context: DraftContext): Offers["scope"] {
  for (const role of SCOPE_ROLES) {
    const found = onlyCandidate(
      candidatesFor({ ...context, remarks: [] }, [role], ({ distinct, overflow }) =>
        distinct < 2 || distinct > MAX_SCOPES || overflow ? true : undefined,
      ),
    );
    const values = found?.column.byCount().map(([value]) => value) ?? [];
    const [most] = values;
    if (found !== undefined && most !== undefined && values.every((value) => isShowable(context, value)))
      return { column: found.column.name, value: most };
  }
  return null;
}
