import { EXIT } from "../../model/problem.ts";
import { comment, handOver, undo, type Changed } from "../../review/changes.ts";
import type { Decider } from "../../review/decisions.ts";
import { endException, listKept } from "../../review/exceptions.ts";
import { listed } from "../../review/removals.ts";
import type { State } from "../../store/state.ts";
import { endWith } from "../failure.ts";
import { print, printJson } from "../output.ts";
import { whoActs } from "../proven-actor.ts";
import { keptText } from "../view/kept.ts";
import { plain } from "../view/terminal.ts";
import { withState, type CommonOptions } from "../with-state.ts";
import type { Call } from "../io.ts";

export interface TalkOptions extends CommonOptions {
  job?: string;
  reason?: string;
  reviewer?: string;
  to?: string;
  comment?: string;
}

/** `review undo` */
export function undoCommand(io: Call, ids: string[], options: TalkOptions): Promise<void> {
  return change(io, options, "waits for a decision again", (state, by, now) => undo(state, ids, by, options.reason ?? "", now));
}

/** `review hand-over` */
export function handOverCommand(io: Call, ids: string[], options: TalkOptions): Promise<void> {
  const to = options.to ?? "";
  return change(io, options, `is ${to}'s to decide`, (state, by, now) => handOver(state, ids, by, to, options.comment ?? "", now));
}

/** `review comment` */
export function commentCommand(io: Call, ids: string[], options: TalkOptions): Promise<void> {
  return change(io, options, "has a new remark", (state, by, now) => comment(state, ids, by, options.comment ?? "", now));
}

async function change(
  io: Call,
  options: TalkOptions,
  became: string,
  work: (state: State, by: Decider, now: Date) => Promise<Changed>,
): Promise<void> {
  await withState(io, options, async (state) => {
    const now = io.now();
    const by = await whoActs(io, state, options.reviewer, "decide", now);
    const { done, refused } = await work(state, by, now);
    if (options.json === true) printJson(io, { done: done.map(listed), refused });
    else
      print(
        io,
        [
          ...done.map(({ id, name, key, group_path: group }) => `${id}  ${name} (${key}), ${group}: ${became}`),
          ...refused.map(({ id, why }) => `${id}  not changed: ${why}`),
        ]
          .map(plain)
          .join("\n"),
      );
    endWith(io, refused.length > 0 ? EXIT.partly : EXIT.done);
  });
}

/** `review exceptions` */
export async function exceptionsCommand(io: Call, options: TalkOptions): Promise<void> {
  await withState(io, options, async ({ db }) => {
    const kept = await listKept(db, options.job);
    if (options.json === true) printJson(io, kept);
    else print(io, kept.length === 0 ? "Nothing is kept against the rules." : keptText(kept));
  });
}

/** `review exceptions end` */
export async function endExceptionCommand(io: Call, id: string, options: TalkOptions): Promise<void> {
  await withState(io, options, async (state) => {
    const now = io.now();
    const by = await whoActs(io, state, options.reviewer, "decide", now);
    await endException(state, id, by, options.reason ?? "", now);
    if (options.json === true) printJson(io, { ended: id });
    else print(io, `${id} has ended. The membership stays until a run finds again that the rules don't give it, and somebody approves.`);
  });
}
