import { fact } from "../../../domain/facts/fact.ts";
import { toCsv } from "../../../reporting/csv.ts";
import { stat } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import type { FieldError, SetupForm, SetupView, Step } from "../../../setup/browser/types.ts";
import { field } from "../../access/form.ts";
import { route, type ActorsRequest } from "../../access/route.ts";
import { Throttle } from "../../access/throttle.ts";
import { notFound } from "../../answers.ts";
import type { ConsoleParts } from "../../parts.ts";
import { doneAt, type Redirect } from "../../flash.ts";
import { machineTimeZone } from "../../../domain/languages.ts";
import { addPageRoute, pageAction, type DrawnPage } from "../page-route.ts";
import { flag, param } from "../query.ts";
import { currentReader } from "../../../reporting/locales/reader.ts";
import { t } from "../../../reporting/locales/t.ts";
import { downloadName } from "./plan-view.ts";
import { asStep, setupPage, startPage } from "./view.ts";

const RIGHT = "set up jobs";
const MAX_SAMPLE_BYTES = 20 << 20;
/** The request may be larger, so that the page can show the error at the field. */
const MAX_UPLOAD_BYTES = 100 << 20;

type Outcome = { next: string; job?: string } | { setup: SetupView } | { error: FieldError; id: string | null };

/** Adds the pages that set up a job: a sample, then one step after the other. */
export function addSetupPages(app: FastifyInstance, parts: ConsoleParts): void {
  const { setups, work } = parts;
  const tests = new Throttle({ free: 20, longest: 60_000, resetAfterMs: 600_000 });

  addPageRoute(app, {
    url: "/setup",
    right: RIGHT,
    load: async () => ({ setups: await setups.list() }),
    draw: ({ setups: all }, request) => startPage({ setups: all, error: null }, request),
  });

  const showStep = async (request: ActorsRequest, wanted: Step): Promise<SetupView> => {
    return (await setups.view(param(request, "id"), wanted)) ?? over();
  };
  addPageRoute(app, {
    url: "/setup/:id",
    right: RIGHT,
    load: async (request) => ({ ...(await showStep(request, "plan")), skipped: null }),
    draw: (setup, request) => setupPage(setup, request, untyped),
  });
  addPageRoute(app, {
    url: "/setup/:id/:step",
    right: RIGHT,
    load: async (request) => showStep(request, stepOf(request)),
    draw: (setup, request) => setupPage(setup, request, untyped),
  });

  pageAction<Outcome>(app, {
    url: "/setup",
    right: RIGHT,
    upload: { bytes: MAX_UPLOAD_BYTES },
    act: async (request) => {
      const error = await uploadError(request);
      const started =
        error === null && request.upload !== null
          ? await setups.start(request.upload, request.actor.name, readersPlace())
          : { error: error ?? NO_FILE };
      return "id" in started ? { next: `/setup/${started.id}/upload` } : { error: started.error, id: null };
    },
    next: (outcome, request) =>
      "next" in outcome ? outcome.next : startPage({ setups: [], error: "error" in outcome ? outcome.error : null }, request),
  });

  pageAction<Outcome>(app, {
    url: "/setup/:id/sample",
    right: RIGHT,
    upload: { bytes: MAX_UPLOAD_BYTES },
    act: async (request) => {
      const id = param(request, "id");
      const error = await uploadError(request);
      const replaced =
        error === null && request.upload !== null
          ? await setups.replace(id, request.upload, request.actor.name)
          : { error: error ?? NO_FILE };
      if (replaced === null) return over();
      if ("id" in replaced) return { next: `/setup/${id}/upload` };
      const setup = (await setups.view(id, "upload")) ?? over();
      return { setup: { ...setup, errors: [replaced.error] } };
    },
    next: drawOutcome,
  });

  pageAction(app, {
    url: "/setup/:id/discard",
    right: RIGHT,
    act: async (request) => {
      await setups.discard(param(request, "id"), request.actor.name);
      return { next: "/setup" };
    },
    next: ({ next }) => doneAt(next, fact("setup.is_discarded", {})),
  });

  pageAction<Outcome>(app, {
    url: "/setup/:id/:step",
    right: RIGHT,
    act: async (request) => {
      const id = param(request, "id");
      const step = stepOf(request);
      const form = formOf(request);
      const by = request.actor.name;
      if (step === "plan") {
        const finished = await setups.finish(id, form, by, (job, file) =>
          work.start(job, { by: request.actor, file, complete: flag(request, "complete"), planOnly: true }),
        );
        if (finished === null) return over();
        return "run" in finished ? { next: `/runs/${finished.run}`, job: finished.job } : { setup: finished.view };
      }
      if (step === "connection" || form.text("read") === "yes") {
        const now = parts.now().getTime();
        if (tests.wait(by, now) > 0) {
          const setup = (await setups.view(id, step)) ?? over();
          return { setup: { ...setup, errors: [{ field: "url", why: "too_many" }] } };
        }
        tests.count(by, now);
      }
      const saved = (await setups.save(id, step, form, by)) ?? over();
      return "next" in saved ? { next: `/setup/${id}/${saved.next}` } : { setup: saved.view };
    },
    next: drawOutcome,
  });

  const download = (url: string): void => {
    route(app, {
      method: "GET",
      url: `${url}/files/:kind`,
      right: RIGHT,
      handler: async (request, reply) => {
        const kind = param(request, "kind");
        const files = await setups.files(param(request, "id"));
        if (files === null || !(kind === "job" || kind === "mapping")) return over();
        const name = downloadName(files.place[kind]);
        reply.header(
          "content-disposition",
          `attachment; filename="${name.replaceAll(/[^ -~]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name)}`,
        );
        return reply.type("application/yaml; charset=utf-8").send(files[kind]);
      },
    });
    route(app, {
      method: "GET",
      url: `${url}/missing-groups.csv`,
      right: RIGHT,
      handler: async (request, reply) => {
        const rows = (await setups.missing(param(request, "id"))).map(({ group, people }) => [group, String(people)]);
        reply.header("content-disposition", 'attachment; filename="missing-groups.csv"').type("text/csv; charset=utf-8");
        return reply.send(toCsv([["group", "people"], ...rows]));
      },
    });
  };
  download("/setup/:id");
  download("/api/v1/setup/:id");
}

const NO_FILE: FieldError = { field: "file", why: "no_file" };

async function uploadError({ upload }: ActorsRequest): Promise<FieldError | null> {
  if (upload === null) return NO_FILE;
  return (await stat(upload.path)).size > MAX_SAMPLE_BYTES ? { field: "file", why: "sample_too_large" } : null;
}

function untyped(_: string, fallback: string): string {
  return fallback;
}

function drawOutcome(outcome: Outcome, request: ActorsRequest): string | Redirect | DrawnPage {
  if ("next" in outcome)
    return outcome.job === undefined ? outcome.next : doneAt(`/jobs/${encodeURIComponent(outcome.job)}`, fact("run.plan_is_made", {}));
  if ("error" in outcome) return startPage({ setups: [], error: outcome.error }, request);
  const { setup } = outcome;
  // Fields keep their text until it is correct; a token is never sent back.
  const typed = (name: string, fallback: string): string =>
    setup.errors.length > 0 && name !== "token" && hasField(request, name) ? field(request, name) : fallback;
  return setupPage(setup, request, typed);
}

/** The language and the time zone of a reader; of one without a zone that of this machine. */
function readersPlace(): { language: string; timeZone: string } {
  const { language, timeZone } = currentReader();
  return { language, timeZone: timeZone === "UTC" ? machineTimeZone() : timeZone };
}

function hasField({ body }: ActorsRequest, name: string): boolean {
  return typeof body === "object" && body !== null && Object.hasOwn(body, name);
}

function formOf(request: ActorsRequest): SetupForm {
  return { has: (name) => hasField(request, name), text: (name) => field(request, name) };
}

function stepOf(request: ActorsRequest): Step {
  return asStep(param(request, "step")) ?? over();
}

function over(): never {
  throw notFound(t("setup.setup_finished_discarded"));
}
