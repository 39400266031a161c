import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { faultSchema } from "./faults.ts";
import { judge } from "./rules.ts";
import type { SandboxParts } from "./server.ts";
import { sandboxSettings } from "./settings.ts";
import { changeMember, groupViews, userViews } from "./views.ts";

const memberSchema = z.strictObject({ group: z.string(), user_id: z.string(), action: z.enum(["add", "remove"]) });
const tokenSchema = z.strictObject({ action: z.enum(["issue", "kill_access", "kill_refresh"]) });

/**
 * The sandbox's own interface for another process, outside the prefix and without a token:
 * `GET state`, `GET|DELETE requests`, `POST|DELETE faults`, `POST members`, `POST settings`, `POST tokens`.
 */
export function addAdmin(app: FastifyInstance, { state, tokens, faults, requests, settings }: SandboxParts): void {
  app.get("/_sandbox/state", async () => ({ users: userViews(state), groups: groupViews(state) }));
  app.get("/_sandbox/requests", async () => requests.list());
  app.delete("/_sandbox/requests", async () => {
    requests.clear();
    return {};
  });
  app.post("/_sandbox/faults", async (request) => {
    faults.add(judge(faultSchema, request.body));
    return {};
  });
  app.delete("/_sandbox/faults", async () => {
    faults.clear();
    return {};
  });
  app.post("/_sandbox/members", async (request) => {
    const { group, user_id, action } = judge(memberSchema, request.body);
    changeMember(state, group, user_id, action);
    return {};
  });
  app.post("/_sandbox/settings", async (request) => Object.assign(settings, judge(sandboxSettings.partial(), request.body)));
  app.post("/_sandbox/tokens", async (request) => {
    const { action } = judge(tokenSchema, request.body);
    if (action === "issue") return { refresh_token: tokens.issue() };
    tokens.killAll(action === "kill_access" ? "access" : "refresh");
    return {};
  });
}
