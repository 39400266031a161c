import { NodeFS } from "@electric-sql/pglite/nodefs";
import { diskFull } from "../model/disk-full.ts";
import type { Problem } from "../model/problem.ts";

/** PGlite's program, which calls this for every file operation. */
interface Program {
  NODEFS: { tryFSOperation<T>(operation: () => T): T };
}

/**
 * The files of an embedded database on a disk that may become full. PostgreSQL ends itself when it cannot write its
 * log; PGlite loops for ever instead. So the first write that finds no room ends the database at once, as a kill would,
 * which loses nothing. After that the database must not be called any more.
 */
export class GuardedFiles extends NodeFS {
  /** Why the database has ended; `null` while it has not. */
  ended: Problem | null = null;

  override async init(...given: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(...given);
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, (program: unknown) => this.#guard(program as Program)] } };
  }

  #guard(program: Program): void {
    const { NODEFS } = program;
    const attempt = NODEFS.tryFSOperation.bind(NODEFS);
    NODEFS.tryFSOperation = <T>(operation: () => T): T => {
      let full: Problem | null = null;
      try {
        return attempt(() => {
          try {
            return operation();
          } catch (error) {
            full = diskFull(error);
            throw error;
          }
        });
      } catch (error) {
        if (full !== null) this.#end(program, full);
        // An exception that is no error of a file leaves the program through everything that it was doing.
        throw full ?? error;
      }
    };
  }

  /** Keeps the program from being called again, with whatever is left of the statement. */
  #end(program: Program, full: Problem): void {
    this.ended ??= full;
    const jump = { status: Reflect.get(this.pg ?? {}, "POSTGRES_MAIN_LONGJMP") as unknown };
    const fail = (thrown: unknown): never => {
      throw thrown;
    };
    // PGlite calls the loop again after any error but a jump, and then what handles the jump.
    Object.assign(program, {
      _PostgresMainLoopOnce: () => fail(jump),
      _PostgresMainLongJmp: () => fail(full),
      _pq_buffer_remaining_data: () => fail(full),
      _PostgresSendReadyForQueryIfNecessary: () => undefined,
      _pgl_pq_flush: () => undefined,
    });
  }
}
