/** Cause and advice for a failed connection, by Node's error code; `what` follows "<endpoint>: ". */
interface Advice {
  what: string;
  next: string;
}

const UNKNOWN: Advice = {
  what: "no connection to the service",
  next: "Check service.base_url and the network, and that the service is running.",
};

const UNTRUSTED: Advice = {
  what: "no connection to the service: this machine does not trust the issuer of its certificate",
  next: "If a proxy or your own certificate authority issued it, set NODE_EXTRA_CA_CERTS to the file with the authority's certificate. Otherwise check service.base_url and ask the service's operators.",
};

const BY_CODE: Readonly<Record<string, Advice>> = {
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_UNTRUSTED: UNTRUSTED,
  CERT_HAS_EXPIRED: {
    what: "no connection to the service: its certificate has expired",
    next: "Check the clock of this machine, and ask the service's operators to renew the certificate.",
  },
  CERT_NOT_YET_VALID: {
    what: "no connection to the service: its certificate is not valid yet",
    next: "Check the clock of this machine, and ask the service's operators.",
  },
  CERT_REVOKED: {
    what: "no connection to the service: its certificate is revoked",
    next: "Ask the service's operators.",
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: "no connection to the service: its certificate is for another host name",
    next: "Check the host name in service.base_url.",
  },
  ERR_SSL_WRONG_VERSION_NUMBER: {
    what: "no connection to the service: this address does not use TLS",
    next: "Check the port in service.base_url.",
  },
  ENOTFOUND: {
    what: "no connection to the service: its host name cannot be resolved",
    next: "Check the host name in service.base_url and the DNS settings of this machine.",
  },
};

/** Returns cause and advice for a connection that was never established. */
export function connectionAdvice(code: string): Advice {
  return (Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined) ?? UNKNOWN;
}
