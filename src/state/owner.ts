import { fact, type Fact } from "../domain/facts/fact.ts";
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { EXIT, Problem } from "../domain/problem.ts";

/**
 * Creates a state directory that only its owner may enter.
 * @throws Problem `state_of_other_user`; the system's error where it cannot be created
 */
export function ownDirectory(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  refuseOtherOwner(dir);
  chmodSync(dir, 0o700);
}

/**
 * Refuses a state directory of another user, also for root: files that a command creates there would belong to the
 * wrong user, and the owner's next run would fail to open them.
 * @throws Problem `state_of_other_user`
 */
export function refuseOtherOwner(dir: string): void {
  const me = process.geteuid?.();
  const owner = ownerOf(dir);
  if (me !== undefined && owner !== undefined && owner !== me) throw otherOwner(dir, owner, me);
}

/**
 * Refuses a state with single files of another user, which a command run as root leaves.
 * @throws Problem `state_of_other_user`
 */
export function refuseForeignFiles(dir: string): void {
  const me = process.geteuid?.();
  // Root can open every file.
  if (me === undefined || me === 0) return;
  const foreign = findForeign(dir, me);
  if (foreign !== undefined) throw foreignFile(dir, foreign, me);
}

function ownerOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.uid;
}

/** Returns a file of the state that belongs to another user; ignores reports and uploads. */
function findForeign(dir: string, me: number): { path: string; owner: number } | undefined {
  const entries: Dirent[] = readdirSync(dir, { withFileTypes: true });
  if (entries.some(({ name }) => name === "database")) {
    try {
      entries.push(...readdirSync(join(dir, "database"), { withFileTypes: true, recursive: true }));
    } catch {
      // A folder that cannot be read belongs to another user, and is found below.
    }
  }
  for (const { name, parentPath } of entries) {
    const path = join(parentPath, name);
    const owner = ownerOf(path);
    if (owner !== undefined && owner !== me) return { path, owner };
  }
  return undefined;
}

function otherOwner(dir: string, owner: number, me: number): Problem {
  return new Problem(fact("state.belongs_to_other_user", { dir, owner: userFact(owner), user: userFact(me) }), {
    code: "state_of_other_user",
    exit: EXIT.configuration,
    audience: "admin",
    next: nextOf(dir, owner, me),
  });
}

function nextOf(dir: string, owner: number, me: number): Fact {
  if (me === 0) return fact("advice.run_as_owner", { user: nameOf(owner) ?? `'#${owner}'` });
  if (owner === 0) return fact("advice.own_directory", { user: nameOf(me) ?? String(me), dir });
  return fact("advice.run_as_that_user", {});
}

function foreignFile(dir: string, { path, owner }: { path: string; owner: number }, me: number): Problem {
  return new Problem(fact("state.has_file_of_other_user", { path, owner: userFact(owner), dir, user: userFact(me) }), {
    code: "state_of_other_user",
    exit: EXIT.configuration,
    audience: "admin",
    next: fact("advice.restore_owner", { user: nameOf(me) ?? String(me), dir }),
  });
}

function userFact(uid: number): Fact {
  const name = nameOf(uid);
  return name === null ? fact("user.is_numbered", { id: String(uid) }) : fact("user.is_named", { name, id: String(uid) });
}

/** Returns the name of a user of this machine; `null` if there is none in /etc/passwd, as in many containers. */
function nameOf(uid: number): string | null {
  try {
    const users = readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .map((line) => line.split(":"));
    return users.find(([, , id]) => id === String(uid))?.[0] ?? null;
  } catch {
    return null;
  }
}
