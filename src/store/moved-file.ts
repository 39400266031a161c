/** Says in a state directory that its state was taken to a server, or that somebody has begun to. */
export const MOVED = "moved.json";
