import type { Company } from "../story/company.ts";
import { named } from "../story/events.ts";
import { isUserWrite, serviceLog, type Exchange } from "./service-log.ts";

/**
 * I2: a username goes to one person only and never changes, and a person whose create may have arrived is never created
 * under another one. After a restore, the names of lost creates are not known.
 */
export function judgeUsernames(company: Company, from: number): void {
  const { usernames } = company.policies;
  if (usernames === null || company.restored || company.journalDamaged) return;
  const first = new Map<string, Exchange>();
  const creates = serviceLog().filter((exchange) => isUserWrite(exchange) && exchange.logged.method === "POST");
  for (const exchange of creates) {
    const { username, town } = bodyOf(exchange);
    const before = first.get(username) ?? exchange;
    first.set(username, before);
    if (exchange.seq >= from && bodyOf(before).town !== town)
      company.violate("I2", `The username ${username} was sent for the person of ${town}, after that of ${bodyOf(before).town}.`);
  }
  for (const human of company.humans) {
    // Another key, or another first name before the account exists, may give another username.
    if ([...company.formerKeys.values()].includes(human.n)) continue;
    const own = creates.filter((exchange) => bodyOf(exchange).town === human.town);
    for (const [i, exchange] of own.entries()) {
      const pinned = own.slice(0, i).find((earlier) => mayHaveArrived(earlier) || (usernames.onTaken === "hold" && !human.renamed));
      if (exchange.seq < from || pinned === undefined || bodyOf(pinned).username === bodyOf(exchange).username) continue;
      company.violate(
        "I2",
        `${named(human)} was created as ${bodyOf(exchange).username}, although a create as ${bodyOf(pinned).username} was answered with ${String(pinned.logged.status)}.`,
      );
    }
  }
  for (const exchange of serviceLog()) {
    if (exchange.seq < from || !isUserWrite(exchange) || exchange.logged.method !== "PUT") continue;
    if (Reflect.has((exchange.logged.body as object | null) ?? {}, "username"))
      company.violate("I2", `The username of the account ${exchange.userId ?? ""} was sent again: ${bodyOf(exchange).username}.`);
  }
}

function bodyOf({ logged }: Exchange): { username: string; town: string } {
  const body = logged.body as Record<string, unknown> | null;
  return { username: String(body?.["username"]).toLowerCase(), town: String(body?.["city"]) };
}

/** A refusal proves that there is no account, and so does 512 (the request broke the specification); any other answer leaves it open. */
function mayHaveArrived({ logged: { status } }: Exchange): boolean {
  return status === null || status === 408 || (status >= 500 && status !== 512) || status === 200;
}
