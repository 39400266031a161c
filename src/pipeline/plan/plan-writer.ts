import type { CompiledMapping } from "../../mapping/compiled.ts";
import { listedName } from "../../domain/names.ts";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import { AREA_RELEASE } from "../../domain/facts/missing-areas.ts";
import { textOf, type Person } from "../../domain/person.ts";
import { asLeaver } from "../../plan/account-names.ts";
import type { PlanContext, PlanResult } from "../../plan/decide.ts";
import type { NewOperation } from "../../store/runs/new-operations.ts";
import type { AbsentPerson, Candidate } from "../../store/people/people.ts";
import type { Session } from "../../session/session.ts";

/** Collects the operations of a plan. */
export function operationWriter(session: Session, run: string) {
  const { job } = session;
  let seq = 0;
  let waiting: NewOperation[] = [];
  const base = () => {
    seq += 1;
    return { run, seq, job: job.name, account: job.service.account };
  };
  return {
    add(candidate: Candidate, person: Person, result: PlanResult, planContext: PlanContext): void {
      const { outcome } = result;
      if (outcome === "unchanged" || outcome === "rejected" || outcome === "out_of_scope" || outcome === "not_due") return;
      const held = outcome === "held";
      waiting.push({
        ...base(),
        key: candidate.key,
        row: candidate.row,
        userId: candidate.user_id,
        name: displayName(session, person),
        kind: outcome === "held" ? (candidate.user_id === null ? "create" : "update") : outcome,
        status: held ? "held" : "planned",
        payload: held ? {} : result.payload,
        desired: result.desired,
        changes: {
          fields: result.fields,
          gains: result.gains.map((id) => planContext.index.byId(id)?.path ?? id),
          ...(result.possibleDuplicates.length === 0 ? {} : { alike: result.possibleDuplicates }),
        },
        code: result.code,
        reason: result.reason,
      });
    },
    /**
     * @param area the missing area that blocks the person
     * @returns whether the account will be deactivated; a protected or blocked one stays
     */
    addAbsent(absent: AbsentPerson, mapping: CompiledMapping, area: Fact | null): boolean {
      const mapped = absent.cells !== null && absent.context === session.context ? mapping.map(0, cellsOf(absent.cells)) : null;
      const person = mapped !== null && "person" in mapped ? mapped.person : null;
      const by = session.protection.person(absent.key, [absent.username, absent.sent?.["username"], person?.user["username"]]);
      const why = by ?? area;
      const full = person !== null && absent.sent !== null && job.service.dialect.updateBody === "full";
      const { user, onUpdate } = full ? asLeaver(person, absent, session.secrecy) : { user: {}, onUpdate: {} };
      waiting.push({
        ...base(),
        key: absent.key,
        row: null,
        userId: absent.user_id,
        name: person === null ? absent.key : displayName(session, person),
        kind: "deactivate",
        status: why === null ? "planned" : "held",
        payload: why === null ? { ...user, ...onUpdate, active: false } : {},
        desired: [],
        changes: { fields: [], gains: [] },
        code: by === null ? (area === null ? "absent" : AREA_RELEASE) : "protected",
        reason: why ?? fact("operation.absent", {}),
      });
      return why === null;
    },
    /** Takes out the collected operations, to store them. */
    take(): NewOperation[] {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}

/** Returns a person's name for reports and lists; the key if the mapping marks the names as sensitive. */
export function displayName({ mapping }: Session, person: Person): string {
  const parts = ["first_name", "last_name"]
    .filter((field) => !mapping.sensitiveFields.has(field))
    .map((field) => textOf(person.user, field));
  return listedName(parts.filter((part) => part !== "").join(" ") || person.key);
}

/** Converts stored cells: jsonb has `null` where a short row had no cell. */
export function cellsOf(cells: readonly (string | null)[]): (string | undefined)[] {
  return cells.map((cell) => cell ?? undefined);
}
