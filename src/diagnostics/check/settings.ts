import { fact, inTurn, type Fact } from "../../domain/facts/fact.ts";
import { isUnencrypted } from "../../domain/loopback.ts";
import type { Job, ServiceSettings } from "../../domain/settings.ts";
import type { CompiledMapping } from "../../mapping/compiled.ts";
import type { Finding } from "../../domain/finding.ts";

/**
 * Reports on the access token of the first request. `renewed`: it was requested for it. `proven`: the answer shows that
 * the service accepts it.
 */
export function tokenFinding({ auth: { client, header, scheme } }: ServiceSettings, renewed: boolean, proven: boolean): Finding {
  const token =
    client === null
      ? fact(renewed ? "token.new_by_refresh" : "token.stored_by_refresh", {})
      : fact(renewed ? "token.new_by_client" : "token.stored_by_client", {});
  const shown = `${header}: ${scheme === "" ? "" : `${scheme} `}…`;
  const found = inTurn(
    fact(proven ? "check.token_accepted" : "check.token_sent", { token, header: shown }),
    // A refresh token can become invalid without notice.
    renewed || client !== null ? undefined : fact("check.refresh_untried", {}),
  );
  return { what: "token", verdict: proven ? "fits" : "unknown", found };
}

/** Reports an unencrypted connection, which the job must allow explicitly. */
export function encryptionFindings({ baseUrl }: Pick<ServiceSettings, "baseUrl">): Finding[] {
  if (!isUnencrypted(baseUrl)) return [];
  return [
    {
      what: "connection",
      verdict: "look",
      found: fact("check.unencrypted", {}),
      settings: ["service.base_url", "service.insecure"],
      advice: fact("check.use_https", {}),
    },
  ];
}

/** Reports other connections that the configuration allows to be unencrypted. */
export function otherConnectionFindings({ notify }: Pick<Job, "notify">, unencrypted: readonly string[]): Finding[] {
  const findings = unencrypted.map((variable): Finding => {
    const redis = variable === "REDIS_URL";
    const found = fact(redis ? "check.redis_unencrypted" : "check.database_unencrypted", { variable });
    return { what: "connection", verdict: "look", found, advice: fact(redis ? "check.use_rediss" : "check.use_sslmode", {}) };
  });
  if (notify?.mail?.insecure !== true) return findings;
  const mail: Finding = {
    what: "connection",
    verdict: "look",
    found: fact("check.mail_unencrypted", {}),
    settings: ["notify.mail.smtp", "notify.mail.insecure"],
    advice: fact("check.use_mail_tls", {}),
  };
  return [...findings, mail];
}

/** Reports settings that only a write request could verify (docs/internals/interface-gaps.md). */
export function dialectFindings({ dialect }: ServiceSettings): Finding[] {
  const { groupIds, createdId, updateBody } = dialect;
  const open = (setting: string, found: Fact, advice: Fact): Finding => ({
    what: "dialect",
    verdict: "unknown",
    found,
    settings: [setting],
    advice,
  });
  return [
    open("service.dialect.group_ids", fact("check.group_ids_unknown", { value: groupIds }), fact("check.use_other_form", {})),
    open(
      "service.dialect.created_id",
      createdId === null ? fact("check.created_id_default_unknown", {}) : fact("check.created_id_unknown", { value: createdId }),
      fact("check.set_created_id", {}),
    ),
    open(
      "service.dialect.update_body",
      fact("check.update_body_unknown", { value: updateBody }),
      fact(updateBody === "full" ? "check.update_is_full" : "check.set_update_full", {}),
    ),
  ];
}

/** Reports how new accounts get their usernames, and a setting that may give someone a second account. */
export function usernameFindings({ usernames }: Pick<CompiledMapping, "usernames">): Finding[] {
  if (usernames === null) return [];
  const { at, onTaken } = usernames;
  if (onTaken === "hold") return [{ what: "usernames", verdict: "fits", found: fact("check.usernames_hold", { at }) }];
  return [
    {
      what: "usernames",
      verdict: "look",
      found: fact("check.usernames_next", { at }),
      settings: ["mapping: on_create.username.on_taken"],
      advice: fact("check.use_hold", {}),
    },
  ];
}
