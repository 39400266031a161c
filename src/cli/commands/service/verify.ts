import { t } from "../../../reporting/locales/t.ts";
import type { Command } from "commander";
import type { Group } from "../../../domain/directory.ts";
import { fact, type Fact } from "../../../domain/facts/fact.ts";
import { EXIT, UsageProblem } from "../../../domain/problem.ts";
import { ENDPOINTS, type NamedEndpoint } from "../../../learning-service/contract/contract.ts";
import { ServiceProblem } from "../../../learning-service/errors/errors.ts";
import { readGroups } from "../../../learning-service/groups.ts";
import type { CallInput } from "../../../learning-service/methods.ts";
import { wantedOf } from "../../../plan/possible-duplicate.ts";
import type { Decider } from "../../../review/decisions.ts";
import { refuseIfStopped } from "../../../session/emergency-stop.ts";
import type { Service, Session } from "../../../session/session.ts";
import { hasUnconfirmedSet } from "../../../store/identities/intents.ts";
import { findAnyLink } from "../../../store/identities/links.ts";
import { setKeyOf } from "../../../store/identities/set-key.ts";
import { findKeyByUsername } from "../../../store/people/people.ts";
import { findNamed } from "../../../store/people/possible-duplicates.ts";
import { askWithAccount, type LeftAccount } from "../../../diagnostics/verify/ask-account.ts";
import { askLists } from "../../../diagnostics/verify/ask-lists.ts";
import { open, type DialectValues, type Point, type PointName } from "../../../diagnostics/verify/points.ts";
import { print, printError, printJson } from "../../../app/output.ts";
import { withJob, type CommonOptions } from "../../../app/open-session.ts";
import type { Call } from "../../../app/io.ts";
import { failWithJson } from "../../fail-with-json.ts";
import { endWith } from "../../failure.ts";
import { canAsk, confirm } from "../../identities/ask.ts";
import { withCommonOptions, withExamples } from "../../options.ts";
import { whoActs } from "../../proven-actor.ts";
import { planText, reportedVerified, verifiedText, type Asked, type Verified } from "../../view/verified.ts";
import { readManaged } from "./managed.ts";
import { refuseProtected } from "./protected.ts";
import { recorded } from "./record.ts";
import { writeDialect, type Written } from "./write-dialect.ts";

interface VerifyOptions extends CommonOptions {
  account?: string;
  email?: string;
  group?: string[];
  reviewer?: string;
  yes?: boolean;
}

const CREATE = ENDPOINTS.find(({ area, name }) => area === "users" && name === "create") as NamedEndpoint;
const UPDATE = ENDPOINTS.find(({ area, name }) => area === "users" && name === "update") as NamedEndpoint;

/** Adds the command that asks a service what its interface leaves open, and writes the answers into the job. */
export function addVerify(io: Call, service: Command): void {
  const command = service
    .command("verify")
    .description("ask a real service what its interface leaves open, and write the answers into the job")
    .argument("<job>")
    .option("--account <username>", "also ask with a test account, which this command creates and deactivates: its username")
    .option("--email <address>", "address of the test account (default: its username, if that is an address)")
    .option(
      "--group <path>",
      "an empty test group for it; a second one shows how a removal is refused",
      (value: string, all?: string[]) => [...(all ?? []), value],
    )
    .option("--reviewer <name>", "who does it (default: the operating system user; ROLLCALL_TOKEN verifies the name)")
    .option("--yes", "send the requests with the test account without asking")
    .action((job: string, options: VerifyOptions) =>
      verify(io, job, options).catch((error: unknown) => failWithJson(io, job, options, error)),
    );
  withExamples(
    withCommonOptions(command),
    "rollcall service verify nightly",
    'rollcall service verify nightly --account rollcall-test@example.com --group "Rollcall test A" --group "Rollcall test B"',
  );
}

async function verify(io: Call, name: string, options: VerifyOptions): Promise<void> {
  const wanted = wantedAccount(options);
  await withJob(io, name, options, async ({ session, connect }) => {
    const service = await connect();
    const { point, groups } = await askLists(service.client, session.job.service.dialect);
    const asked: Asked[] = [{ request: "GET /groups", body: null, answer: groups === null ? "not read" : `${groups.length} groups` }];
    const unpaged = point.settings?.paging === "none";
    const { points, left } =
      wanted === null || groups === null
        ? { points: unasked(wanted === null ? READ_ONLY : NO_GROUPS), left: [] }
        : await withAccount(io, session, service, { wanted, groups, unpaged, asked, options });
    const all = [point, ...points];
    const settings = Object.assign({}, ...all.map((one) => one.settings ?? {})) as DialectValues;
    const written: Written = Object.keys(settings).length === 0 ? { lines: [], problem: null } : await writeDialect(session.job, settings);
    const { job } = session;
    const verified: Verified = { job: job.name, service: job.service.baseUrl, file: job.file, points: all, asked, settings, written, left };
    if (options.json === true) printJson(io, reportedVerified(verified));
    else print(io, verifiedText(io, verified));
    const unanswered = all.some(({ answered }) => !answered);
    endWith(io, (unanswered && (wanted !== null || groups === null)) || written.problem !== null ? EXIT.partly : EXIT.done);
  });
}

const READ_ONLY = { why: fact("verify.needs_write", {}), next: fact("verify.ask_with_account", {}) };
const NO_GROUPS = { why: fact("verify.groups_unread", {}), next: fact("verify.correct_and_ask", {}) };
const NOT_CONFIRMED = { why: fact("verify.not_confirmed", {}), next: fact("verify.ask_and_confirm", {}) };

function unasked({ why, next }: { why: Fact; next: Fact }): Point[] {
  const names: PointName[] = ["created_id", "group_ids", "removal_refusal", "reused_usernames"];
  return names.map((name) => open(name, why, next));
}

interface WantedAccount {
  username: string;
  email: string;
  paths: readonly [string, ...string[]];
}

/** @throws UsageProblem unless an account and one or two groups are named, or neither */
function wantedAccount({ account, email, group }: VerifyOptions): WantedAccount | null {
  if (account === undefined && email === undefined && group === undefined) return null;
  const username = account?.trim() ?? "";
  const [first, second, ...more] = group ?? [];
  if (username === "" || first === undefined || more.length > 0 || first === second)
    throw new UsageProblem(fact("usage.test_account_needs_options", {}), fact("advice.only_reads_without", {}));
  const address = email?.trim() ?? username;
  if (!/^[^@\s]+@[^@\s]+$/.test(address))
    throw new UsageProblem(fact("usage.test_account_needs_address", {}), fact("advice.add_option", { option: "--email ADDRESS" }));
  return { username, email: address, paths: second === undefined ? [first] : [first, second] };
}

interface Given {
  wanted: WantedAccount;
  groups: Group[];
  /** The list of groups must be requested without paging. */
  unpaged: boolean;
  asked: Asked[];
  options: VerifyOptions;
}

async function withAccount(
  io: Call,
  session: Session,
  { client }: Service,
  { wanted, groups, unpaged, asked, options }: Given,
): Promise<{ points: Point[]; left: LeftAccount[] }> {
  const { state, job } = session;
  const { username, email, paths } = wanted;
  await refuseIfStopped(session);
  const by = await whoActs(io, state, options.reviewer, "run", io.now());
  const chosen = paths.map((path) => testGroup(path, groups));
  const [group, other = null] = chosen as [Group, Group?];
  await refuseKnown(session, wanted);
  const ids = chosen.map(({ id }) => id);
  await refuseProtected(CREATE, { body: { username, email, group_ids: ids } }, { io, state, job, client });
  await refuseManaged(io, session, chosen);
  if (options.yes !== true) {
    printError(io, planText(job.service.baseUrl, { username, email, group, other }));
    if (!canAsk(io, options))
      throw new UsageProblem(fact("usage.no_terminal_to_confirm", {}), fact("advice.add_option", { option: "--yes" }));
    if (!(await confirm(io, t("verify.ask_to_send")))) return { points: unasked(NOT_CONFIRMED), left: [] };
  }
  const send = sender(io, session, client, by, asked);
  const read = async (): Promise<Group[]> => {
    const list = client.groups.list(unpaged ? {} : undefined);
    return readGroups([...(unpaged ? (await list.page()).items : await list.all())]).groups;
  };
  const isLinked = async (userId: string): Promise<boolean> => (await findAnyLink(state.db, userId)) !== undefined;
  return askWithAccount({ username, email, group, other, dialect: job.service.dialect, send, read, isLinked });
}

/** Returns a function that sends a write between two audit entries, and lists it. The body is sent as it is. */
function sender(io: Call, { state, job }: Session, client: Service["client"], by: Decider, asked: Asked[]) {
  const { account } = job.service;
  return async (what: "create" | "update", input: CallInput): Promise<unknown> => {
    const named = what === "create" ? CREATE : UPDATE;
    const entry: Asked = { request: `${named.entry.method} ${named.entry.path}`, body: input.body ?? {}, answer: "" };
    asked.push(entry);
    try {
      const answer = await recorded(io, state, { named, input, account, by }, () => client.call(named.entry as never, input));
      entry.answer = answer === null ? "null" : JSON.stringify(answer);
      return answer;
    } catch (error) {
      if (!(error instanceof ServiceProblem)) throw error;
      entry.answer = `${error.status ?? "no answer"} ${error.code}${error.serverMessage === "" ? "" : `: ${error.serverMessage}`}`;
      throw error;
    }
  };
}

/** @throws UsageProblem unless exactly one group has the path or id, and it lists its members and has none */
function testGroup(named: string, groups: readonly Group[]): Group {
  const [found, another] = groups.filter(({ id, path }) => path === named.trim() || id === named.trim().toLowerCase());
  if (found === undefined)
    throw new UsageProblem(fact("usage.group_is_not_listed", { group: named }), fact("advice.create_test_group", {}));
  if (another !== undefined)
    throw new UsageProblem(fact("usage.group_name_is_ambiguous", { group: named }), fact("advice.use_group_id", {}));
  const group = found.path;
  if (found.userIds === null)
    throw new UsageProblem(fact("usage.members_are_not_listed", { group }), fact("advice.use_other_test_group", {}));
  if (found.userIds.length > 0)
    throw new UsageProblem(
      fact("usage.test_group_has_members", { group, members: found.userIds.length }),
      fact("advice.use_empty_group", {}),
    );
  return found;
}

/** @throws UsageProblem if the username is that of a person: of a linked account, of a create, or of a row */
async function refuseKnown({ state, job, secrecy }: Session, { username, email }: WantedAccount): Promise<void> {
  const { account } = job.service;
  const values = wantedOf({ user: { username, email } }, secrecy);
  const [known] = await findNamed(state.db, { run: "", job: job.name, account }, values);
  const rows = values.filter(({ field, source }) => field === "username" && source === "row").map(({ value }) => value);
  const key = known?.key ?? (await findKeyByUsername(state.db, account, rows));
  if (key !== null) throw new UsageProblem(fact("usage.test_account_is_person", { key }), fact("advice.use_free_username", {}));
}

/** @throws UsageProblem if a job manages a group, or a create waits that the test account could be taken for */
async function refuseManaged(io: Call, { state, job }: Session, groups: readonly Group[]): Promise<void> {
  const managed = await readManaged(io, state, job);
  for (const { id, path } of groups) {
    const manager = managed.managerOf(path, id);
    if (manager !== null)
      throw new UsageProblem(fact("usage.test_group_is_managed", { group: path, job: manager }), fact("advice.use_unmanaged_group", {}));
    if (managed.unknown[0] !== undefined)
      throw new UsageProblem(
        fact("usage.authority_is_unknown", { group: path, why: managed.unknown[0] }),
        fact("advice.correct_job_first", {}),
      );
    if (await hasUnconfirmedSet(state.db, job.service.account, setKeyOf([id])))
      throw new UsageProblem(fact("usage.test_group_is_unconfirmed", { group: path }), fact("advice.settle_create", {}));
  }
}
