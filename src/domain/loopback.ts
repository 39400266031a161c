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
