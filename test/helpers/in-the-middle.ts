import { until, type Company } from "./company.ts";

/**
 * Resolves when a run has created more than so many accounts. From then on requests for users take two seconds, so that
 * the run lasts as long as what follows needs, however slow the machine is; until `goOn()`.
 */
export async function inTheMiddle(c: Company, accounts = 40): Promise<{ goOn(): void }> {
  await until(() => c.service.users().length > accounts, 120_000);
  const slow = (delayMs: number): void => {
    c.service.clearFaults();
    c.service.failNext({ path: "/users", delayMs, times: -1 });
  };
  slow(2000);
  return { goOn: () => slow(20) };
}
