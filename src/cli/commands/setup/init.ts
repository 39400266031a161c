import { t } from "../../../reporting/locales/t.ts";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join, resolve } from "node:path";
import { InvalidArgumentError, type Command } from "commander";
import { DateTime } from "luxon";
import { loadJob } from "../../../config/job.ts";
import { MAX_UNPACKED_BYTES } from "../../../config/source.ts";
import { fact } from "../../../domain/facts/fact.ts";
import { asTimeZone, machineTimeZone } from "../../../domain/languages.ts";
import { UsageProblem } from "../../../domain/problem.ts";
import type { FileSettings, Job } from "../../../domain/settings.ts";
import { memoryTokenStore } from "../../../learning-service/tokens/tokens.ts";
import { locate } from "../../../source/fetch/locate.ts";
import type { LocatedFile } from "../../../source/fetch/located.ts";
import { saveAsCsv } from "../../../source/http/save-csv.ts";
import { unpack } from "../../../source/unpack/unpack.ts";
import { named } from "../../../source/unusable.ts";
import { englishText, factText } from "../../../reporting/fact-text.ts";
import { terminalAsker, type Asker } from "../../../setup/terminal/ask.ts";
import { init, type InitRequest, type Initiated, type InitSurroundings } from "../../../setup/terminal/init.ts";
import { withExamples } from "../../options.ts";
import { readyPoints, type ReadyPoint } from "./ready.ts";
import { print, printJson } from "../../../app/output.ts";
import type { Call } from "../../../app/io.ts";

const several = (value: string, before: readonly string[] = []): string[] => [...before, value];

export function addInit(io: Call, command: Command): void {
  command
    .argument("[file]")
    .option("--from <job>", "read a sample from the source of this job, and write its mapping")
    .option("--job <name>", "name of the job (default: from the file name)")
    .option("--mapping <file>", "path of the mapping (default: mappings/NAME.yaml)")
    .option("--key <column>", "the column with the permanent key of a person")
    .option(
      "--use <field=column>",
      "the column of a field, of active or until (the last day), a template such as {Login}@example.com, or - for none; repeatable",
      several,
    )
    .option("--date-format <format>", "format of dates of birth and leaving dates, such as dd/MM/yyyy")
    .option("--phone-country <country>", "country of phone numbers without a prefix, such as ES")
    .option("--status <word=yes|no>", "whether people with this status work here; repeatable", several)
    .option("--gender <value=f|m>", "meaning of a value of the gender column; repeatable", several)
    .option("--root <group>", "the group below which the rules of the mapping are (default: HR)")
    .option("--authority <glob>", "groups that Rollcall may remove people from, such as HR/**; repeatable (default: none)", several)
    .option("--service <url>", "address of the learning service (default: sandbox, on this machine)")
    .option("--delimiter <character>", "delimiter of a CSV file (default: detected)")
    .option("--encoding <name>", "encoding of a CSV file, such as windows-1252 (default: detected)")
    .option("--sheet <name>", "the sheet of a workbook (default: the only visible one)")
    .option("--header-row <number>", "the row of a sheet, or line of a CSV file, with the column names (default: detected)", rowNumber)
    .option("--language <code>", "language of the header: en, es, de, fr, nl, pt or it (default: all)")
    .option("--yes", "ask nothing and use the most likely answers")
    .option("--force", "overwrite existing files")
    .option("--json", "print the result as JSON on standard output")
    .action((file: string | undefined, options: Options) => run(io, file, options));
  withExamples(
    command,
    "rollcall init exports/employees.csv",
    "rollcall init --from personio-http",
    "rollcall init staff.xlsx --sheet Employees --job staff",
    'rollcall init people.csv --key login --use "email={login}@example.com" --yes',
  );
}

type Options = InitRequest & { json?: boolean; from?: string };

async function run(io: Call, file: string | undefined, options: Options): Promise<void> {
  const terminal = io.isTTY.stdin && io.isTTY.stderr;
  // Questions go to standard error; standard output is for the result.
  const asker = terminal && options.yes !== true ? terminalAsker(io.stdin, io.stderr, factText) : null;
  const made = await (options.from === undefined
    ? initFromFile(io, file, options, asker)
    : initFromJob(io, options.from, file, options, asker));
  const ready = await readyPoints(io, made.files.job, made.named);
  if (options.json === true) printJson(io, { ...made, named: undefined, summary: undefined, ready });
  else print(io, initiatedText(made, ready));
}

async function initFromFile(io: Call, file: string | undefined, options: Options, asker: Asker | null): Promise<Initiated> {
  if (file === undefined) throw new UsageProblem(fact("usage.init_needs_file", {}), fact("advice.pass_sample", {}));
  const path = resolve(io.cwd, file);
  return inPrivateFolder(async (folder) => {
    const sample = await unpackSample(
      { name: path, path, remote: null, copied: false },
      { pgp: null, maxUnpacked: MAX_UNPACKED_BYTES },
      folder,
    );
    return named({ path: sample, name: path }, init(file, { ...options, sample }, around(io, asker)));
  });
}

/** Returns the surroundings of `init`. Last days end in the time zone of the machine, unless another one is set for people. */
function around(io: Call, asker: Asker | null): InitSurroundings {
  const timeZone = asTimeZone(io.env["ROLLCALL_TIME_ZONE"]?.trim()) ?? machineTimeZone();
  return { cwd: io.cwd, asker, english: englishText, now: io.now(), timeZone };
}

/** Unpacks a file into a folder, under its name without the endings of packed files. Returns the file itself if it is not packed. */
async function unpackSample(file: LocatedFile, settings: Parameters<typeof unpack>[1], folder: string): Promise<string> {
  const { path, copied } = await unpack(file, settings, { incoming: folder, given: true });
  if (!copied) return path;
  const stem = basename(file.name).replace(/(\.(gz|gzip|zip|pgp|gpg|asc))+$/i, "");
  const sample = join(folder, extname(stem) === extname(path) ? stem : `${stem}${extname(path)}`);
  await rename(path, sample);
  return sample;
}

async function inPrivateFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "rollcall-init-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads the first source of a job that is asked over HTTP, fetched or packed, and writes the mapping that the job names. */
async function initFromJob(io: Call, from: string, file: string | undefined, options: Options, asker: Asker | null): Promise<Initiated> {
  if (file !== undefined || options.job !== undefined || options.mapping !== undefined)
    throw new UsageProblem(fact("usage.options_conflict", { option: "--from", others: ["FILE", "--job", "--mapping"] }));
  const { job } = await loadJob(from, io);
  const mappingOf = { name: job.name, mapping: job.mapping, shown: from };
  const source = [job.source, ...job.source.more].find(({ http }) => http !== null) ?? job.source;
  return inPrivateFolder(async (folder) => {
    const sample = await (source.http === null ? fetchSample(io, source, folder) : askForSample(io, job, source.http, source, folder));
    if (sample === null) throw new UsageProblem(fact("usage.job_has_no_sample", { job: from }), fact("advice.pass_sample", {}));
    return named({ path: sample, name: source.file }, init(sample, { ...options, mappingOf }, around(io, asker)));
  });
}

/** Fetches and unpacks the file of a job; `null` if it can be read where it is. */
async function fetchSample(io: Call, form: FileSettings, folder: string): Promise<string | null> {
  const at = {
    incoming: folder,
    now: io.now,
    sleep: io.sleep,
    stdin: null,
    maxAge: null,
    settle: 0,
    http: null,
    reads: null,
    marked: false,
  };
  if (form.file === "-") return null;
  const found = await locate(form, at, { columns: [], severalRows: true });
  const sample = await unpackSample(found, form, folder);
  return dirname(sample) === folder ? sample : null;
}

async function askForSample(
  io: Call,
  job: Job,
  http: NonNullable<FileSettings["http"]>,
  form: FileSettings,
  folder: string,
): Promise<string> {
  if (http.auth?.kind === "oauth" && http.auth.oauth.grant === "refresh_token")
    throw new UsageProblem(fact("usage.refresh_token_is_for_next_run", {}), fact("advice.pass_sample", {}));
  const sample = join(folder, "sample.csv");
  await saveAsCsv({ ...form, http }, sample, {
    env: io.env,
    now: io.now,
    sleep: io.sleep,
    stop: io.signal,
    today: DateTime.fromJSDate(io.now(), { zone: job.timezone }).toFormat("yyyy-MM-dd"),
    tokens: () => memoryTokenStore(),
  });
  return sample;
}

function initiatedText({ files, summary, unused, rows, next }: Initiated, ready: readonly ReadyPoint[]): string {
  return [
    t("setup.files_written", { mapping: files.mapping, job: files.job, n: rows }),
    ...summary.map((line) => `  ${factText(line)}`),
    ...(unused.length === 0 ? [] : [`  ${t("setup.columns_unused", { n: unused.length, mapping: files.mapping })}`]),
    t("setup.read_files"),
    t("setup.needs_of_schedule"),
    ...ready.map(({ done, text }) => `  ${done ? t("setup.ready") : t("setup.open_task")}: ${text}`),
    t("setup.next_command", { command: next }),
  ].join("\n");
}

function rowNumber(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError("It must be a number from 1 to 999.");
  return Number(text);
}
