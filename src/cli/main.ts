import { plainWords } from "./by-hand/names.ts";
import { buildProgram } from "./program.ts";
import { endWith, exitFor } from "./failure.ts";
import { spareMemory } from "./memory.ts";

spareMemory();
try {
  const [command = "", ...words] = process.argv.slice(2);
  const args = command === "service" ? [command, ...plainWords(words)] : process.argv.slice(2);
  await buildProgram().parseAsync(args, { from: "user" });
} catch (error) {
  endWith(exitFor(error));
}
