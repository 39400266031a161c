import type { PlanContext } from "../../plan/decide.ts";
import { indexGroups } from "../../plan/groups.ts";
import { todayOf, type Service, type Session } from "../../session/session.ts";

/** Returns the context for a run's decisions: the mapping's rules and the groups as last read. */
export async function planContextOf(session: Session, service: Service): Promise<PlanContext> {
  const { job, mapping, protection, rules, secrecy } = session;
  const groups = await service.directory.groups();
  // The members of a group that does not list them are unknown, so nothing may be removed from it (I5).
  const silent = new Set(groups.filter((group) => !group.members_known).map((group) => group.id));
  return {
    job: job.name,
    rules: { ...rules, isManaged: (path, id) => !silent.has(id) && !protection.group(path, id) && rules.isManaged(path, id) },
    index: indexGroups(groups),
    secrecy,
    sharesAddresses: mapping.sharedAddress !== null,
    leaversGroups: job.policy.leavers.groups,
    updateBody: job.service.dialect.updateBody,
    protection,
    today: todayOf(session),
    deactivatesOutside: mapping.scope?.leaves === "deactivate",
  };
}
