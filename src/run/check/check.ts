import { checkIdOf, dropCheckedRows } from "../../store/checked-rows.ts";
import type { Service, Session } from "../session.ts";
import { judgeRows, readRows, type FileChecked } from "./file.ts";
import { checkService, type ServiceChecked } from "./service.ts";

/**
 * Reads a job's file and asks the service, as a plan would, and forgets the rows again. One at a time for a job.
 * @param given a file that was named by hand, in place of the job's
 * @throws FileProblem for a file that is wrong as a whole
 */
export async function checkJob(
  session: Session,
  given: string | null,
  connect: () => Promise<Service>,
): Promise<{ file: FileChecked; service: ServiceChecked }> {
  const { state, job, stop } = session;
  const id = checkIdOf(job.name);
  const work = async (): Promise<{ file: FileChecked; service: ServiceChecked }> => {
    // An earlier check may have been killed.
    await dropCheckedRows(state.db, id);
    try {
      const read = await readRows(session, id, given);
      const service = await connect();
      return await checkService(session, service, (groups) => judgeRows(session, service, read, groups));
    } finally {
      await dropCheckedRows(state.db, id);
    }
  };
  return state.locks.exclusively(id, work, stop);
}
