import { Argument, type Command } from "commander";
import { schemaOf, type Format } from "../../authoring/schema/schemas.ts";
import { schemaText } from "../../authoring/schema/json.ts";
import { withExamples } from "../options.ts";
import { print } from "../output.ts";
import type { Call } from "../io.ts";

export function addSchema(io: Call, program: Command): void {
  const command = program
    .command("schema")
    .description("the JSON Schema of a format, by which editors complete and check")
    .addArgument(new Argument("<format>", "which one").choices(["mapping", "job"]))
    .action((format: Format) => print(io, schemaText(schemaOf(format))));
  withExamples(command, "rollcall schema mapping > mapping.schema.json", "rollcall schema job > job.schema.json");
}
