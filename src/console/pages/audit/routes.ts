import type { FastifyInstance } from "fastify";
import { verifyAudit } from "../../../review/audit.ts";
import { auditCsv, auditJson } from "../../../review/audit-export.ts";
import { listActions, pageAudit, type AuditFilter } from "../../../store/audit/audit-pages.ts";
import { findPersonById } from "../../../store/people/people-pages.ts";
import { route, type ActorsRequest } from "../../access/route.ts";
import { notFound } from "../../answers.ts";
import type { ConsoleParts } from "../../parts.ts";
import { auditView, type AuditData } from "./view.ts";
import { addPageRoute } from "../page-route.ts";
import { choice, day, pageOf, query } from "../query.ts";

const ENTRIES_PER_PAGE = 50;
const DAY = 86_400_000;
/** More are exported by the command line. */
const MAX_EXPORTED = 50_000;

/** The trail of everything that was decided and done, with the state of its chain. */
export function addAuditPage(app: FastifyInstance, parts: ConsoleParts): void {
  const { db } = parts.state;

  addPageRoute(app, {
    url: "/audit",
    right: "look",
    load: async (request): Promise<AuditData> => {
      const { filter, asked } = await filterOf(request, parts);
      const { page, limit, offset } = pageOf(request, ENTRIES_PER_PAGE);
      const { entries, more } = await pageAudit(db, filter, { limit, offset });
      const verify = query(request, "verify") !== null;
      return {
        entries,
        filter: asked,
        actions: await listActions(db),
        page,
        limit,
        more,
        chain: verify ? await verifyAudit(parts.state) : null,
      };
    },
    draw: (data, request) => ({ title: "Audit", content: auditView(data, request) }),
  });

  const download = (url: string): void =>
    route(app, {
      method: "GET",
      url,
      right: "look",
      handler: async (request, reply) => {
        const { filter } = await filterOf(request, parts);
        const { entries } = await pageAudit(db, filter, { limit: MAX_EXPORTED, offset: 0 });
        const format = choice(request, "format", ["json", "csv"] as const) ?? "json";
        const inOrder = entries.toReversed();
        reply.header("content-disposition", `attachment; filename="rollcall-audit.${format}"`);
        if (format === "csv") return reply.type("text/csv; charset=utf-8").send(auditCsv(inOrder));
        return reply.type("application/json; charset=utf-8").send(auditJson(inOrder));
      },
    });
  download("/audit/export");
  download("/api/v1/audit/export");
}

async function filterOf(request: ActorsRequest, { state }: ConsoleParts): Promise<{ filter: AuditFilter; asked: AuditData["filter"] }> {
  const asked = {
    actor: query(request, "actor"),
    action: query(request, "action"),
    about: query(request, "about"),
    person: query(request, "person"),
    from: query(request, "from"),
    to: query(request, "to"),
  };
  const [from, to] = [day(request, "from"), day(request, "to")];
  const filter: AuditFilter = {};
  if (asked.actor !== null) filter.actor = asked.actor;
  if (asked.action !== null) filter.action = asked.action;
  if (asked.about !== null) filter.about = asked.about;
  if (from !== null) filter.from = from;
  if (to !== null) filter.to = new Date(to.getTime() + DAY);
  if (asked.person !== null) {
    const person = await findPersonById(state.db, asked.person);
    if (person === undefined) throw notFound("There is nobody at this address.");
    filter.key = person.key;
  }
  return { filter, asked };
}
