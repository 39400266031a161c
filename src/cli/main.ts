import { plainWords } from "./by-hand/names.ts";
import { withSecretFiles } from "../config/secret-files.ts";
import { buildProgram } from "./program.ts";
import { endWith, exitFor } from "./failure.ts";
import { spareMemory } from "./memory.ts";

spareMemory();
// The one place: whatever asks for a variable from here on may be given it as a file.
process.env = withSecretFiles(process.env);
try {
  const [command = "", ...words] = process.argv.slice(2);
  const args = command === "service" ? [command, ...plainWords(words)] : process.argv.slice(2);
  await buildProgram().parseAsync(args, { from: "user" });
} catch (error) {
  endWith(exitFor(error));
}
