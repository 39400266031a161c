/** Returns whether a host name or address, with or without the brackets of a URL, is this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replaceAll(/[[\]]/g, "").toLowerCase();
  return name === "localhost" || name === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}

/** Returns whether traffic to an address can be read on its way: plain http, and not to this machine. */
export function isUnencrypted(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === "http:" && !isLoopback(url.hostname);
}

/**
 * Returns whether an address of PostgreSQL leads to another machine without TLS. A host that is a path is a socket.
 * @param host the host where the address names none
 */
export function isUnencryptedDatabase(address: string, host = ""): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  const mode = url.searchParams.get("sslmode") ?? "disable";
  const named = [url.searchParams.get("host") ?? "", decodeURIComponent(url.hostname), host].find((one) => one !== "") ?? "localhost";
  return mode === "disable" && !named.startsWith("/") && !isLoopback(named);
}

/** Returns whether an address of Redis sends a password to another machine without TLS. Redis itself stores ids only. */
export function isUnencryptedRedis(address: string): boolean {
  const [, credentials = "", hosts = ""] = /^redis(?:\+[a-z]+)?:\/\/(?:([^@/]*)@)?([^/?#]+)/i.exec(address.trim()) ?? [];
  const names = hosts.split(",").map((host) => host.replace(/:\d+$/, ""));
  return credentials.includes(":") && names.some((name) => name !== "" && !isLoopback(name));
}
