/** Writes docs/schemas/, and the tables of keys in the documentation, from the schemas that files are checked by. Run by `npm run schemas`. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { schemaText } from "../setup/schema/json.ts";
import { FORMATS, schemaOf } from "../setup/schema/schemas.ts";
import { withKeyTables } from "./key-tables.ts";

const docs = fileURLToPath(new URL("../../docs/", import.meta.url));
mkdirSync(`${docs}schemas`, { recursive: true });
for (const format of FORMATS) writeFileSync(`${docs}schemas/${format}.json`, schemaText(schemaOf(format)));
for (const page of globSync(`${docs}{guides,reference}/*.md`)) writeFileSync(page, withKeyTables(readFileSync(page, "utf8")));
