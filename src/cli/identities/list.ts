import { unsettledCreates } from "../../review/unsettled.ts";
import { listLinks } from "../../store/links.ts";
import { print, printJson } from "../output.ts";
import { table } from "../view/tables.ts";
import { unsettledText } from "../view/identities.ts";
import { loadConfiguration, withState, type CommonOptions } from "../wire.ts";
import type { Call } from "../io.ts";

/** Shows the links of a job's service account, and the creates that nobody knows the outcome of, with their evidence. */
export interface ListOptions extends CommonOptions {
  unsettled?: boolean;
}

export async function listIdentities(io: Call, jobName: string, options: ListOptions): Promise<void> {
  const { job } = await loadConfiguration(io, jobName);
  await withState(io, options, async ({ db }) => {
    const creates = await unsettledCreates(db, job.service.account, jobName);
    const links =
      options.unsettled === true
        ? []
        : (await listLinks(db, job.service.account)).map(({ key, user_id: userId, source, active, created_at: at }) => ({
            key,
            user_id: userId,
            source,
            active,
            since: at.toISOString(),
          }));
    if (options.json === true) {
      const unsettled = creates.map(({ at, ...create }) => ({ ...create, since: at }));
      return printJson(io, options.unsettled === true ? unsettled : { links, unsettled });
    }
    if (links.length > 0)
      print(io, table([["key", "user_id", "source", "since"], ...links.map((l) => [l.key, l.user_id, l.source, l.since.slice(0, 10)])]));
    if (creates.length > 0) print(io, `${links.length > 0 ? "\n" : ""}${unsettledText(creates)}`);
    if (links.length + creates.length === 0) print(io, options.unsettled === true ? "Everything is settled." : "Nobody is linked yet.");
  });
}
