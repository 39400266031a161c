import type { CompiledMapping } from "../../mapping/compiled.ts";
import type { UserAttributes } from "../../domain/person.ts";
import { repeatedAttributes } from "../../plan/account-names.ts";
import { findLink } from "../../store/identities/links.ts";
import { findPerson } from "../../store/people/people.ts";
import { findMappingVersion } from "../../store/runs/runs.ts";
import type { Session } from "../../session/session.ts";

/** The last accepted row of a person, mapped with the current mapping, whichever version it was accepted under. */
export interface LastRow {
  row: number;
  /** `present`, `rejected` or `absent` in the latest full export. */
  state: string;
  /** In the order of the current mapping's columns. */
  cells: (string | null)[];
  mapped: ReturnType<CompiledMapping["map"]>;
  /** It says that the person has left. */
  leaves: boolean;
}

export async function lastRowOf({ state, job, mapping }: Session, key: string): Promise<LastRow | null> {
  const person = await findPerson(state.db, job.name, key);
  if (person === undefined) return null;
  const version = await findMappingVersion(state.db, job.name, person.context);
  const stored = new Map((version?.columns ?? []).map((column, i) => [column, person.cells[i] ?? null]));
  const cells = mapping.columns.map((column) => stored.get(column) ?? null);
  const mapped = mapping.map(
    person.row,
    cells.map((cell) => cell ?? undefined),
  );
  return { row: person.row, state: person.state, cells, mapped, leaves: person.leaves };
}

/**
 * Returns the attributes of the person's last row, for a service that clears fields missing from an update.
 * @param renames `false`: the account gets no name from the row, as that of a leaver
 */
export async function attributesOf(session: Session, key: string, renames = true): Promise<Record<string, unknown>> {
  const { attributes, leaves } = await repeatableOf(session, key);
  const link = await findLink(session.state.db, session.job.service.account, key);
  return repeatedAttributes(attributes, { sent: link?.sent ?? null, leaves: leaves || !renames }, session.secrecy);
}

/** Returns the same with the names of the row: those of the account are known when the request is sent. */
export async function repeatableOf(session: Session, key: string): Promise<{ attributes: UserAttributes; leaves: boolean }> {
  const last = session.job.service.dialect.updateBody === "full" ? await lastRowOf(session, key) : null;
  if (last === null || !("person" in last.mapped)) return { attributes: {}, leaves: false };
  return { attributes: last.mapped.person.user, leaves: last.leaves };
}
