import { readCreatedId } from "../../../learning-service/created.ts";
import type { NamedEndpoint } from "../../../learning-service/contract/contract.ts";
import { isUuid } from "../../../learning-service/contract/values.ts";
import { ServiceProblem } from "../../../learning-service/errors/errors.ts";
import type { CallInput } from "../../../learning-service/methods.ts";
import type { Decider } from "../../../review/decisions.ts";
import { appendAudit } from "../../../store/audit/audit.ts";
import type { State } from "../../../state/state.ts";
import type { Call } from "../../../app/io.ts";

/** Fields that identify a person by anything other than an id of the service. */
const PERSONAL: ReadonlySet<string> = new Set(["employee_id", "external_id", "national_id"]);

/**
 * Sends a manual write between two audit entries (I8): the first is durable before the request leaves, the second records
 * the response. Records ids of the service and field names, never values.
 */
export async function recorded<T>(
  io: Call,
  state: State,
  { named, input, account, by }: { named: NamedEndpoint; input: CallInput; account: string; by: Decider },
  send: () => Promise<T>,
): Promise<T> {
  const { entry } = named;
  const detail = {
    account,
    endpoint: `${entry.method} ${entry.path}`,
    ids: idsOf(input),
    fields: Object.keys(input.body ?? {}),
    via: by.via,
  };
  const write = (action: string, more: object): Promise<void> =>
    appendAudit(state, { actor: by.name, action, detail: { ...detail, ...more } }, io.now());
  await write("service_write_sent", {});
  let answered: T;
  try {
    answered = await send();
  } catch (error) {
    const known = error instanceof ServiceProblem;
    await write("service_write_answer", known ? { answer: error.code, status: error.status, sent: error.sent } : { answer: "unknown" });
    throw error;
  }
  const created = entry.method === "POST" ? readCreatedId(answered, null) : null;
  await write("service_write_answer", { answer: "ok", ...(created === null ? {} : { created }) });
  return answered;
}

/** Returns the UUIDs in the parameters and the body, by name. Logins are left out. */
function idsOf({ params, query, body }: CallInput): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, value] of Object.entries({ ...body, ...query, ...params })) {
    if (PERSONAL.has(name)) continue;
    const values = Array.isArray(value) ? value : typeof value === "object" && value !== null ? Object.keys(value) : [value];
    const ids = values.filter((one): one is string => isUuid(one));
    if (ids.length > 0) found[name] = ids;
  }
  return found;
}
