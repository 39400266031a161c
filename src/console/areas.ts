import { addAccess } from "./access/access.ts";
import { addPages } from "./pages/all.ts";
import type { Area } from "./server.ts";

/** Everything that the console serves. */
export const AREAS: readonly Area[] = [addAccess, addPages];
