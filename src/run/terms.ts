import type { Terms } from "../plan/decide.ts";
import { indexGroups } from "../plan/groups.ts";
import type { Service, Session } from "./session.ts";

/** What the decisions of a run go by: the mapping's rules over the groups as they were read last. */
export async function termsOf({ job, rules, secrecy }: Session, service: Service): Promise<Terms> {
  const groups = await service.directory.groups();
  // What a group that does not tell its members holds is not known: nothing of it is ours to take away (I5).
  const silent = new Set(groups.filter((group) => !group.members_known).map((group) => group.id));
  return {
    job: job.name,
    rules: { ...rules, isManaged: (path, id) => !silent.has(id) && rules.isManaged(path, id) },
    index: indexGroups(groups),
    secrecy,
    leaversGroups: job.policy.leavers.groups,
    updateBody: job.service.dialect.updateBody,
  };
}
