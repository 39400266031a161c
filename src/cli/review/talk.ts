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

export interface TalkOptions extends CommonOptions {
  job?: string;
  reason?: string;
  reviewer?: string;
  to?: string;
  comment?: string;
}

/** `review undo` */
export function undoCommand(ids: string[], options: TalkOptions): Promise<void> {
  return change(options, "waits for a decision again", (state, by, now) => undo(state, ids, by, options.reason ?? "", now));
}

/** `review hand-over` */
export function handOverCommand(ids: string[], options: TalkOptions): Promise<void> {
  const to = options.to ?? "";
  return change(options, `is ${to}'s to decide`, (state, by, now) => handOver(state, ids, by, to, options.comment ?? "", now));
}

/** `review comment` */
export function commentCommand(ids: string[], options: TalkOptions): Promise<void> {
  return change(options, "has a new remark", (state, by, now) => comment(state, ids, by, options.comment ?? "", now));
}

async function change(
  options: TalkOptions,
  became: string,
  work: (state: State, by: Decider, now: Date) => Promise<Changed>,
): Promise<void> {
  await withState(options, async (state) => {
    const now = new Date();
    const by = await whoActs(state, options.reviewer, "decide", now);
    const { done, refused } = await work(state, by, now);
    if (options.json === true) printJson({ done: done.map(listed), refused });
    else
      print(
        [
          ...done.map(({ id, name, key, group_path: group }) => `${id}  ${name} (${key}), ${group}: ${became}`),
          ...refused.map(({ id, why }) => `${id}  not changed: ${why}`),
        ]
          .map(plain)
          .join("\n"),
      );
    endWith(refused.length > 0 ? EXIT.partly : EXIT.done);
  });
}

/** `review exceptions` */
export async function exceptionsCommand(options: TalkOptions): Promise<void> {
  await withState(options, async ({ db }) => {
    const kept = await listKept(db, options.job);
    if (options.json === true) printJson(kept);
    else print(kept.length === 0 ? "Nothing is kept against the rules." : keptText(kept));
  });
}

/** `review exceptions end` */
export async function endExceptionCommand(id: string, options: TalkOptions): Promise<void> {
  await withState(options, async (state) => {
    const now = new Date();
    const by = await whoActs(state, options.reviewer, "decide", now);
    await endException(state, id, by, options.reason ?? "", now);
    if (options.json === true) printJson({ ended: id });
    else print(`${id} has ended. The membership stays until a run finds again that the rules don't give it, and somebody approves.`);
  });
}
