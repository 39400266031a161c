/** Why no connection came about, by the code that Node gives; `what` continues "…: ". */
interface Advice {
  what: string;
  next: string;
}

const UNKNOWN: Advice = { what: "no connection to the service", next: "Check service.base_url, the network and the service." };

const UNTRUSTED: Advice = {
  what: "no connection to the service, because nobody that this machine trusts has signed the certificate that came",
  next: "If a proxy or an authority of your own signs it, name the file with that authority's certificate in NODE_EXTRA_CA_CERTS. Else check service.base_url and ask the service's operators.",
};

const BY_CODE: Readonly<Record<string, Advice>> = {
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_UNTRUSTED: UNTRUSTED,
  CERT_HAS_EXPIRED: {
    what: "no connection to the service, because its certificate has expired",
    next: "Check the clock of this machine, and ask the service's operators to renew the certificate.",
  },
  CERT_NOT_YET_VALID: {
    what: "no connection to the service, because its certificate is not valid yet",
    next: "Check the clock of this machine, and ask the service's operators.",
  },
  CERT_REVOKED: {
    what: "no connection to the service, because its certificate is revoked",
    next: "Ask the service's operators.",
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: "no connection to the service, because the certificate that came is for another name",
    next: "Check the host name in service.base_url.",
  },
  ERR_SSL_WRONG_VERSION_NUMBER: {
    what: "no connection to the service, because it does not speak TLS at this address",
    next: "Check the port in service.base_url.",
  },
  ENOTFOUND: {
    what: "no connection to the service, because its host name is not known",
    next: "Check the host name in service.base_url, and the name server of this machine.",
  },
};

/** Returns what happened and what to do next, for a connection that was never established. */
export function connectionAdvice(code: string): Advice {
  return (Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined) ?? UNKNOWN;
}
