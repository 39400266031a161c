/** Loaded before a program (`--import`): kill -9 just before its embedded database gets a statement that KILL_BEFORE matches. */
import { PglitePool } from "../../src/state/database/pglite-pool.ts";

const statement = new RegExp(process.env["KILL_BEFORE"] ?? "");
const { run } = PglitePool.prototype;

PglitePool.prototype.run = function (...given) {
  if (statement.test(given[0])) process.kill(process.pid, "SIGKILL");
  return run.apply(this, given);
};
