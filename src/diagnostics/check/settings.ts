import { isUnencrypted } from "../../domain/loopback.ts";
import type { Job, ServiceSettings } from "../../domain/settings.ts";
import type { CompiledMapping } from "../../mapping/compiled.ts";
import type { Finding } from "../../domain/finding.ts";

/**
 * Reports on the access token of the first request. `renewed`: it was requested for it. `proven`: the answer shows that
 * the service accepts it.
 */
export function tokenFinding({ auth: { client, header, scheme } }: ServiceSettings, renewed: boolean, proven: boolean): Finding {
  const how = client === null ? "by refresh" : "with client credentials";
  const which = renewed ? `A new access token, obtained ${how},` : `The stored access token, obtained ${how},`;
  const shown = `\`${header}: ${scheme === "" ? "" : `${scheme} `}…\``;
  const went = proven ? `is accepted as ${shown}.` : `was sent as ${shown}; no answer shows yet whether it is accepted.`;
  // A refresh token can become invalid without notice.
  const untried = renewed || client !== null ? "" : " It has not expired, so the refresh token was not tried.";
  const found = `${which} ${went}${untried}`;
  return { what: "token", verdict: proven ? "fits" : "unknown", found };
}

/** Reports an unencrypted connection, which the job must allow explicitly. */
export function encryptionFindings({ baseUrl }: Pick<ServiceSettings, "baseUrl">): Finding[] {
  if (!isUnencrypted(baseUrl)) return [];
  return [
    {
      what: "connection",
      verdict: "look",
      found: "The connection is not encrypted: tokens and personal data can be read and changed in transit.",
      settings: ["service.base_url", "service.insecure"],
      advice: "Use https://, and remove `insecure: true`.",
    },
  ];
}

/** Reports other connections that the configuration allows to be unencrypted. */
export function otherConnectionFindings({ notify }: Pick<Job, "notify">, unencrypted: readonly string[]): Finding[] {
  const findings = unencrypted.map((name): Finding => ({
    what: "connection",
    verdict: "look",
    found: `${name} leads to another machine without TLS: its password${name === "REDIS_URL" ? "" : " and personal data"} can be read in transit.`,
    advice:
      name === "REDIS_URL"
        ? "Use rediss://, and unset ROLLCALL_REDIS_INSECURE, unless the network is private."
        : "Use sslmode=verify-full, unless the network is private.",
  }));
  if (notify?.mail?.insecure !== true) return findings;
  const mail: Finding = {
    what: "connection",
    verdict: "look",
    found: "Mail may be sent without TLS: its text and the password can be read in transit.",
    settings: ["notify.mail.smtp", "notify.mail.insecure"],
    advice: "Use a server with TLS or STARTTLS, and remove `insecure: true`.",
  };
  return [...findings, mail];
}

/** Reports settings that only a write request could verify (docs/internals/interface-gaps.md). */
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
      `Whether groups are sent as a list or as an object; current setting: ${groupIds}.`,
      "If the first create with groups fails with `specification_violation`, use the other one.",
    ),
    open(
      "service.dialect.created_id",
      `Where the answer to a create contains the id of the new account; current setting: ${createdId ?? "`user_id`, else `id`"}.`,
      "If creates end with `created_unlinked`, look at an answer of the service and set where the id is.",
    ),
    open(
      "service.dialect.update_body",
      `Whether an update keeps fields that it does not contain; current setting: ${updateBody}.`,
      updateBody === "full"
        ? "With `full` it does not matter: every update contains all fields of the mapping."
        : "With `changed` it must. If an update clears other fields, set it to `full`.",
    ),
  ];
}

/** Reports how new accounts get their usernames, and a setting that may give someone a second account. */
export function usernameFindings({ usernames }: Pick<CompiledMapping, "usernames">): Finding[] {
  if (usernames === null) return [];
  const found = `New accounts get a unique username (${usernames.at}).`;
  if (usernames.onTaken === "hold") {
    return [{ what: "usernames", verdict: "fits", found: `${found} One that the service refuses as taken blocks the person.` }];
  }
  return [
    {
      what: "usernames",
      verdict: "look",
      found: `${found} If the service refuses one as taken, the next run tries another one, although the account may be the person's.`,
      settings: ["mapping: on_create.username.on_taken"],
      advice:
        "Use `on_taken: next` only if all accounts of these people are linked. With `hold`, such a person is blocked until someone has looked.",
    },
  ];
}
