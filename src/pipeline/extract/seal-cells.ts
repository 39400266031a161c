import { findMappingVersion } from "../../store/runs/runs.ts";
import { getSetting, setSetting } from "../../store/settings.ts";
import { hideChanges } from "../../store/runs/hide-changes.ts";
import { sealOldCells } from "../../store/people/stored-cells.ts";
import type { Session } from "../../session/session.ts";

/** Returns the positions of the sensitive columns. */
export function secretPlaces({ columns, sensitiveColumns }: Session["mapping"]): number[] {
  return columns.flatMap((column, place) => (sensitiveColumns.has(column) ? [place] : []));
}

/**
 * Encrypts cells that were stored before their column was marked sensitive, or before there was a key, and hides their
 * values in the changes of earlier runs. Runs once per mapping version, because it reads every person.
 */
export async function sealStoredCells({ state: { db }, job, mapping, context, secrecy }: Session): Promise<void> {
  if (mapping.sensitiveColumns.size === 0) return;
  const done = `cells_sealed ${job.name}`;
  if ((await getSetting<string>(db, done)) === context) return;
  const places = new Map<string, Promise<number[]>>();
  const placesOf = async (version: string): Promise<number[]> => {
    const columns = version === context ? mapping.columns : ((await findMappingVersion(db, job.name, version))?.columns ?? []);
    return secretPlaces({ ...mapping, columns });
  };
  await sealOldCells(db, job.name, (version) => {
    const known = places.get(version ?? "") ?? placesOf(version ?? "");
    places.set(version ?? "", known);
    return known;
  });
  await hideChanges(db, job.name, (field) => secrecy.isSensitive(field));
  await setSetting(db, done, context);
}
