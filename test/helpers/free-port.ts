import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports that the system gives to anyone who asks for any, so that none of them is taken before its use. Fetch refuses 10080. */
const FIRST_PORT = 11_000;
const END_OF_PORTS = 32_000;
const TRIES = 100;

/**
 * Returns a port of this machine that nothing listens on.
 * @param above how far above it another one must be free too
 */
export async function freePort(above = 0): Promise<number> {
  for (let i = 0; i < TRIES; i += 1) {
    const port = randomInt(FIRST_PORT, END_OF_PORTS - above);
    if ((await isFree(port)) && (above === 0 || (await isFree(port + above)))) return port;
  }
  throw new Error(`none of ${TRIES} ports is free`);
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
