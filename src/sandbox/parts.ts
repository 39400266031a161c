import type { World } from "./area.ts";
import type { Drift } from "./faults/drift.ts";
import type { Fault, Faults } from "./faults/faults.ts";
import type { LoggedRequest, RequestLog } from "./requests.ts";

/** The parts of the server. */
export interface SandboxParts extends World {
  faults: Faults;
  requests: RequestLog;
  drift: Drift;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The fault for this request. */
    fault?: Fault;
    /** Its entry in the request log; only requests of the interface have one. */
    logged?: LoggedRequest;
  }
}
