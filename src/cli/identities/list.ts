import { t } from "../../reporting/locales/t.ts";
import { listUnconfirmed } from "../../reporting/unconfirmed.ts";
import { listLinks } from "../../store/identities/links.ts";
import { print, printJson } from "../../app/output.ts";
import { table } from "../view/tables.ts";
import { unconfirmedText } from "../view/identities.ts";
import { loadConfiguration, withState, type CommonOptions } from "../../app/open-session.ts";
import type { Call } from "../../app/io.ts";

export interface ListOptions extends CommonOptions {
  unsettled?: boolean;
}

/** Prints the links of a job's service account, and its unconfirmed creates with their evidence. */
export async function listIdentities(io: Call, jobName: string, options: ListOptions): Promise<void> {
  const { job } = await loadConfiguration(io, jobName);
  await withState(io, options, async ({ db }) => {
    const creates = await listUnconfirmed(db, job.service.account, jobName);
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
      const unconfirmed = creates.map(({ at, ...create }) => ({ ...create, since: at }));
      return printJson(io, options.unsettled === true ? unconfirmed : { links, unsettled: unconfirmed });
    }
    if (links.length > 0)
      print(io, table([["key", "user_id", "source", "since"], ...links.map((l) => [l.key, l.user_id, l.source, l.since.slice(0, 10)])]));
    if (creates.length > 0) print(io, `${links.length > 0 ? "\n" : ""}${unconfirmedText(creates)}`);
    if (links.length + creates.length === 0)
      print(io, options.unsettled === true ? t("identities.every_new_account") : t("identities.no_links"));
  });
}
