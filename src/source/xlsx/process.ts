import { fork, type ChildProcess } from "node:child_process";
import { fact, inTurn } from "../../domain/facts/fact.ts";
import { FileProblem } from "../../domain/problem.ts";
import { MAX_READER_LIMITS, readerLimits, type ReaderLimits } from "../../domain/process/reader-limits.ts";
import { unusable } from "../unusable.ts";
import type { OpenRequest, Opened, Portion, ReaderRequest, ReaderResponse } from "./messages.ts";

/** Limits for reading a workbook; `wait` is for opening it, and for reading the next rows. */
export interface Limits extends ReaderLimits {
  /** Bytes of the unpacked workbook. */
  unpacked: number;
}

export const LIMITS: Limits = { ...MAX_READER_LIMITS, unpacked: 1_000_000_000 };

/** Returns the limits for a file of this many bytes. */
export function limitsFor(bytes: number): Limits {
  return { ...LIMITS, ...readerLimits(bytes) };
}

const AS_CSV = inTurn(fact("advice.save_csv", {}), fact("advice.unexpected_size", {}));
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
    throw "defect" in response
      ? new Error(response.defect)
      : new FileProblem(response.code, response.fact, response.next, response.choices);
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
    const what = fact("file.workbook_memory", { megabytes: this.#limits.memory });
    return unusable("workbook_too_large", this.#file, what, AS_CSV);
  }

  #tooSlow(): FileProblem {
    const what = fact("file.workbook_slow", { seconds: Math.round(this.#limits.wait / 1000) });
    return unusable("workbook_too_slow", this.#file, what, AS_CSV);
  }
}
