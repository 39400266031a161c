import { plainWords } from "./by-hand/names.ts";
import { withSecretFiles } from "../config/secret-files.ts";
import { startTraces, type Traces } from "../outside/traces.ts";
import { buildProgram } from "./program.ts";
import { version } from "./version.ts";
import { outliveReaders } from "./closed-pipe.ts";
import { endWith, exitFor } from "./failure.ts";
import { spareMemory } from "./memory.ts";

outliveReaders();
spareMemory();
// The one place: whatever asks for a variable from here on may be given it as a file.
process.env = withSecretFiles(process.env);
let traces: Traces | null = null;
try {
  traces = await startTraces(process.env, { version: version() });
  const [command = "", ...words] = process.argv.slice(2);
  const args = command === "service" ? [command, ...plainWords(words)] : process.argv.slice(2);
  await buildProgram().parseAsync(args, { from: "user" });
} catch (error) {
  endWith(exitFor(error));
} finally {
  await traces?.stop();
}
