/** Whether a host name or address, as a URL has it or without brackets, is this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replaceAll(/[[\]]/g, "").toLowerCase();
  return name === "localhost" || name === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}

/** Whether what is sent to an address can be read on its way: plain http, and not to this machine. */
export function isUnencrypted(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === "http:" && !isLoopback(url.hostname);
}
