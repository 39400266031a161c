import type { PlanContext } from "../../plan/decide.ts";
import { indexGroups } from "../../plan/groups.ts";
import type { Service, Session } from "../../session/session.ts";

/** Returns the context for a run's decisions: the mapping's rules and the groups as last read. */
export async function planContextOf({ job, mapping, protection, rules, secrecy }: Session, service: Service): Promise<PlanContext> {
  const groups = await service.directory.groups();
  // The members of a group that does not list them are unknown, so nothing may be removed from it (I5).
  const silent = new Set(groups.filter((group) => !group.members_known).map((group) => group.id));
  return {
    job: job.name,
    rules: { ...rules, isManaged: (path, id) => !silent.has(id) && !protection.group(path, id) && rules.isManaged(path, id) },
    index: indexGroups(groups),
    secrecy,
    leaversGroups: job.policy.leavers.groups,
    updateBody: job.service.dialect.updateBody,
    protection,
    deactivatesOutside: mapping.scope?.leaves === "deactivate",
  };
}
