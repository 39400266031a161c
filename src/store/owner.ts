import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { EXIT, Problem } from "../model/problem.ts";

/**
 * Makes a state directory that only its owner may enter.
 * @throws Problem `state_of_other_user`; the system's error where it cannot be made
 */
export function ownDirectory(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  refuseOtherOwner(dir);
  chmodSync(dir, 0o700);
}

/**
 * Refuses a state directory of another user, also for root: each file that a command writes there would belong to the
 * wrong user, and the owner's next run would end when it opens one.
 * @throws Problem `state_of_other_user`
 */
export function refuseOtherOwner(dir: string): void {
  const me = process.geteuid?.();
  const owner = ownerOf(dir);
  if (me !== undefined && owner !== undefined && owner !== me) throw otherOwner(dir, owner, me);
}

/**
 * Refuses a state of which single files belong to another user, as a command leaves them that ran as root.
 * @throws Problem `state_of_other_user`
 */
export function refuseForeignFiles(dir: string): void {
  const me = process.geteuid?.();
  // Root opens the files of everyone.
  if (me === undefined || me === 0) return;
  const foreign = findForeign(dir, me);
  if (foreign !== undefined) throw foreignFile(dir, foreign, me);
}

function ownerOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.uid;
}

/** Finds a file of the state itself that belongs to another user; reports and uploads are left out. */
function findForeign(dir: string, me: number): { path: string; owner: number } | undefined {
  const entries: Dirent[] = readdirSync(dir, { withFileTypes: true });
  if (entries.some(({ name }) => name === "database")) {
    try {
      entries.push(...readdirSync(join(dir, "database"), { withFileTypes: true, recursive: true }));
    } catch {
      // A folder that cannot be read belongs to someone else, and is found below.
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
  const name = nameOf(owner);
  return new Problem(
    `The state directory ${dir} belongs to ${userText(owner)}, and this command runs as ${userText(me)}. Nothing was changed.`,
    {
      code: "state_of_other_user",
      exit: EXIT.configuration,
      audience: "admin",
      next:
        me === 0
          ? `Run the command as that user: sudo -u ${name ?? `'#${owner}'`} rollcall … Files that root writes there would stop the owner's next run.`
          : "Run the command as that user, or give a directory of your own with --state DIR.",
    },
  );
}

function foreignFile(dir: string, { path, owner }: { path: string; owner: number }, me: number): Problem {
  return new Problem(
    `${path} belongs to ${userText(owner)}, and the state directory ${dir} to ${userText(me)}. A command was probably run there as another user. Nothing was changed.`,
    {
      code: "state_of_other_user",
      exit: EXIT.configuration,
      audience: "admin",
      next: `Give the files back to their owner, as root: chown -R ${nameOf(me) ?? me} ${dir}`,
    },
  );
}

function userText(uid: number): string {
  const name = nameOf(uid);
  return name === null ? `user ${uid}` : `user ${name} (${uid})`;
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
