/**
 * The error vocabulary. Every user-facing error has a stable code, and says whether a retry helps and who should act.
 * Its sentences say what happened, where, what to do next, and what was not changed. `docs/reference/errors.md` explains each
 * code.
 */
import { fact, inTurn, withTexts, type Fact } from "./facts/fact.ts";
import { limitedText } from "./names.ts";

/** Who can fix an error: HR (the data), the administrator (the setup), the service's operators, or us. */
export type Audience = "hr" | "admin" | "service" | "us";

/** Exit codes of the command line. They are a published contract, see docs/reference/errors.md. */
export const EXIT = {
  done: 0,
  partly: 1,
  configuration: 2,
  held: 3,
  fileUnusable: 4,
  service: 5,
  defect: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface ProblemOptions {
  code: string;
  exit: ExitCode;
  audience: Audience;
  retryable?: boolean;
  /** What to do next. */
  next?: Fact | undefined;
  cause?: unknown;
}

/** An error shown to people by its facts, never as a stack trace. */
export class Problem extends Error {
  /** The fact; several may have one code. */
  readonly fact: Fact;
  readonly code: string;
  readonly exit: ExitCode;
  readonly audience: Audience;
  readonly retryable: boolean;
  readonly next: Fact | undefined;

  constructor(said: Fact, options: ProblemOptions) {
    super(said.code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = options.code;
    this.exit = options.exit;
    this.audience = options.audience;
    this.retryable = options.retryable ?? false;
    this.fact = withTexts(said, limitedText);
    this.next = options.next === undefined ? undefined : withTexts(options.next, limitedText);
  }
}

/** A problem as a run keeps it. */
export interface StoredProblem {
  code: string;
  fact: Fact;
  next?: Fact;
}

/** Returns a problem and its advice as one fact. */
export function problemFact(problem: { fact: Fact; next?: Fact | undefined }): Fact {
  return inTurn(problem.fact, problem.next);
}

/** One thing wrong in a configuration file; line and column count from 1. */
export interface Fault {
  file: string;
  line: number;
  column: number;
  fact: Fact;
  /** The environment variable that is not set; without it, something else is wrong. */
  unset?: string;
}

/** Returns a fault with its place: `file:line:column: error, and the allowed values`. */
export function faultFact({ file, line, column, fact: what }: Fault): Fact {
  return fact("config.fault", { at: `${file}:${line}:${column}`, what });
}

/** A job or mapping that cannot be used, with all its errors. Exit 2. */
export class ConfigurationProblem extends Problem {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(fact("config.faults", { faults: faults.map(faultFact) }), { code: "configuration", exit: EXIT.configuration, audience: "admin" });
    this.faults = faults;
  }
}

/** A command line that cannot be run as given. Exit 2. */
export class UsageProblem extends Problem {
  constructor(said: Fact, next?: Fact) {
    super(said, { code: "usage", exit: EXIT.configuration, audience: "admin", ...(next === undefined ? {} : { next }) });
  }
}

/** A variable of the environment that cannot be used. */
export class EnvironmentProblem extends UsageProblem {
  /** The error alone, without the sentence that nothing changed. */
  readonly about: Fact;

  constructor(about: Fact, next?: Fact, nothing: "changed" | "started" = "changed") {
    super(inTurn(about, fact(`environment.nothing_${nothing}`, {})), next);
    this.about = about;
  }
}

/** A file that is wrong as a whole (I7): none of it is used. Exit 4. */
export class FileProblem extends Problem {
  /** The names to choose from, if one of them would help: the sheets of a workbook. */
  readonly choices: readonly string[];

  constructor(code: string, said: Fact, next?: Fact, choices: readonly string[] = []) {
    super(said, { code, exit: EXIT.fileUnusable, audience: "hr", ...(next === undefined ? {} : { next }) });
    this.choices = choices;
  }
}
