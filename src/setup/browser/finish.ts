import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseJob } from "../../config/job.ts";
import { ConfigurationProblem, UsageProblem } from "../../domain/problem.ts";
import { compileMapping } from "../../mapping/compile.ts";
import type { ExportRead } from "../sample/read-export.ts";
import type { Draft } from "../decide/draft.ts";
import { takenPaths, writeBoth, type Place } from "../write/place.ts";
import { verify } from "../write/verify.ts";
import { appendAudit } from "../../store/audit/audit.ts";
import { loadTokens, saveTokens } from "../../store/sealing/service-tokens.ts";
import { keysOf } from "../../store/sealing/keys.ts";
import { SETUP_ACCOUNT } from "../../store/setup/setups.ts";
import { digestOf } from "./samples.ts";
import type { SetupSurroundings } from "./surroundings.ts";
import type { FieldError, SetupAnswers } from "./types.ts";

/** The two files of a job, and what they say. */
export interface SetupFiles {
  place: Place;
  draft: Draft;
  mapping: string;
  job: string;
}

/** Returns where the files of a job belong. */
export function placeOf({ jobsFolder }: Pick<SetupSurroundings, "jobsFolder">, { job }: Pick<SetupAnswers, "job">): Place {
  return { name: job, job: join(jobsFolder, `${job}.yaml`), mapping: join(dirname(jobsFolder), "mappings", `${job}.yaml`) };
}

interface Writing {
  files: SetupFiles;
  answers: SetupAnswers;
  read: ExportRead;
  /** Path of the sample in plain. */
  sample: string;
  setup: string;
  by: string;
}

/**
 * Checks the files as a run reads them, writes them if this process can, and hands the tokens over to the account of
 * the job. Files that are there with the same text count as written.
 */
export async function writeFiles(around: SetupSurroundings, writing: Writing): Promise<{ error: FieldError | null }> {
  const { files, answers, read, sample, setup, by } = writing;
  const { place, draft, mapping, job } = files;
  const parsed = parseJob(job, place.job, "the job", { LMS_REFRESH_TOKEN: "-" });
  try {
    await verify({ job, mapping }, place, { file: parsed.source.file, sample, form: read.form, header: read.sample.header, draft });
    await around.refuseOverlaps(parsed, compileMapping(mapping, "the mapping"));
  } catch (error) {
    if (error instanceof ConfigurationProblem) return { error: { field: "", why: "overlap" } };
    if (error instanceof UsageProblem) return { error: { field: "", why: "not_expressible" } };
    throw error;
  }
  const hasMapping = await hasText(place.mapping, mapping);
  if (!hasMapping || !(await hasText(place.job, job))) {
    // A process that was killed may have written the mapping only.
    const taken = (await takenPaths(place)).filter((path) => !hasMapping || path !== place.mapping);
    if (taken.length > 0) return { error: { field: "", why: "job_taken" } };
    if (!(await around.isWritable(place.job)) || !(await around.isWritable(place.mapping)))
      return { error: { field: "", why: "not_in_place" } };
    try {
      await writeBoth(place, hasMapping ? { job } : { job, mapping }, false);
    } catch (error) {
      if (error instanceof UsageProblem) return { error: { field: "", why: "not_written" } };
      throw error;
    }
    around.filesChanged();
    const detail = { setup, job: answers.job, job_sha256: digestOf(Buffer.from(job)), mapping_sha256: digestOf(Buffer.from(mapping)) };
    await appendAudit(around.state, { actor: by, action: "job_setup_written", detail }, around.now());
  }
  await handOverTokens(around, setup, answers, by);
  return { error: null };
}

async function hasText(path: string, text: string): Promise<boolean> {
  return (await readFile(path, "utf8").catch(() => null)) === text;
}

/** A job that shares an account uses its tokens. A token refreshes once, so the setup keeps no copy. */
async function handOverTokens({ state, now }: SetupSurroundings, setup: string, { service, job }: SetupAnswers, by: string): Promise<void> {
  if (service === null || service.url === "sandbox" || service.shared !== null) return;
  const ring = keysOf(state.db);
  const own = `${SETUP_ACCOUNT}${setup}`;
  const tokens = await loadTokens(state, own, null, ring);
  if (tokens === null) return;
  await saveTokens(state, service.url, tokens, ring);
  await state.db.deleteFrom("token").where("account", "=", own).execute();
  await appendAudit(state, { actor: by, action: "job_setup_token_stored", detail: { setup, job, account: service.url } }, now());
}
