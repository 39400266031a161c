import { join } from "node:path";
import { sql } from "kysely";
import { openState } from "../helpers/state.ts";
import { workplace, type CliResult, type Workplace } from "../helpers/cli.ts";

/** Creates a place with a state in `state` and its backup in `good.rcb`. */
export async function backedUp(): Promise<Workplace> {
  const place = workplace();
  const state = await openState(join(place.dir, "state"));
  await sql`INSERT INTO setting (name, value) VALUES ('kept', '"yes"')`.execute(state.db);
  await state.journal.append({ t: "token", account: "acme", tokens: { configured: "x" } });
  await state.close();
  const { code, stderr } = await place.run(["backup", "good.rcb", "--state", "state"]);
  if (code !== 0) throw new Error(stderr);
  return place;
}

export function restoreIn(place: Workplace, file: string, state: string, ...more: string[]): Promise<CliResult> {
  return place.run(["restore", file, "--state", state, ...more, "--json"]);
}
