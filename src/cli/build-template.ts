/** Builds the template of a new state: a database after initdb and all migrations. Run by `npm ci` and the build. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareQueues } from "../queue/backend.ts";
import { openState } from "../state/state.ts";
import { publishTemplate, shrinkDatabase, templateArchive } from "../state/database/template.ts";

rmSync(templateArchive(), { force: true });
const draft = mkdtempSync(join(tmpdir(), "rollcall-template-"));
try {
  const state = await openState(draft);
  await prepareQueues(state);
  await state.close();
  await shrinkDatabase(join(draft, "database"));
  await publishTemplate(join(draft, "database"));
} finally {
  rmSync(draft, { recursive: true, force: true });
}
if (!existsSync(templateArchive())) throw new Error("the state template was not built");
