import type { Fact } from "../../domain/facts/fact.ts";
import type { Socket } from "node:net";
import { deserialize, serialize } from "node:v8";
import { Problem, type ProblemOptions } from "../../domain/problem.ts";

/** A request to the process that has the state open; the answer has the same number. */
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

/** A message of the process that has the state open, without a request. */
export interface HostNotice {
  id: 0;
  what: string;
  args: readonly unknown[];
}

/** An error as it is sent: with its code, its constraint and other fields of the database. */
export interface PackedError {
  message: string;
  parts: Record<string, unknown>;
  problem: (Omit<ProblemOptions, "cause"> & { fact: Fact }) | null;
}

const LENGTH = 4;
/** No message is longer: a larger length means that the sender does not use this protocol. */
const MAX_FRAME_BYTES = 1 << 30;

/** Sends one message; values keep their types, including dates and bytes. */
export function send(socket: Socket, message: Ask | Answer | HostNotice): void {
  if (socket.destroyed) return;
  const body = serialize(message);
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32BE(body.length);
  socket.cork();
  socket.write(length);
  socket.write(body);
  socket.uncork();
}

/** Calls `receive` with each message, in order. An invalid message ends the connection. */
export function listen<T>(socket: Socket, receive: (message: T) => void): void {
  let parts: Buffer[] = [];
  let size = 0;
  socket.on("data", (part: Buffer) => {
    parts.push(part);
    size += part.length;
    while (size >= LENGTH) {
      // Joined only when complete: a file of a hundred thousand people arrives in many parts.
      if ((parts[0]?.length ?? 0) < LENGTH) parts = [Buffer.concat(parts)];
      const wanted = LENGTH + (parts[0]?.readUInt32BE() ?? 0);
      if (wanted > MAX_FRAME_BYTES) return void socket.destroy();
      if (size < wanted) return;
      const whole = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
      parts = whole.length === wanted ? [] : [whole.subarray(wanted)];
      size -= wanted;
      try {
        receive(deserialize(whole.subarray(LENGTH, wanted)) as T);
      } catch {
        // The sender does not use this protocol.
        return void socket.destroy();
      }
    }
  });
}

export function pack(error: unknown): PackedError {
  if (error instanceof Problem) {
    const { fact, code, exit, audience, retryable, next } = error;
    return { message: error.message, parts: {}, problem: { fact, code, exit, audience, retryable, next } };
  }
  if (!(error instanceof Error)) return { message: String(error), parts: {}, problem: null };
  const parts = Object.fromEntries(Object.entries(error).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value)));
  return { message: error.message, parts, problem: null };
}

export function unpack({ message, parts, problem }: PackedError): Error {
  return problem === null ? Object.assign(new Error(message), parts) : new Problem(problem.fact, problem);
}
