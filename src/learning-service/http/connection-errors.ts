import type { AdviceCode, UnansweredCode } from "../../domain/facts/subjects/service.ts";

interface Advice {
  what: UnansweredCode;
  next: AdviceCode;
}

const UNTRUSTED: Advice = { what: "service.issuer_not_trusted", next: "service.trust_issuer" };

const BY_CODE: Readonly<Record<string, Advice>> = {
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_UNTRUSTED: UNTRUSTED,
  CERT_HAS_EXPIRED: { what: "service.certificate_expired", next: "service.renew_certificate" },
  CERT_NOT_YET_VALID: { what: "service.certificate_not_yet_valid", next: "service.check_clock" },
  CERT_REVOKED: { what: "service.certificate_revoked", next: "service.ask_operators" },
  ERR_TLS_CERT_ALTNAME_INVALID: { what: "service.certificate_of_other_host", next: "service.check_host" },
  ERR_SSL_WRONG_VERSION_NUMBER: { what: "service.no_tls", next: "service.check_port" },
  ENOTFOUND: { what: "service.unknown_host", next: "service.check_dns" },
};

/** Returns the facts for a connection that was never established, by Node's error code. */
export function connectionAdvice(code: string): Advice {
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  return known ?? { what: "service.no_connection", next: "service.check_connection" };
}
