import { checkIdOf, dropCheckedRows } from "../../store/runs/checked-rows.ts";
import type { Service, Session } from "../../session/session.ts";
import type { Reject } from "../../domain/record.ts";
import { listRejectsOf } from "../../store/runs/rejects.ts";
import { decideCheckedRows, readRows, type FileChecked } from "./file.ts";
import { checkService, type ServiceChecked } from "./service.ts";

/**
 * Reads a job's file and the service as a plan would, then deletes the staged rows. Only one check per job runs at a time.
 * @param given a file given with the command, in place of the job's
 * @throws FileProblem if the file is unusable as a whole
 */
export async function checkJob(
  session: Session,
  given: string | null,
  connect: () => Promise<Service>,
): Promise<{ file: FileChecked; service: ServiceChecked }> {
  return withCheckedRows(session, async (id) => {
    const read = await readRows(session, id, given);
    const service = await connect();
    return checkService(session, service, (groups) => decideCheckedRows(session, service, read, groups));
  });
}

/**
 * Compares the rows of a file with each other as a plan does, and returns why those of one key are rejected. Standard
 * input cannot be read a second time: of it emptyState is compared.
 * @param given a file that was named by hand, in place of the job's
 * @throws FileProblem for a file that is wrong as a whole
 */
export async function rejectsOf(session: Session, key: string, given: string | null): Promise<Reject[]> {
  if ((given ?? session.job.source.file) === "-") return [];
  return withCheckedRows(session, async (id) => {
    await readRows(session, id, given, true);
    const rejects = await listRejectsOf(session.state.db, id, key);
    return rejects.map(({ row, column, code, fact }) => ({ row, column, code, fact }));
  });
}

/** Runs with the id under which rows may be staged, and forgets them again. One at a time for a job. */
function withCheckedRows<T>({ state, job, stop }: Session, work: (id: string) => Promise<T>): Promise<T> {
  const id = checkIdOf(job.name);
  return state.locks.exclusively(
    id,
    async () => {
      // An earlier check may have been killed.
      await dropCheckedRows(state.db, id);
      try {
        return await work(id);
      } finally {
        await dropCheckedRows(state.db, id);
      }
    },
    stop,
  );
}
