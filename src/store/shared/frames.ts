import type { Socket } from "node:net";
import { deserialize, serialize } from "node:v8";
import { Problem, type ProblemOptions } from "../../model/problem.ts";

/** What a process that goes through another asks it: the answer bears the same number. */
export interface Ask {
  id: number;
  op: string;
  args: readonly unknown[];
}

export interface Answer {
  id: number;
  result?: unknown;
  error?: PackedError;
}

/** What the process that has the state says unasked. */
export interface Tell {
  id: 0;
  what: string;
  args: readonly unknown[];
}

/** An error as it crosses: with its code, its constraint and whatever else the database told. */
export interface PackedError {
  message: string;
  parts: Record<string, unknown>;
  problem: Omit<ProblemOptions, "cause"> | null;
}

const LENGTH = 4;
/** Longer than anything that is ever sent in one piece: whoever says so does not speak this. */
const LONGEST = 1 << 30;

/** Sends one message; values keep their types, dates and bytes too. */
export function send(socket: Socket, message: Ask | Answer | Tell): void {
  if (socket.destroyed) return;
  const body = serialize(message);
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32BE(body.length);
  socket.cork();
  socket.write(length);
  socket.write(body);
  socket.uncork();
}

/** Calls `heard` with each message that comes, in order. What is no message ends the connection. */
export function listen<T>(socket: Socket, heard: (message: T) => void): void {
  let parts: Buffer[] = [];
  let size = 0;
  socket.on("data", (part: Buffer) => {
    parts.push(part);
    size += part.length;
    while (size >= LENGTH) {
      // Joined only when it is whole: a file of a hundred thousand people comes in many parts.
      if ((parts[0]?.length ?? 0) < LENGTH) parts = [Buffer.concat(parts)];
      const wanted = LENGTH + (parts[0]?.readUInt32BE() ?? 0);
      if (wanted > LONGEST) return void socket.destroy();
      if (size < wanted) return;
      const whole = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
      parts = whole.length === wanted ? [] : [whole.subarray(wanted)];
      size -= wanted;
      try {
        heard(deserialize(whole.subarray(LENGTH, wanted)) as T);
      } catch {
        // Whoever speaks like this is none of ours.
        return void socket.destroy();
      }
    }
  });
}

export function pack(error: unknown): PackedError {
  if (error instanceof Problem) {
    const { code, exit, audience, retryable, next } = error;
    return { message: error.message, parts: {}, problem: { code, exit, audience, retryable, ...(next === undefined ? {} : { next }) } };
  }
  if (!(error instanceof Error)) return { message: String(error), parts: {}, problem: null };
  const parts = Object.fromEntries(Object.entries(error).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value)));
  return { message: error.message, parts, problem: null };
}

export function unpack({ message, parts, problem }: PackedError): Error {
  return problem === null ? Object.assign(new Error(message), parts) : new Problem(message, problem);
}
