import type { FastifyInstance } from "fastify";
import type { Acted, Action, Context } from "../../actions/action.ts";
import { parseInput, reason } from "../../actions/input.ts";
import type { GivenFile } from "../../actions/work.ts";
import { InputProblem } from "../../actions/refusals.ts";
import { factText } from "../../reporting/fact-text.ts";
import { t } from "../../reporting/locales/t.ts";
import { field } from "../access/form.ts";
import type { ActorsRequest } from "../access/route.ts";
import { BY_NAME, Throttle } from "../access/throttle.ts";
import { notFound, Refusal, unusable } from "../answers.ts";
import type { ConsoleParts } from "../parts.ts";
import { pageAction, type PageAction } from "./page-route.ts";

/** How a page answers an action in its own way; by default the page that shows the effect reports it. */
export interface ActionPage<Json extends object> {
  /** Reads a form that has more than the fields of the action. */
  given?(request: ActorsRequest): Promise<Record<string, unknown>>;
  /** Returns the file in place of an uploaded one. */
  file?(request: ActorsRequest): GivenFile | null;
  next?(acted: Acted<Json>, request: ActorsRequest): ReturnType<PageAction<Json>["next"]>;
  refused?: PageAction<Json>["refused"];
}

/** Adds the form and the JSON route of an action. */
export function addAction<Json extends object>(
  app: FastifyInstance,
  parts: ConsoleParts,
  action: Action<Json>,
  { given: read, file, next, refused }: ActionPage<Json> = {},
): void {
  const { url, right, upload, throttled } = action;
  if (url === null) return;
  const attempts = throttled === true ? new Throttle(BY_NAME) : null;
  /** The page is drawn from all that was done, the answer to a program has a part of it. */
  const results = new WeakMap<Json, Acted<Json>>();
  pageAction<Json>(app, {
    url,
    right,
    ...(upload === undefined ? {} : { upload }),
    async act(request) {
      // A blank id would let the fields of the body name the subject.
      if (Object.values(Object(request.params)).some((part) => String(part).trim() === "")) throw notFound();
      const given: Record<string, unknown> = { ...Object(request.body), ...(await read?.(request)), ...Object(request.params) };
      confirmed(action, request);
      attempt(attempts, request.actor.name, parts.now());
      try {
        if (action.reasonInForms === true) parseInput({ reason }, given);
        const acted = await action.perform({ ...contextOf(parts, request), file: request.upload ?? file?.(request) ?? null }, given);
        attempts?.reset(request.actor.name);
        results.set(acted.json, acted);
        return acted.json;
      } catch (error) {
        if (error instanceof InputProblem) throw unusable(factText(error.fact), error.next && factText(error.next), error.field);
        throw error;
      }
    },
    next: (json, request) => {
      const acted = results.get(json);
      if (acted === undefined) throw new Error("an action left no result");
      if (next !== undefined) return next(acted, request);
      const {
        facts: [said],
        at = `/${url.split("/")[1] ?? ""}`,
      } = acted;
      return said === undefined ? at : { to: at, flash: { said } };
    },
    ...(refused === undefined ? {} : { refused }),
  });
}

function contextOf({ state, work, now }: ConsoleParts, { actor, session }: ActorsRequest): Context {
  return { state, work, now, by: actor, session };
}

/** @throws Refusal if the form does not repeat the id of its address: the click is not enough */
function confirmed({ confirm }: Action, request: ActorsRequest): void {
  if (confirm !== undefined && field(request, confirm) !== Reflect.get(Object(request.params), "id"))
    throw unusable(t("runs.write_id_run"), undefined, confirm);
}

/** @throws Refusal after too many attempts of one name */
function attempt(attempts: Throttle | null, name: string, now: Date): void {
  const wait = attempts?.wait(name, now.getTime()) ?? 0;
  if (wait > 0) {
    const seconds = Math.ceil(wait / 1000);
    throw new Refusal(429, {
      code: "too_many_requests",
      message: t("access.too_many_attempts_nothing"),
      next: t("access.wait_seconds_then", { n: seconds }),
      headers: { "retry-after": String(seconds) },
    });
  }
  attempts?.count(name, now.getTime());
}
