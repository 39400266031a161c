import type { World } from "./area.ts";
import type { Drift } from "./drift.ts";
import type { Fault, Faults } from "./faults.ts";
import type { LoggedRequest, RequestLog } from "./requests.ts";

/** What the server is made of. */
export interface SandboxParts extends World {
  faults: Faults;
  requests: RequestLog;
  drift: Drift;
}

declare module "fastify" {
  interface FastifyRequest {
    /** What shall go wrong with this request. */
    fault?: Fault;
    /** Its entry in the log; only requests of the interface have one. */
    logged?: LoggedRequest;
  }
}
