/**
 * To add a verb: write an action into the file of its subject here. Command, form, address, JSON and OpenAPI entry follow.
 */
import type { z } from "zod";
import { fact, type Fact } from "../domain/facts/fact.ts";
import { UsageProblem, type Problem } from "../domain/problem.ts";
import type { Decider } from "../review/four-eyes.ts";
import type { State } from "../state/state.ts";
import { isForPeople, may, type Right, type Role } from "./access/rights.ts";
import { parseInput } from "./input.ts";
import type { ActionWork, GivenFile } from "./work.ts";

/** Who acts, and with what. */
export interface Context {
  state: State;
  /** Without a role: the user of the command line, who has the state itself. */
  by: Decider & { role?: Role };
  work: ActionWork;
  now(): Date;
  /** Says something before it is done. */
  say?(said: Fact): void;
  /** The session of the person who asks, by its digest. */
  session?: { idHash: string; via: string } | null;
  file?: GivenFile | null;
}

/** The result of an action. */
export interface Acted<Json extends object = object> {
  json: Json;
  /** The next page says the first one. */
  facts: readonly Fact[];
  /** The command line prints these instead, a fact a line. */
  printed?: readonly Fact[];
  /** The page that shows the effect; by default that of the subject. */
  at?: string;
  /** Something was refused. */
  partly?: boolean;
  /** Parts that failed beside the action, such as a mail. */
  remarks?: readonly Fact[];
  /** Why a part could not be done now. */
  problems?: readonly Problem[];
  /** Data for standard output; the facts go to standard error then. */
  output?: string;
}

/** The help of a command, as `help` takes it. */
export interface Help {
  usage: string;
  about: string;
  examples: readonly string[];
}

/**
 * Describes the command of an action.
 * @param usage as in `users role <name> <role>`: arguments are the fields of that name, other fields are options
 * @param examples without the program
 */
export function help(usage: string, about: string, ...examples: string[]): Help {
  return { usage, about, examples };
}

interface More<Json extends object> {
  command?: Help;
  /** Returns the output of `--json`; by default the answer of the API. */
  print?(answer: Json): unknown;
  /** `--job` names the file of a job, in place of that of the run or of the removal. */
  job?: "run" | "removal";
  /** The largest file that may be sent along, in bytes. */
  upload?: { bytes: number };
  /** Forms and requests repeat the id of the address in this field, because one click undoes much. */
  confirm?: string;
  /** Forms and requests need a reason, a command may do without. */
  reasonInForms?: true;
  /** Attempts of one name are slowed down, because they may guess a secret. */
  throttled?: true;
}

/** A verb: its fields, the right that it needs, and its effect. */
export interface Action<Json extends object = object> extends More<Json> {
  /** Below `/` and `/api/v1`; parts such as `:id` are fields. `null`: only the command line has it. */
  url: string | null;
  right: Right;
  fields: z.ZodRawShape;
  /** Checks the right and the fields, and acts. @param nameOf names a field as its sender knows it */
  perform(context: Context, given: Readonly<Record<string, unknown>>, nameOf?: (field: string) => string): Promise<Acted<Json>>;
}

/** Defines an action. `act` gets fields that were checked, from someone who may. */
export function action<Fields extends z.ZodRawShape, Json extends object>(
  url: string | null,
  right: Right,
  fields: Fields,
  act: (context: Context, input: z.output<z.ZodObject<Fields>>) => Promise<Acted<Json>>,
  more: More<Json> = {},
): Action<Json> {
  return {
    url,
    right,
    fields,
    ...more,
    async perform(context, given, nameOf) {
      refuseOthers(context, right);
      return act(context, parseInput(fields, given, nameOf));
    },
  };
}

function refuseOthers({ by: { name, via, role } }: Context, right: Right): void {
  if (role === undefined || (may({ role }, right) && !(via === "token" && isForPeople(right)))) return;
  throw new UsageProblem(fact("usage.token_has_other_role", { actor: name, role }));
}
