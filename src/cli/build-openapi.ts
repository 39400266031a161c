/** Writes docs/reference/openapi.yaml from the contract. Run by `npm run openapi`. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openApiDocument } from "../learning-service/contract/openapi/openapi.ts";
import { openApiYaml } from "../learning-service/contract/openapi/openapi-yaml.ts";

const file = fileURLToPath(new URL("../../docs/reference/openapi.yaml", import.meta.url));
writeFileSync(file, openApiYaml(openApiDocument(), "Made from src/learning-service/contract by `npm run openapi`."));
