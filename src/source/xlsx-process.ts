import { fork, type ChildProcess } from "node:child_process";
import { totalmem } from "node:os";
import { FileProblem } from "../model/problem.ts";
import { unusable } from "./unusable.ts";
import type { Answer, OpenOrder, Opened, Order, Portion } from "./xlsx-messages.ts";

/** What the reading of a workbook may take. */
export interface Limits {
  /** MB of the reader's own memory. */
  memory: number;
  /** Bytes of the workbook, unpacked. */
  unpacked: number;
  /** ms for one step: opening it, or the next rows. */
  wait: number;
}

const MB = 1024 * 1024;
// Of a container, less than the machine has.
const machine = Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** Half of the machine, so that the rest of Rollcall goes on. */
export const LIMITS: Limits = { memory: Math.min(4096, Math.floor(machine / 2 / MB)), unpacked: 1_000_000_000, wait: 300_000 };

const AS_CSV = "Save the sheet as CSV (UTF-8). If nobody expects so much of it, don't open the file.";
const PROGRAM = new URL(`./xlsx-reader${import.meta.url.slice(-3)}`, import.meta.url);

/**
 * The process that reads a workbook. Whatever becomes of it, who waits for its answers gets one, or a FileProblem.
 *
 * The library reads a sheet at one stretch, which would stop everything else in this process. A thread would not
 * do: half a megabyte of hostile workbook is enough to make V8 give up (`invalid array length`), which ends a whole
 * process whatever the limits of the thread.
 */
export class WorkbookProcess {
  readonly #file: string;
  readonly #limits: Limits;
  readonly #child: ChildProcess;
  readonly #answers: Answer[] = [];
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(file: string, limits: Limits) {
    this.#file = file;
    this.#limits = limits;
    this.#child = fork(PROGRAM, {
      execArgv: [`--max-old-space-size=${limits.memory}`],
      // Nothing of the environment is its business, and what the library prints is for its authors.
      env: {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
    });
    this.#child.on("message", (answer: Answer) => {
      this.#answers.push(answer);
      this.#wake?.();
    });
    this.#child.on("error", (error) => this.#fail(error));
    this.#child.on("exit", (code, signal) => this.#fail(this.#died(code, signal)));
    this.#hold(false);
  }

  order(order: Order): void {
    // What cannot be sent is answered by the end of the process.
    this.#child.send(order, () => {});
  }

  async open(order: Omit<OpenOrder, "is" | "file" | "mostUnpacked">): Promise<Opened> {
    this.order({ is: "open", file: this.#file, mostUnpacked: this.#limits.unpacked, ...order });
    const answer = await this.#answer();
    if (answer.is !== "opened") throw new Error("rows came before the header");
    return answer;
  }

  /** The answer to the first order that has none. */
  async portion(): Promise<Portion> {
    const answer = await this.#answer();
    if (answer.is !== "portion") throw new Error("the header came twice");
    return answer;
  }

  close(): void {
    this.#child.kill("SIGKILL");
  }

  async #answer(): Promise<Opened | Portion> {
    this.#hold(true);
    const timer = setTimeout(() => this.#fail(this.#tooSlow()), this.#limits.wait);
    while (this.#answers.length === 0 && this.#failure === undefined) await new Promise<void>((wake) => void (this.#wake = wake));
    clearTimeout(timer);
    this.#hold(false);
    const answer = this.#answers.shift();
    if (answer !== undefined && answer.is !== "refusal") return answer;
    this.close();
    if (answer === undefined) throw this.#failure ?? new Error("no answer");
    throw answer.code === null ? new Error(answer.message) : new FileProblem(answer.code, answer.message, answer.next);
  }

  /** Only while somebody waits: a workbook that was opened and left alone must not keep this process. */
  #hold(waiting: boolean): void {
    const act = waiting ? "ref" : "unref";
    this.#child[act]();
    this.#child.channel?.[act]();
  }

  /** The first failure is the cause of those after it. */
  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }

  #died(code: number | null, signal: NodeJS.Signals | null): Error {
    // V8 aborts where the memory ends, and so does the machine.
    if (signal === null && code !== null && code < 128) return new Error(`the process that reads the workbook ended with ${code}`);
    const what = `the workbook cannot be read within ${this.#limits.memory} MB of memory`;
    return unusable("workbook_too_large", this.#file, what, AS_CSV);
  }

  #tooSlow(): FileProblem {
    const what = `the workbook was not read within ${Math.round(this.#limits.wait / 1000)} s`;
    return unusable("workbook_too_slow", this.#file, what, AS_CSV);
  }
}
