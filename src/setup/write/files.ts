import type { Sample } from "../sample/sample.ts";
import type { Draft } from "../decide/draft.ts";
import { jobText, type FileParts } from "./job-text.ts";
import { mappingText } from "./mapping-text.ts";
import type { Place } from "./place.ts";

/** Returns the texts of the mapping and the job for a draft. */
export function filesOf(sample: Sample, draft: Draft, place: Place, parts: FileParts): { mapping: string; job: string } {
  return { mapping: mappingText(sample, draft, place, parts), job: jobText(draft, place, parts) };
}
