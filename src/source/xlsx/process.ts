import { fork, type ChildProcess } from "node:child_process";
import { totalmem } from "node:os";
import { FileProblem } from "../../domain/problem.ts";
import { unusable } from "../unusable.ts";
import type { OpenRequest, Opened, Portion, ReaderRequest, ReaderResponse } from "./messages.ts";

/** Limits for reading a workbook. */
export interface Limits {
  /** Memory of the reader process in MB. */
  memory: number;
  /** Bytes of the unpacked workbook. */
  unpacked: number;
  /** Milliseconds for one step: opening the workbook, or reading the next rows. */
  wait: number;
}

const MB = 1024 * 1024;
// A container has less memory than the machine.
const machine = Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** At most half the memory, so that the rest of Rollcall can work. */
export const LIMITS: Limits = { memory: Math.min(4096, Math.floor(machine / 2 / MB)), unpacked: 1_000_000_000, wait: 300_000 };

/** Returns the limits for a file of this many bytes: a small file that needs much memory or time is damaged or hostile. */
export function limitsFor(bytes: number): Limits {
  const memory = Math.floor(Math.min(LIMITS.memory, 320 + (1000 * bytes) / MB));
  const wait = Math.floor(Math.min(LIMITS.wait, 30_000 + (60_000 * bytes) / MB));
  return { ...LIMITS, memory, wait };
}

const AS_CSV = "Save the sheet as CSV (UTF-8). If you don't expect a file this large, don't open it.";
const PROGRAM = new URL(`./reader${import.meta.url.slice(-3)}`, import.meta.url);

/**
 * The process that reads a workbook. Every request gets a response or throws a FileProblem, even if the process dies.
 *
 * The library reads a sheet synchronously, which would block this process. A thread isn't enough: half a megabyte of
 * hostile workbook can make V8 abort (`invalid array length`), which ends the whole process despite thread limits.
 */
export class WorkbookProcess {
  readonly #file: string;
  readonly #limits: Limits;
  readonly #child: ChildProcess;
  readonly #responses: ReaderResponse[] = [];
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(file: string, limits: Limits) {
    this.#file = file;
    this.#limits = limits;
    this.#child = fork(PROGRAM, {
      execArgv: [`--max-old-space-size=${limits.memory}`],
      // The child needs no environment, and the library's output is of no use.
      env: {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
    });
    this.#child.on("message", (response: ReaderResponse) => {
      this.#responses.push(response);
      this.#wake?.();
    });
    this.#child.on("error", (error) => this.#fail(error));
    this.#child.on("exit", (code, signal) => this.#fail(this.#exitError(code, signal)));
    this.#keepAlive(false);
  }

  request(request: ReaderRequest): void {
    // A failed send is reported when the process exits.
    this.#child.send(request, () => {});
  }

  async open(request: Omit<OpenRequest, "is" | "file" | "mostUnpacked">): Promise<Opened> {
    this.request({ is: "open", file: this.#file, mostUnpacked: this.#limits.unpacked, ...request });
    const response = await this.#response();
    if (response.is !== "opened") throw new Error("rows came before the header");
    return response;
  }

  /** Returns the response to the oldest open request for rows. */
  async portion(): Promise<Portion> {
    const response = await this.#response();
    if (response.is !== "portion") throw new Error("the header came twice");
    return response;
  }

  close(): void {
    this.#child.kill("SIGKILL");
  }

  async #response(): Promise<Opened | Portion> {
    this.#keepAlive(true);
    const timer = setTimeout(() => this.#fail(this.#tooSlow()), this.#limits.wait);
    while (this.#responses.length === 0 && this.#failure === undefined) await new Promise<void>((wake) => void (this.#wake = wake));
    clearTimeout(timer);
    this.#keepAlive(false);
    const response = this.#responses.shift();
    if (response !== undefined && response.is !== "refusal") return response;
    this.close();
    if (response === undefined) throw this.#failure ?? new Error("no response");
    throw response.code === null
      ? new Error(response.message)
      : new FileProblem(response.code, response.message, response.next, response.choices);
  }

  /** Keeps this process alive only during a request: an opened workbook that no one reads must not. */
  #keepAlive(on: boolean): void {
    const act = on ? "ref" : "unref";
    this.#child[act]();
    this.#child.channel?.[act]();
  }

  /** Keeps the first failure, which causes the later ones. */
  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }

  #exitError(code: number | null, signal: NodeJS.Signals | null): Error {
    // Running out of memory ends the process with a signal or an abort code.
    if (signal === null && code !== null && code < 128) return new Error(`the process that reads the workbook exited with code ${code}`);
    const what = `the workbook cannot be read within ${this.#limits.memory} MB of memory`;
    return unusable("workbook_too_large", this.#file, what, AS_CSV);
  }

  #tooSlow(): FileProblem {
    const what = `the workbook was not read within ${Math.round(this.#limits.wait / 1000)} s`;
    return unusable("workbook_too_slow", this.#file, what, AS_CSV);
  }
}
