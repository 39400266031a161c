/** Returns an address for messages. Its query may contain credentials and is left out. */
export function shown(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}
