import { fact } from "../domain/facts/fact.ts";
import type { RowNote } from "../domain/person.ts";
import type { GroupIndex } from "./groups.ts";

/** An exception: who keeps a membership, why, and until when. */
export interface MembershipException {
  by: string;
  reason: string;
  until: Date | null;
}

type Exceptions = ReadonlyMap<string, MembershipException> | undefined;

/** Takes exceptions out of the removals. */
export function withoutExceptions({ add, hold }: { add: string[]; hold: string[] }, exceptions: Exceptions) {
  return { add, hold: hold.filter((id) => exceptions?.has(id) !== true), kept: hold.filter((id) => exceptions?.has(id) === true) };
}

export function exceptionNotes(groups: readonly string[], exceptions: Exceptions, index: GroupIndex): RowNote[] {
  return groups.flatMap((id) => {
    const exception = exceptions?.get(id);
    if (exception === undefined) return [];
    const { by, reason, until } = exception;
    const keeps = { group: index.byId(id)?.path ?? id, by, reason };
    const kept =
      until === null
        ? fact("exception.keeps", keeps)
        : fact("exception.keeps_until", { ...keeps, until: until.toISOString().slice(0, 10) });
    return [{ column: null, code: "kept_by_exception", fact: kept }];
  });
}
