/** Returns what a piece of work took: time that passed, and processor time of this process, which other programs disturb less. */
export async function timed(work: () => Promise<unknown>): Promise<{ ms: number; cpuMs: number }> {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - started, cpuMs: (user + system) / 1000 };
}
