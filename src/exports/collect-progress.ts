import { retryDelay } from "../domain/clock.ts";
import type { CourseProgress } from "../learning-service/contract/users.ts";
import { ServiceProblem } from "../learning-service/errors/errors.ts";
import type { Service, Session } from "../session/session.ts";
import {
  countLinkedPeople,
  listPeopleToExport,
  storeExportedProgress,
  type ExportedPerson,
  type PersonToExport,
  type ProgressItem,
} from "../store/people/progress-exports.ts";

/** A killed export reads at most this many people again. */
const PORTION = 50;

export interface Wanted {
  columns: readonly string[];
  /** Leaves out courses in which nothing happened since; `null`: none. */
  since: Date | null;
}

/**
 * Reads the progress of every linked person of a job who was not read yet, and stores it in portions.
 * @param done the number of people who were read already
 */
export async function collectProgress(session: Session, service: Service, wanted: Wanted, done: number): Promise<void> {
  const { state, job, progress, stop } = session;
  const { account } = job.service;
  progress.phase("reading_progress", await countLinkedPeople(state.db, account, job.name));
  try {
    for (let read = done; ;) {
      progress.at(read);
      const portion = await listPeopleToExport(state.db, account, job.name, PORTION);
      if (portion.length === 0) return;
      // The client keeps the rate limit of the account.
      const results = await Promise.allSettled(portion.map((person) => readPerson(session, service, person, wanted)));
      const people = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
      // Also if others failed: the next command continues after them.
      await storeExportedProgress(state.db, account, job.name, people);
      stop.throwIfAborted();
      const failure = results.find((result) => result.status === "rejected");
      if (failure !== undefined) throw failure.reason;
      read += portion.length;
    }
  } finally {
    progress.end();
  }
}

async function readPerson(session: Session, { client }: Service, person: PersonToExport, wanted: Wanted): Promise<ExportedPerson> {
  const { key, userId } = person;
  const options = { priority: "low", signal: session.stop } as const;
  try {
    const courses = await retried(session, () => client.users.progress(userId, {}, options).all());
    const paths = await retried(session, () => client.assignments.learningPaths.list({ user_ids: [userId] }, options).all());
    const items = [
      ...courses.filter((course) => hasChanged(course, wanted.since)).map((course) => itemOf(key, "course", course, wanted.columns)),
      // The service may list assignments of groups too, which have no progress.
      ...paths.filter((path) => path.user_id === userId).map((path) => itemOf(key, "learning_path", path, wanted.columns)),
    ];
    return { key, userId, known: true, items };
  } catch (error) {
    if (error instanceof ServiceProblem && error.status === 404) return { key, userId, known: false, items: [] };
    throw error;
  }
}

/** Repeats a reading request as the job says. */
async function retried<T>({ job, sleep, stop }: Session, ask: () => Promise<T>): Promise<T> {
  const { attempts, delay, maxDelay } = job.service.retry;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ServiceProblem) || !error.retryable || error.effect === "stop" || attempt >= attempts) throw error;
      await sleep(retryDelay(attempt, delay, maxDelay, Math.random()), stop);
    }
  }
}

/** A date that cannot be read counts as a change, so that nothing is left out. */
function hasChanged({ assignedDate, startDate, viewedDate, passedDate }: CourseProgress, since: Date | null): boolean {
  if (since === null) return true;
  return [assignedDate, startDate, viewedDate, passedDate].some((text) => {
    if (text == null || text === "") return false;
    const at = Date.parse(text);
    return Number.isNaN(at) || at >= since.getTime();
  });
}

function itemOf(key: string, kind: "course" | "learning_path", item: ProgressItem, columns: readonly string[]): ProgressItem {
  const all: ProgressItem = { ...item, employee_key: key, kind };
  return Object.fromEntries(columns.flatMap((column) => (all[column] == null ? [] : [[column, all[column]]])));
}
