import { installChance } from "./chance.ts";
import { installFiles } from "./files.ts";
import { installLocks } from "./locks.ts";
import { installNetwork } from "./network.ts";
import { installTime } from "./time.ts";

// Imported before anything else, so that the product only ever sees the simulated world.
installTime();
installChance();
installFiles();
installNetwork();
installLocks();

/** True once the world is in place. */
export const installed = true;
