import { Argument, type Command } from "commander";
import { schemaOf, type Format } from "../../../setup/schema/schemas.ts";
import { schemaText } from "../../../setup/schema/json.ts";
import { withExamples } from "../../options.ts";
import { print } from "../../../app/output.ts";
import type { Call } from "../../../app/io.ts";

export function addSchema(io: Call, command: Command): void {
  command
    .addArgument(new Argument("<format>", "the format").choices(["mapping", "job"]))
    .action((format: Format) => print(io, schemaText(schemaOf(format))));
  withExamples(command, "rollcall schema mapping > mapping.schema.json", "rollcall schema job > job.schema.json");
}
