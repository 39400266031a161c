import { isUnencrypted } from "../../model/loopback.ts";
import type { ServiceSettings } from "../../model/settings.ts";
import type { Finding } from "./finding.ts";

/**
 * The access token that a request went out with. `renewed`: it was fetched for that. `proven`: the answer shows that
 * the service knows it.
 */
export function tokenFinding({ auth: { client, header, scheme } }: ServiceSettings, renewed: boolean, proven: boolean): Finding {
  const how = client === null ? "by refresh" : "with client credentials";
  const which = renewed ? `A new access token came ${how} and` : `The stored access token, which came ${how},`;
  const shown = `\`${header}: ${scheme === "" ? "" : `${scheme} `}…\``;
  const went = proven ? `is accepted as ${shown}.` : `went out as ${shown}; no answer shows yet whether it is accepted.`;
  // It may be dead long before anybody notices.
  const untried = renewed || client !== null ? "" : " It has not expired, so the refresh token was not tried.";
  const found = `${which} ${went}${untried}`;
  return { what: "token", verdict: proven ? "fits" : "unknown", found };
}

/** Secrets may travel unencrypted only where the job says so; whoever checks the job is reminded of it. */
export function encryptionFindings({ baseUrl }: Pick<ServiceSettings, "baseUrl">): Finding[] {
  if (!isUnencrypted(baseUrl)) return [];
  return [
    {
      what: "connection",
      verdict: "look",
      found: "The connection is not encrypted: tokens and personal data can be read and changed on the way.",
      settings: ["service.base_url", "service.insecure"],
      advice: "Use https://, and remove `insecure: true`.",
    },
  ];
}

/** What only a write would tell (docs/interface-gaps.md). */
export function dialectFindings({ dialect }: ServiceSettings): Finding[] {
  const { groupIds, createdId, updateBody } = dialect;
  const open = (setting: string, found: string, advice: string): Finding => ({
    what: "dialect",
    verdict: "unknown",
    found,
    settings: [setting],
    advice,
  });
  return [
    open(
      "service.dialect.group_ids",
      `Whether groups go out as a list or as an object; now: ${groupIds}.`,
      "Should the first create with groups fail with `specification_violation`, it is the other one.",
    ),
    open(
      "service.dialect.created_id",
      `Where the answer to a create holds the id of the new account; now: ${createdId ?? "`user_id`, else `id`"}.`,
      "Should creates end `created_unlinked`, look at an answer of the service and say where the id stands.",
    ),
    open(
      "service.dialect.update_body",
      `Whether an update leaves alone the fields that it does not name; now: ${updateBody}.`,
      updateBody === "full"
        ? "With `full` it does not matter: every update names all fields of the mapping."
        : "With `changed` it must: should an update empty other fields, set it to `full`.",
    ),
  ];
}
