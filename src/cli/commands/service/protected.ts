import { dirname, join } from "node:path";
import { jobNames } from "../../../config/find.ts";
import { loadJob } from "../../../config/job.ts";
import { fact, inTurn, type Fact } from "../../../domain/facts/fact.ts";
import { Problem, UsageProblem } from "../../../domain/problem.ts";
import { compileProtect, protectedGroupReason, type Protection } from "../../../domain/protection/protect.ts";
import type { Job } from "../../../domain/settings.ts";
import type { NamedEndpoint } from "../../../learning-service/contract/contract.ts";
import { isUuid } from "../../../learning-service/contract/values.ts";
import { readGroups } from "../../../learning-service/groups.ts";
import type { CallInput } from "../../../learning-service/methods.ts";
import { findAnyLink } from "../../../store/identities/links.ts";
import { rowUsernames } from "../../../store/people/people.ts";
import type { State } from "../../../state/state.ts";
import type { Call } from "../../../app/io.ts";
import type { Client } from "../../../learning-service/client.ts";

interface Surroundings {
  io: Call;
  state: State;
  job: Job;
  client: Client;
}

const NEXT = fact("advice.unprotect", {});

/**
 * Refuses manual requests that name a protected account or group, by any job of the service account in the folder.
 * Refuses in doubt.
 * @throws UsageProblem; no write was sent
 */
export async function refuseProtected(named: NamedEndpoint, input: CallInput, { io, state, job, client }: Surroundings): Promise<void> {
  const protections = (await protectionsOf(io, job)).filter(({ at }) => at !== "");
  if (protections.length === 0) return;
  const texts = textsIn([input.params, input.query, input.body]);
  const ids = [...new Set(texts.filter(isUuid).map((id) => id.toLowerCase()))];
  const refuse = (why: Fact): never => {
    throw new UsageProblem(why, NEXT);
  };
  const refuseUnsent = (why: Fact): never => refuse(inTurn(why, fact("nothing.sent", {})));
  const refusePerson = (key: string, usernames: readonly unknown[]): void => {
    for (const protection of protections) {
      const by = protection.person(key, usernames);
      if (by !== null) refuseUnsent(by);
    }
  };
  if (named.area === "users") refusePerson("", [input.body?.["username"]]);
  for (const id of ids) {
    const link = await findAnyLink(state.db, id);
    if (link !== undefined) refusePerson(link.key, [link.sent?.["username"], ...(await rowUsernames(state.db, link))]);
    else if (named.area === "users" && id === input.params?.["user_id"]?.toLowerCase() && protections.some(({ byUsername }) => byUsername))
      refuse(fact("usage.account_may_be_protected", { account: id }));
  }
  if (ids.length === 0 || !protections.some(({ byGroup }) => byGroup)) return;
  const { groups } = readGroups(await client.groups.list().all());
  for (const top of groups.filter(({ id }) => ids.includes(id)))
    // A group below it would be moved, renamed or deleted with it.
    for (const group of groups.filter(({ id, path }) => id === top.id || path.startsWith(`${top.path}/`))) {
      const guard = protections.find((protection) => protection.group(group.path, group.id));
      if (guard !== undefined) refuseUnsent(protectedGroupReason(group.path, guard.at));
    }
}

/** Returns the protections of the job, and of the readable jobs of its service account in its folder. */
async function protectionsOf(io: Call, job: Job): Promise<Protection[]> {
  const found = [compileProtect(job.protect)];
  for (const name of await jobNames(dirname(job.file))) {
    for (const extension of [".yaml", ".yml"]) {
      const file = join(dirname(job.file), name + extension);
      if (file === job.file) continue;
      try {
        const other = (await loadJob(file, io)).job;
        if (other.service.account === job.service.account || other.service.baseUrl === job.service.baseUrl)
          found.push(compileProtect(other.protect));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
      }
    }
  }
  return found;
}

/** Returns all texts in a value, also as names of fields. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value.trim()];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) => [...(Array.isArray(value) ? [] : [name]), ...textsIn(inside)]);
}
