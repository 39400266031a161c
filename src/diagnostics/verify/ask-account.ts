import { wordsOf } from "../../domain/facts/fact.ts";
import type { Group } from "../../domain/directory.ts";
import type { ServiceSettings } from "../../domain/settings.ts";
import { pointerTo, readCreatedId } from "../../learning-service/created.ts";
import { REMOVAL_CODE } from "../../learning-service/contract/endpoint.ts";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import { resolveNamed } from "../../learning-service/errors/refusal.ts";
import { saysTaken } from "../../learning-service/errors/taken.ts";
import type { CallInput } from "../../learning-service/methods.ts";
import { answered, open, troubleOf, type Point, type PointName } from "./points.ts";

type Form = "array" | "object";

/** The test account and its service. Every request goes through `send`, which records it. */
export interface TestAccount {
  username: string;
  email: string;
  /** Empty when the questions begin, and managed by no job. */
  group: Group;
  /** A second group like it; without one, no removal can be asked for. */
  other: Group | null;
  dialect: ServiceSettings["dialect"];
  send: (what: "create" | "update", input: CallInput) => Promise<unknown>;
  read: () => Promise<Group[]>;
  isLinked: (userId: string) => Promise<boolean>;
}

/** An account that the questions left in the service. */
export interface LeftAccount {
  /** `null`: the service did not say. */
  userId: string | null;
  active: boolean | null;
  groups: string[];
}

/** The outcome of a request that may be refused. `lost`: nobody knows whether it was applied. */
type Tried = { end: "done"; answer: unknown } | { end: "refused" | "unsent" | "lost"; problem: ServiceProblem };

/** Refusals that may be about the form of `group_ids`. */
const ABOUT_FORM: ReadonlySet<string> = new Set(["specification_violation", "bad_request", "invalid_parameters", "unprocessable"]);
const LOOK = "Look in the service whether the test account exists, delete it there, and ask again with another username.";

/**
 * Asks the open points that only a write can answer, with a test account that it creates in an empty group. It never
 * sends `confirm_group_removal`, and sends nothing after an answer that leaves a create open.
 */
export async function askWithAccount(test: TestAccount): Promise<{ points: Point[]; left: LeftAccount[] }> {
  const points: Point[] = [];
  const made = await create(test);
  if (!("form" in made)) {
    points.push(...unanswered(["created_id", "group_ids", "removal_refusal", "reused_usernames"], made.why, made.next));
    return { points, left: made.end === "lost" ? [{ userId: null, active: null, groups: [] }] : [] };
  }
  const { answer } = made;
  const given = readCreatedId(answer, test.dialect.createdId);
  const groups = await test.read();
  const [seen = null, ...more] = membersOf(groups, test.group);
  const userId = seen ?? given;
  const strange = more.length > 0 ? `another account joined ${test.group.path} meanwhile` : await whyNotNew(userId, groups, test);
  if (strange !== null) {
    points.push(...unanswered(["created_id", "group_ids", "removal_refusal", "reused_usernames"], strange, LOOK));
    return { points, left: [{ userId: more.length > 0 ? given : userId, active: true, groups: [] }] };
  }
  points.push(createdId(answer, seen, test));
  const { point, form } = await groupIds({ userId, seen: seen !== null, form: made.form }, test);
  points.push(point, await removalRefusal(userId, form, test));
  const reused = await reusedUsernames(userId, form, test);
  points.push(reused.point);
  return { points, left: await leftOf(userId, reused, test) };
}

/** Returns why an account may be that of a person, after the service accepted its create; `null` if it is only in its group. */
async function whyNotNew(userId: string | null, groups: readonly Group[], { group, isLinked }: TestAccount): Promise<string | null> {
  if (userId === null) return null;
  if (await isLinked(userId)) return "the service answered the create with the account of a linked person";
  const others = groups.filter(({ id, userIds }) => id !== group.id && userIds?.includes(userId) === true);
  if (others.length === 0) return null;
  return `the account that the service created is in more groups (${others.map(({ path }) => path).join(", ")}), so it may belong to a person`;
}

function unanswered(names: readonly PointName[], why: string, next: string): Point[] {
  return names.map((name) => open(name, why, next));
}

async function tried(test: TestAccount, what: "create" | "update", input: CallInput): Promise<Tried> {
  try {
    return { end: "done", answer: await test.send(what, input) };
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    const { code, status, effect, sent } = error;
    // After a 2xx status it was applied, even if the answer cannot be read.
    if (code === "answer_unreadable" && status !== null && status < 300) return { end: "done", answer: undefined };
    if (sent === "no") return { end: "unsent", problem: error };
    return { end: effect === "refused" || effect === "stop" || effect === "limited" ? "refused" : "lost", problem: error };
  }
}

const fieldsOf = ({ username, email }: TestAccount) => ({ username, first_name: "Rollcall", last_name: "Test", email });
const written = (form: Form, ids: readonly string[]): unknown => (form === "array" ? ids : Object.fromEntries(ids.map((id) => [id, true])));
const otherForm = (form: Form): Form => (form === "array" ? "object" : "array");
const membersOf = (groups: readonly Group[], { id }: Group): readonly string[] => groups.find((one) => one.id === id)?.userIds ?? [];

type Made = { form: Form; answer: unknown } | { end: Tried["end"]; why: string; next: string };

/** Creates the test account. If the service refuses the form of `group_ids`, tries the other one: a refusal creates nothing. */
async function create(test: TestAccount): Promise<Made> {
  const forms = [test.dialect.groupIds, otherForm(test.dialect.groupIds)] as const;
  let first: ServiceProblem | null = null;
  for (const form of forms) {
    const result = await tried(test, "create", { body: { ...fieldsOf(test), group_ids: written(form, [test.group.id]) } });
    if (result.end === "done") return { form, answer: result.answer };
    const { end, problem } = result;
    if (end === "lost") return { end, why: `it is not known whether the test account was created: ${troubleOf(problem)}`, next: LOOK };
    if (saysTaken(problem))
      return {
        end,
        why: `the username or the address of the test account is taken: ${troubleOf(problem)}`,
        next: "Ask again with another username. An account that exists is never touched.",
      };
    first ??= problem;
    if (end === "unsent" || !ABOUT_FORM.has(problem.code)) break;
  }
  const why = first === null ? "nothing was sent" : troubleOf(first);
  return {
    end: "refused",
    why: `no test account was created: ${why}`,
    next: first?.next === undefined ? "Correct this, and ask again." : wordsOf(first.next),
  };
}

function createdId(answer: unknown, seen: string | null, { dialect, group }: TestAccount): Point {
  const given = readCreatedId(answer, dialect.createdId);
  const place = dialect.createdId ?? "user_id or id";
  if (given !== null && (seen === null || given === seen))
    return answered("created_id", `The answer to a create has the id of the account at ${place}.`);
  if (seen === null) {
    const why = `the answer to the create has no id, and ${group.path} does not list the account`;
    return open("created_id", why, "Let the group list its members, or load links from a report: `rollcall identities import`.");
  }
  const pointer = pointerTo(answer, seen);
  if (pointer !== null && pointer !== "") {
    const found = `The answer to a create has the id of the account at ${pointer}.`;
    return answered("created_id", found, { settings: { created_id: pointer } });
  }
  if (given === null)
    return answered(
      "created_id",
      `${answer === null || answer === undefined ? "The answer to a create is null" : "The answer to a create has no id of the account"}. Rollcall finds new accounts by their groups: it found this one.`,
    );
  const why = `the answer to the create has an id at ${place} that is not the account's`;
  return open("created_id", why, "Ask the service's operators where the id is, and set service.dialect.created_id before any run.");
}

/** Returns the form of `group_ids` that put the account into its group, and what the job should say. */
async function groupIds(
  { userId, seen, form }: { userId: string | null; seen: boolean; form: Form },
  test: TestAccount,
): Promise<{ point: Point; form: Form }> {
  const { dialect, group } = test;
  const fits = (fitting: Form): { point: Point; form: Form } => ({
    point: answered(
      "group_ids",
      `Groups are written as ${fitting === "array" ? "a list of ids" : "an object with the ids as keys"}.`,
      fitting === dialect.groupIds ? {} : { settings: { group_ids: fitting } },
    ),
    form: fitting,
  });
  if (seen) return fits(form);
  const next = `Look in the service whether the test account is in ${group.path}, and whether the list of groups has its members.`;
  const other = otherForm(form);
  if (userId !== null) {
    const body = { ...fieldsOf(test), user_id: userId, group_ids: written(other, [group.id]) };
    const result = await tried(test, "update", { params: { user_id: userId }, body });
    if (result.end === "done" && membersOf(await test.read(), group).includes(userId)) return fits(other);
  }
  return { point: open("group_ids", `the service accepted the create, but ${group.path} does not list the account`, next), form };
}

/** Asks for a removal without confirming it: the service must refuse, and name the group. */
async function removalRefusal(userId: string | null, form: Form, test: TestAccount): Promise<Point> {
  const { group, other } = test;
  const no = (why: string, next: string): Point => open("removal_refusal", why, next);
  if (other === null)
    return no(
      "the interface cannot express the removal from the only group of an account",
      "Ask again with a second empty test group: --group PATH --group PATH.",
    );
  if (userId === null || !membersOf(await test.read(), group).includes(userId))
    return no(`${group.path} does not list the test account`, "Answer group_ids first.");
  const body = { ...fieldsOf(test), user_id: userId, group_ids: written(form, [other.id]) };
  const result = await tried(test, "update", { params: { user_id: userId }, body });
  const after = await test.read();
  const stays = membersOf(after, group).includes(userId);
  if (result.end !== "done" && result.problem.code !== REMOVAL_CODE)
    return no(troubleOf(result.problem), "See whether the service's operators know this answer, and ask again.");
  if (!stays)
    return answered("removal_refusal", "The service removes memberships that group_ids leaves out without asking for a confirmation.", {
      next: "Don't run this job: memberships that someone adds by hand between reading and sending would be lost. Ask the service's operators.",
    });
  if (result.end === "done")
    return answered("removal_refusal", "The service accepts a group_ids that leaves out a group, and keeps the membership.", {
      next: "Approved removals would have no effect. Ask the service's operators how a membership ends.",
    });
  const { named, status } = result.problem;
  const { ids, unresolved } = resolveNamed(named, after);
  if (unresolved.length === 0 && ids.length === 1 && ids[0] === group.id)
    return answered(
      "removal_refusal",
      `The service refuses it with ${status} and names the group as “${named.join("”, “")}”, which Rollcall understands.`,
    );
  const names = named.length === 0 ? "names no group" : `names “${named.join("”, “")}”, which is not ${group.path}`;
  return answered("removal_refusal", `The service refuses it with ${status}, but ${names}.`, {
    next: "Approved removals would be blocked (removal_refusal_unreadable). Ask the service's operators to name the groups by id.",
  });
}

interface Reused {
  point: Point;
  /** The test account was deactivated. */
  closed: boolean;
  /** Answers to creates that the service accepted; `null`: it may have accepted one. */
  second: { answer: unknown } | null | undefined;
}

/** Sends the create again, while the account is active and after it was deactivated. */
async function reusedUsernames(userId: string | null, form: Form, test: TestAccount): Promise<Reused> {
  const again = (): Promise<Tried> => tried(test, "create", { body: { ...fieldsOf(test), group_ids: written(form, [test.group.id]) } });
  const lost = (problem: ServiceProblem, closed: boolean): Reused => ({
    point: open("reused_usernames", `it is not known whether a second account was created: ${troubleOf(problem)}`, LOOK),
    closed,
    second: null,
  });
  const active = await again();
  if (active.end === "done") {
    const text = "The service gives two active accounts one username.";
    return {
      point: answered("reused_usernames", text, { next: NO_GUARD }),
      closed: await close(userId, test, fieldsOf(test)),
      second: active,
    };
  }
  if (active.end === "lost") return lost(active.problem, await close(userId, test, fieldsOf(test)));
  const closed = await close(userId, test, fieldsOf(test));
  const said = `While the account is active: ${troubleOf(active.problem)}.`;
  const unread = saysTaken(active.problem) ? {} : { next: UNREAD };
  if (!closed) {
    const next = "Deactivate the test account in the service, and see whether it lets another account have the username.";
    return { point: open("reused_usernames", `the test account could not be deactivated. ${said}`, next), closed, second: undefined };
  }
  const inactive = await again();
  if (inactive.end === "lost") return lost(inactive.problem, closed);
  if (inactive.end === "done") {
    const text = `${said} After it is deactivated, the service gives its username to a new account.`;
    return { point: answered("reused_usernames", text, { next: NO_GUARD }), closed, second: inactive };
  }
  const text = `${said} After it is deactivated: ${troubleOf(inactive.problem)}.`;
  return { point: answered("reused_usernames", text, unread), closed, second: undefined };
}

const NO_GUARD = "The service does not prevent a second account by the username, so link every existing account before the first run.";
const UNREAD = "Rollcall does not read this message as “taken”: such a create fails instead of asking whether the account is the person's.";

/** Deactivates an account. @param fields repeated, for a service that clears fields missing from an update */
async function close(userId: string | null, test: TestAccount, fields: object = {}): Promise<boolean> {
  if (userId === null) return false;
  const body = { ...fields, user_id: userId, active: false };
  return (await tried(test, "update", { params: { user_id: userId }, body })).end === "done";
}

async function leftOf(userId: string | null, { closed, second }: Reused, test: TestAccount): Promise<LeftAccount[]> {
  const left: LeftAccount[] = [{ userId, active: !closed, groups: [] }];
  if (second !== undefined) {
    const members = membersOf(await test.read(), test.group).filter((id) => id !== userId);
    const id =
      (second === null ? null : readCreatedId(second.answer, test.dialect.createdId)) ??
      (members.length === 1 ? (members[0] ?? null) : null);
    // Nothing is sent to an account that only a guess names.
    const known = id !== null && id !== userId && second !== null && (await whyNotNew(id, await test.read(), test)) === null;
    left.push({ userId: id, active: known ? !(await close(id, test)) : null, groups: [] });
  }
  const groups = await test.read();
  return left.map((one) => ({
    ...one,
    groups: groups.filter(({ userIds }) => one.userId !== null && userIds?.includes(one.userId) === true).map(({ path }) => path),
  }));
}
