import { relative } from "node:path";
import { styleText } from "node:util";
import { commandInState } from "../domain/names.ts";
import type { Call, Io } from "./io.ts";

type Style = Parameters<typeof styleText>[0];

type Output<Stream extends "stdout" | "stderr"> = Pick<Io, Stream> & Partial<Pick<Call, "givenState">>;

/** Prints data to standard output. */
export function print(io: Output<"stdout">, text: string): void {
  io.stdout.write(endedLine(withState(text, io)));
}

/** Prints a message for people to standard error. */
export function printError(io: Output<"stderr">, text: string): void {
  io.stderr.write(endedLine(withState(text, io)));
}

/** Adds `--state` to suggested commands if this command was called with it: in backticks, or after a colon or `, then`. */
function withState(text: string, { givenState = null }: Partial<Pick<Call, "givenState">>): string {
  if (givenState === null) return text;
  return text.replaceAll(/(?<=`|: |, then )rollcall [a-z][^`\p{Cc}]*?(?=`| {4}|, then |\p{Cc}|$)/gmu, (found) =>
    commandInState(found, givenState),
  );
}

/** Prints data as JSON, which may contain text of other systems. */
export function printJson(io: Pick<Io, "stdout">, value: unknown): void {
  io.stdout.write(endedLine(terminalJson(value, 2)));
}

/** Returns data as JSON. Characters that are unsafe for a terminal are escaped, which doesn't change the JSON. */
export function terminalJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replaceAll(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
}

/** Styles the text if the stream is a terminal with colors. */
export function styled({ env, isTTY }: Pick<Io, "env" | "isTTY">, style: Style, text: string, on: "stdout" | "stderr" = "stdout"): string {
  return hasColors(env, isTTY[on]) ? styleText(style, text, { validateStream: false }) : text;
}

/** Reads the usual variables in the same order as Node. */
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

/** Returns the path relative to the working directory if it is below it, else unchanged. */
export function displayPath({ cwd }: Pick<Call, "cwd">, path: string): string {
  const below = relative(cwd, path);
  return below.startsWith("..") ? path : below;
}
