import type { Socket } from "node:net";
import { deserialize, serialize } from "node:v8";
import type { Io } from "../../app/io.ts";

/** A command for the daemon: its words, and the directory, terminal and variables of its process. */
export type Given = Pick<Io, "cwd" | "isTTY" | "columns" | "script"> & {
  type: "run";
  argv: readonly string[];
  /** The variables in `CALLERS_VARIABLES`; no secret of a job crosses. */
  env: Record<string, string>;
};

/** A message between a command and the daemon that runs it. */
export type Message =
  /** The daemon greets: it never runs a command that no longer waits for it. */
  | { type: "ready"; version: string }
  | Given
  | { type: "output"; stream: "stdout" | "stderr"; chunk: Uint8Array }
  /** The command wants more of its standard input, which nobody reads otherwise. */
  | { type: "read" }
  /** `null`: the end. */
  | { type: "input"; chunk: Uint8Array | null }
  /** A question on the terminal begins or ends, which reads single keys. */
  | { type: "keys"; single: boolean }
  | { type: "stop" }
  | { type: "end"; code: number };

const LENGTH = 4;
/** No message is longer: a larger length means that the sender does not use this protocol. */
const MAX_MESSAGE_BYTES = 1 << 26;

/** Sends one message; resolves when the system has it, or when the connection has ended. */
export function send(socket: Socket, message: Message): Promise<void> {
  const body = serialize(message);
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32BE(body.length);
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve();
    socket.write(Buffer.concat([length, body]), () => resolve());
  });
}

/** Returns the messages of a connection until it ends. An invalid one ends it. */
export async function* messages(socket: Socket): AsyncGenerator<Message> {
  let rest = Buffer.alloc(0);
  try {
    for await (const part of socket) {
      rest = Buffer.concat([rest, part as Buffer]);
      for (let wanted = lengthOf(rest); rest.length >= wanted; wanted = lengthOf(rest)) {
        yield deserialize(rest.subarray(LENGTH, wanted)) as Message;
        rest = rest.subarray(wanted);
      }
    }
  } catch {
    // The connection broke, or the sender does not use this protocol.
  } finally {
    socket.destroy();
  }
}

/** Returns the bytes of the first message with its length; infinite while its length is not there. */
function lengthOf(bytes: Buffer): number {
  if (bytes.length < LENGTH) return Number.POSITIVE_INFINITY;
  const length = LENGTH + bytes.readUInt32BE();
  if (length > MAX_MESSAGE_BYTES) throw new Error("too long");
  return length;
}
