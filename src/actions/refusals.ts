import type { Fact } from "../domain/facts/fact.ts";
import { UsageProblem } from "../domain/problem.ts";

/** A field that cannot be used. */
export class InputProblem extends UsageProblem {
  readonly field: string;
  readonly missing: boolean;

  constructor(said: Fact, { field, missing = false, next }: { field: string; missing?: boolean; next?: Fact | undefined }) {
    super(said, next);
    this.field = field;
    this.missing = missing;
  }
}

/** There is nothing of this name, or nothing any more. */
export class NotFoundProblem extends UsageProblem {}
