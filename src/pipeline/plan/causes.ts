import { familiesOf } from "../../plan/causes.ts";
import { joinCauses, listCauses, listFoundCauses } from "../../store/review/causes.ts";
import type { Service, Session } from "../../session/session.ts";

/** Merges the causes of removals whose value was renamed or split, so that they are one decision. */
export async function mergeCauses({ state, job }: Session, service: Service, run: string): Promise<void> {
  const found = await listFoundCauses(state.db, run);
  if (found.length === 0) return;
  const members = new Map((await service.directory.groups()).map((group) => [group.id, group.members]));
  const known = await listCauses(state.db, job.name);
  for (const family of familiesOf(
    job.name,
    found,
    (id) => members.get(id) ?? 0,
    (cause) => known.has(cause),
  )) {
    await joinCauses(state.db, run, family.members, family);
  }
}
