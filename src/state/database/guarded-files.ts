import { NodeFS } from "@electric-sql/pglite/nodefs";
import { diskFull } from "../../domain/disk-full.ts";
import type { Problem } from "../../domain/problem.ts";

/** PGlite's program; it calls this function for every file operation. */
interface Program {
  NODEFS: { tryFSOperation<T>(operation: () => T): T };
}

/**
 * The files of an embedded database on a disk that may become full. PostgreSQL exits when it cannot write its log;
 * PGlite loops forever instead. So the first write that fails for lack of space ends the database at once, like a
 * kill, which loses nothing. Do not call the database after that.
 */
export class GuardedFiles extends NodeFS {
  /** The reason why the database has ended; `null` while it is usable. */
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
        // Any exception that is not a file error unwinds the whole program.
        throw full ?? error;
      }
    };
  }

  /** Stops the program from running the rest of the statement. */
  #end(program: Program, full: Problem): void {
    this.ended ??= full;
    const jump = { status: Reflect.get(this.pg ?? {}, "POSTGRES_MAIN_LONGJMP") as unknown };
    const fail = (thrown: unknown): never => {
      throw thrown;
    };
    // After any error but a jump, PGlite calls the loop again, and then the handler of the jump.
    Object.assign(program, {
      _PostgresMainLoopOnce: () => fail(jump),
      _PostgresMainLongJmp: () => fail(full),
      _pq_buffer_remaining_data: () => fail(full),
      _PostgresSendReadyForQueryIfNecessary: () => undefined,
      _pgl_pq_flush: () => undefined,
    });
  }
}
