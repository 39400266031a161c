import { t } from "../../reporting/locales/t.ts";
import crypto from "node:crypto";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import pLimit from "p-limit";
import { fact } from "../../domain/facts/fact.ts";
import { EXIT, Problem } from "../../domain/problem.ts";
import { sameText } from "./secrets.ts";

/** Argon2id as OWASP asks for it: 19 MiB, two passes, one lane. Raising them rehashes each password at its next use. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const BYTES = 32;

export const PASSWORD_LENGTHS = { min: 12, max: 256 } as const;

/** Returns the rule for passwords. */
export function passwordRule(): string {
  return t("advice.use_password_rule", PASSWORD_LENGTHS);
}

/** The least strength: what an attacker finds within a million guesses is common, or a sequence. */
const MIN_SCORE = 2;
/** With more, the estimate takes seconds and does not improve. */
const MAX_ESTIMATED = 64;

const SEPARATORS = /[\s.,:;_/-]+/gu;
/** The first words that someone tries here. */
const OBVIOUS = ["rollcall"];

/** Whether a password may be chosen. */
export async function isPasswordAllowed(password: string, name: string): Promise<boolean> {
  const text = password.normalize("NFKC");
  const different = new Set(text).size;
  if (text.length < PASSWORD_LENGTHS.min || text.length > PASSWORD_LENGTHS.max || different < 5 || text.toLowerCase() === name)
    return false;
  const estimate = await strength();
  // Separators make no sequence harder to guess: 1234 5678 9012.
  const forms = [text, text.replaceAll(SEPARATORS, "")];
  return forms.every((form) => estimate.check(form.slice(0, MAX_ESTIMATED), [name, ...OBVIOUS]).score >= MIN_SCORE);
}

/** Loaded only when a password is chosen, because the lists take 25 MB. */
async function strength(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimate }, { adjacencyGraphs: graphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new Estimate({ dictionary, graphs });
}

interface Cost {
  memory: number;
  passes: number;
  parallelism: number;
}

/** A password as it is stored: with what it cost, so that it can be compared when the cost has been raised. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.randomBytes(16);
  const hash = await derive(password, salt, COST);
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

const ENCODED = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Returns whether a password matches the stored one, and whether it should be stored again at today's cost. With `null`,
 * for a user who is not there or has none, it takes as long and is wrong.
 */
export async function checkPassword(password: string, stored: string | null): Promise<{ right: boolean; outdated: boolean }> {
  const [, memory, passes, parallelism, salt, expected] = ENCODED.exec(stored ?? "") ?? [];
  if (memory === undefined || passes === undefined || parallelism === undefined || salt === undefined || expected === undefined) {
    await derive(password, Buffer.alloc(16), COST);
    return { right: false, outdated: false };
  }
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const hash = await derive(password, Buffer.from(salt, "base64"), cost);
  const right = sameText(unpadded(hash), expected);
  return { right, outdated: right && (cost.memory < COST.memory || cost.passes < COST.passes) };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

const oneAtATime = pLimit(1);

/** One at a time: each takes 19 MiB and a thread, and a crowd at the sign-in must not take all of them. */
function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  return oneAtATime(() => argon2(password.slice(0, PASSWORD_LENGTHS.max * 4).normalize("NFKC"), nonce, cost));
}

function argon2(message: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  // Node.js has it from 24.7 on; everything else of Rollcall runs on older ones too.
  if (typeof crypto.argon2 !== "function") throw needsNewerNode();
  return new Promise((resolve, reject) => {
    crypto.argon2("argon2id", { message, nonce, ...cost, tagLength: BYTES }, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    );
  });
}

function needsNewerNode(): Problem {
  return new Problem(fact("passwords.need_newer_node", { version: process.version }), {
    code: "node_too_old",
    exit: EXIT.configuration,
    audience: "admin",
    next: fact("advice.install_node_or_use_provider", {}),
  });
}
