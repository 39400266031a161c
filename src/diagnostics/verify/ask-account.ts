import { fact, inTurn, type Fact } from "../../domain/facts/fact.ts";
import type { Group } from "../../domain/directory.ts";
import type { ServiceSettings } from "../../domain/settings.ts";
import { pointerTo, readCreatedId } from "../../learning-service/created.ts";
import { REMOVAL_CODE } from "../../learning-service/contract/endpoint.ts";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import { resolveNamed } from "../../learning-service/errors/refusal.ts";
import { saysTaken } from "../../learning-service/errors/taken.ts";
import type { CallInput } from "../../learning-service/methods.ts";
import { answered, open, type Point, type PointName } from "./points.ts";

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
const LOOK = fact("verify.look_for_account", {});

/**
 * Asks the open points that only a write can answer, with a test account that it creates in an empty group. It never
 * sends `confirm_group_removal`, and sends nothing after an answer that leaves a create open.
 */
export async function askWithAccount(test: TestAccount): Promise<{ points: Point[]; left: LeftAccount[] }> {
  const points: Point[] = [];
  const made = await create(test);
  if (!("form" in made)) {
    points.push(...unanswered(["created_id", "group_ids", "removal_refusal", "reused_usernames"], made.why, made.next));
    return { points, left: made.lost ? [{ userId: null, active: null, groups: [] }] : [] };
  }
  const { answer } = made;
  const given = readCreatedId(answer, test.dialect.createdId);
  const groups = await test.read();
  const [seen = null, ...more] = membersOf(groups, test.group);
  const userId = seen ?? given;
  const strange = more.length > 0 ? fact("verify.another_joined", { group: test.group.path }) : await whyNotNew(userId, groups, test);
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
async function whyNotNew(userId: string | null, groups: readonly Group[], { group, isLinked }: TestAccount): Promise<Fact | null> {
  if (userId === null) return null;
  if (await isLinked(userId)) return fact("verify.account_linked", {});
  const others = groups.filter(({ id, userIds }) => id !== group.id && userIds?.includes(userId) === true);
  if (others.length === 0) return null;
  return fact("verify.account_in_more_groups", { groups: others.map(({ path }) => path) });
}

function unanswered(names: readonly PointName[], why: Fact, next: Fact | undefined): Point[] {
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

type Made = { form: Form; answer: unknown } | { lost: boolean; problem: ServiceProblem; why: Fact; next: Fact };

/** Creates the test account. If the service refuses the form of `group_ids`, tries the other one: a refusal creates nothing. */
async function create(test: TestAccount): Promise<Made> {
  const { groupIds: form } = test.dialect;
  const first = await createWith(form, test);
  if ("form" in first || first.lost || saysTaken(first.problem) || !ABOUT_FORM.has(first.problem.code)) return first;
  const second = await createWith(otherForm(form), test);
  return "form" in second || second.lost || saysTaken(second.problem) ? second : first;
}

async function createWith(form: Form, test: TestAccount): Promise<Made> {
  const result = await tried(test, "create", { body: { ...fieldsOf(test), group_ids: written(form, [test.group.id]) } });
  if (result.end === "done") return { form, answer: result.answer };
  const { end, problem } = result;
  const why = problem.fact;
  if (end === "lost") return { lost: true, problem, why: fact("verify.create_unknown", { why }), next: LOOK };
  if (saysTaken(problem))
    return { lost: false, problem, why: fact("verify.name_taken", { why }), next: fact("verify.use_other_username", {}) };
  return { lost: false, problem, why: fact("verify.create_refused", { why }), next: problem.next ?? fact("verify.correct_and_ask", {}) };
}

function createdId(answer: unknown, seen: string | null, { dialect, group }: TestAccount): Point {
  const given = readCreatedId(answer, dialect.createdId);
  const place = dialect.createdId ?? "default";
  if (given !== null && (seen === null || given === seen)) return answered("created_id", fact("verify.created_id_at", { place }));
  if (seen === null) return open("created_id", fact("verify.created_id_unseen", { group: group.path }), fact("verify.list_members", {}));
  const pointer = pointerTo(answer, seen);
  if (pointer !== null && pointer !== "")
    return answered("created_id", fact("verify.created_id_at", { place: pointer }), { settings: { created_id: pointer } });
  if (given === null) {
    const none = answer === null || answer === undefined;
    return answered("created_id", fact(none ? "verify.create_answer_null" : "verify.create_answer_no_id", {}));
  }
  return open("created_id", fact("verify.created_id_foreign", { place }), fact("verify.ask_id_place", {}));
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
      fact(`verify.group_ids_${fitting}`, {}),
      fitting === dialect.groupIds ? {} : { settings: { group_ids: fitting } },
    ),
    form: fitting,
  });
  if (seen) return fits(form);
  const other = otherForm(form);
  if (userId !== null) {
    const body = { ...fieldsOf(test), user_id: userId, group_ids: written(other, [group.id]) };
    const result = await tried(test, "update", { params: { user_id: userId }, body });
    if (result.end === "done" && membersOf(await test.read(), group).includes(userId)) return fits(other);
  }
  const unlisted = { group: group.path };
  return { point: open("group_ids", fact("verify.create_unlisted", unlisted), fact("verify.look_in_group", unlisted)), form };
}

/** Asks for a removal without confirming it: the service must refuse, and name the group. */
async function removalRefusal(userId: string | null, form: Form, test: TestAccount): Promise<Point> {
  const { group, other } = test;
  const no = (why: Fact, next: Fact): Point => open("removal_refusal", why, next);
  if (other === null) return no(fact("verify.only_group", {}), fact("verify.add_second_group", {}));
  if (userId === null || !membersOf(await test.read(), group).includes(userId))
    return no(fact("verify.account_unlisted", { group: group.path }), fact("verify.answer_group_ids", {}));
  const body = { ...fieldsOf(test), user_id: userId, group_ids: written(form, [other.id]) };
  const result = await tried(test, "update", { params: { user_id: userId }, body });
  const after = await test.read();
  const stays = membersOf(after, group).includes(userId);
  if (result.end !== "done" && result.problem.code !== REMOVAL_CODE) return no(result.problem.fact, fact("verify.ask_refusal", {}));
  const yes = (found: Fact, next?: Fact): Point => answered("removal_refusal", found, { next });
  if (!stays) return yes(fact("verify.removes_unasked", {}), fact("verify.do_not_run", {}));
  if (result.end === "done") return yes(fact("verify.keeps_left_out", {}), fact("verify.removals_without_effect", {}));
  const refusal = { status: result.problem.status ?? 0, named: result.problem.named.join(", ") };
  const { ids, unresolved } = resolveNamed(result.problem.named, after);
  if (unresolved.length === 0 && ids.length === 1 && ids[0] === group.id) return yes(fact("verify.refusal_names_group", refusal));
  const found =
    refusal.named === ""
      ? fact("verify.refusal_names_none", { status: refusal.status })
      : fact("verify.refusal_names_other", { ...refusal, group: group.path });
  return yes(found, fact("verify.removals_blocked", {}));
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
    point: open("reused_usernames", fact("verify.second_unknown", { why: problem.fact }), LOOK),
    closed,
    second: null,
  });
  const active = await again();
  if (active.end === "done")
    return {
      point: answered("reused_usernames", fact("verify.two_active_accounts", {}), { next: NO_GUARD }),
      closed: await close(userId, test, fieldsOf(test)),
      second: active,
    };
  if (active.end === "lost") return lost(active.problem, await close(userId, test, fieldsOf(test)));
  const closed = await close(userId, test, fieldsOf(test));
  const whileActive = fact("verify.active_refused", { why: active.problem.fact });
  if (!closed) {
    const why = inTurn(fact("verify.not_deactivated", {}), whileActive);
    return { point: open("reused_usernames", why, fact("verify.deactivate_account", {})), closed, second: undefined };
  }
  const inactive = await again();
  if (inactive.end === "lost") return lost(inactive.problem, closed);
  if (inactive.end === "done") {
    const found = inTurn(whileActive, fact("verify.inactive_reused", {}));
    return { point: answered("reused_usernames", found, { next: NO_GUARD }), closed, second: inactive };
  }
  const found = inTurn(whileActive, fact("verify.inactive_refused", { why: inactive.problem.fact }));
  const next = saysTaken(active.problem) ? undefined : fact("verify.taken_unread", {});
  return { point: answered("reused_usernames", found, { next }), closed, second: undefined };
}

const NO_GUARD = fact("verify.link_accounts_first", {});

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
