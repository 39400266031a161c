import { styleText } from "node:util";
import type { Io } from "./io.ts";

type Style = Parameters<typeof styleText>[0];

/** Prints data on standard output. */
export function print(io: Pick<Io, "stdout">, text: string): void {
  io.stdout.write(endedLine(text));
}

/** Prints a message for people on standard error. */
export function printError(io: Pick<Io, "stderr">, text: string): void {
  io.stderr.write(endedLine(text));
}

/** The same data for machines. What a terminal would not take as text is escaped, as JSON can: it means the same. */
export function printJson(io: Pick<Io, "stdout">, value: unknown): void {
  print(io, JSON.stringify(value, null, 2).replaceAll(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, escaped));
}

/** The text in a style where the stream is a terminal with colours, else as it is. */
export function styled({ env, isTTY }: Pick<Io, "env" | "isTTY">, style: Style, text: string, on: "stdout" | "stderr" = "stdout"): string {
  return hasColors(env, isTTY[on]) ? styleText(style, text, { validateStream: false }) : text;
}

/** The usual variables, in the order in which Node itself reads them. */
function hasColors(env: Io["env"], terminal: boolean): boolean {
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return terminal && !env["NO_COLOR"] && !env["NODE_DISABLE_COLORS"] && env["TERM"] !== "dumb";
}

function endedLine(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

function escaped(found: string): string {
  return [...Array(found.length).keys()].map((at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
}
