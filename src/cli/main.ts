import { buildProgram } from "./program.ts";
import { endWith, exitFor } from "./failure.ts";

try {
  const program = buildProgram();
  await program.parseAsync();
} catch (error) {
  endWith(exitFor(error));
}
