import { fact } from "../../domain/facts/fact.ts";
import { contract } from "../../learning-service/contract/contract.ts";
import { readCreatedId } from "../../learning-service/created.ts";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import { meaningOf } from "../../apply/answer.ts";
import { accepted } from "../../apply/update.ts";
import { retryDelay } from "../../domain/clock.ts";
import { foldPath, type MissingGroup } from "../../plan/missing-groups.ts";
import {
  dropGroupCreate,
  endGroupCreate,
  listGroupCreates,
  openGroupCreate,
  type NewGroupCreate,
} from "../../store/directory/missing-groups.ts";
import type { Service, Session } from "../../session/session.ts";
import { readGroups } from "../extract/read-directory.ts";
import { setRunStatus, toStoredProblem } from "../finish/finish-run.ts";
import type { MissingGroups } from "../plan/missing-groups.ts";
import { recordCreated } from "../plan/missing-groups.ts";

/** Another process sends the same create. */
class NotSent extends Error {}

/**
 * Creates the missing groups of a plan, parents first, before the plan is released. A create whose answer is lost is never
 * repeated here: the next complete listing of the groups decides.
 * @returns whether there was any; the plan must then be made again with the new groups
 */
export async function createGroups(session: Session, service: Service, run: string, { groups }: MissingGroups): Promise<boolean> {
  const wanted = groups.filter(({ outcome }) => outcome === "create");
  if (wanted.length === 0) return false;
  session.progress.phase("creating_groups", wanted.length);
  try {
    const known = new Map((await service.directory.groups()).map(({ path, id }) => [path, id]));
    for (const [path, group] of inOrder(wanted)) {
      session.stop.throwIfAborted();
      const cut = path.lastIndexOf("/");
      const parent = cut < 0 ? undefined : known.get(path.slice(0, cut));
      // The parent could not be created.
      if (cut >= 0 && parent === undefined) continue;
      const id = await createOnce(session, service, { run, path, parent, by: group.approvedBy });
      if (id !== null) known.set(path, id);
    }
  } catch (error) {
    await setRunStatus(session, run, "interrupted", toStoredProblem(error));
    throw error;
  }
  session.progress.end();
  return true;
}

/** Returns each path once, a parent before its children. */
function inOrder(groups: readonly MissingGroup[]): Map<string, MissingGroup> {
  const paths = groups.flatMap((group) => [...group.parents, group.path].map((path): [string, MissingGroup] => [path, group]));
  const sorted = paths.toSorted(([a], [b]) => a.split("/").length - b.split("/").length);
  const once = new Map<string, [string, MissingGroup]>();
  for (const entry of sorted) if (!once.has(foldPath(entry[0]))) once.set(foldPath(entry[0]), entry);
  return new Map(once.values());
}

interface NewGroup {
  run: string;
  path: string;
  /** The id of the parent; `undefined`: a root. */
  parent: string | undefined;
  by: string | null;
}

/** Creates one group. @returns its id; `null` if it is refused, unconfirmed, or not sent */
async function createOnce(session: Session, service: Service, { run, path, parent, by }: NewGroup): Promise<string | null> {
  const { state, job, now } = session;
  const { account, retry } = job.service;
  const folded = foldPath(path);
  const last = (await listGroupCreates(state.db, account)).find((create) => create.folded === folded);
  const name = path.slice(path.lastIndexOf("/") + 1);
  for (let attempt = 1; ; attempt += 1) {
    const create = { account, folded, path, job: job.name, run, by, at: now() };
    let open = false;
    const sending = async <A extends { status: number }>(send: () => Promise<A>): Promise<A> => {
      // Stored before the request leaves. The client sends it again with another token after a 401.
      open ||= await openGroupCreate(state.db, create, attempt === 1 ? (last?.at ?? null) : null);
      if (!open) throw new NotSent();
      return send();
    };
    try {
      const body = { name, ...(parent === undefined ? {} : { parent_id: parent }) };
      const answer = await service.client.call(contract.groups.create, { body, sending });
      const id = readCreatedId(answer, "/id");
      if (id === null) return await find(session, service, create);
      await recordCreated(session, create, id);
      return id;
    } catch (error) {
      if (error instanceof NotSent) return null;
      if (!(error instanceof ServiceProblem)) throw error;
      const meaning = accepted(error) ? "uncertain" : meaningOf("create", error);
      if (meaning === "uncertain") return find(session, service, create);
      if (meaning === "failed") {
        await endGroupCreate(state.db, create, {
          status: "refused",
          reason: error.serverMessage === "" ? error.fact : fact("service.says", { text: error.serverMessage }),
        });
        return null;
      }
      if (open) await dropGroupCreate(state.db, create);
      if (meaning === "stop") throw error;
      if (attempt >= Math.min(3, retry.attempts)) return null;
      await session.sleep(error.retryAfterMs ?? retryDelay(attempt, retry.delay, retry.maxDelay, Math.random()), session.stop);
    }
  }
}

/** Looks for a group whose answer was lost in a complete listing. @returns `null` if it is not there: it stays unconfirmed */
async function find(session: Session, service: Service, create: NewGroupCreate): Promise<string | null> {
  await readGroups(session, service);
  const found = (await service.directory.groups()).find(({ path }) => foldPath(path) === create.folded);
  if (found === undefined) return null;
  await recordCreated(session, create, found.id);
  return found.id;
}
