// Health check for Docker: exits with 0 if the process in this container is ready, otherwise 1. The image has neither
// curl nor wget.
// The console answers on its own port; a worker or a scheduler on ROLLCALL_HEALTH_PORT.
const port = process.env.ROLLCALL_HEALTH_PORT || "8423";
try {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4000), redirect: "error" });
  if (!answer.ok) throw new Error(`${answer.status} ${(await answer.text()).slice(0, 200)}`);
} catch (error) {
  console.error(`not ready: ${error.message}`);
  process.exit(1);
}
