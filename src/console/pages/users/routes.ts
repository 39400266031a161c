import type { FastifyInstance } from "fastify";
import { shownUsers } from "../../../actions/users.ts";
import { t } from "../../../reporting/locales/t.ts";
import { listUsers, USER_SORTS } from "../../../store/console/users.ts";
import type { ConsoleParts } from "../../parts.ts";
import { openSessions } from "../account/open-sessions.ts";
import { addPageRoute } from "../page-route.ts";
import { sortOf } from "../sorting.ts";
import { usersView, type Users } from "./view.ts";

/** Adds users and all sessions, for administrators. Names are in forms, never in an address. */
export function addUsersPage(app: FastifyInstance, parts: ConsoleParts): void {
  addPageRoute<Users>(app, {
    url: "/users",
    right: "manage users",
    load: async (request) => {
      const sort = sortOf(request, USER_SORTS, { by: "name", direction: "asc" });
      const users = await shownUsers(parts.state.db, await listUsers(parts.state.db, sort));
      return { users, sort, sessions: await openSessions(parts, request.session) };
    },
    draw: (data, request) => ({ title: t("shell.users"), content: usersView(data, request) }),
  });
}
