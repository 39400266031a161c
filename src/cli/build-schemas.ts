/** Writes docs/schemas/ from the schemas that files are checked by. Run by `npm run schemas`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { schemaText } from "../scaffold/schema/json.ts";
import { FORMATS, schemaOf } from "../scaffold/schema/schemas.ts";

const folder = fileURLToPath(new URL("../../docs/schemas/", import.meta.url));
mkdirSync(folder, { recursive: true });
for (const format of FORMATS) writeFileSync(`${folder}${format}.json`, schemaText(schemaOf(format)));
