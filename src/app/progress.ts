import { t } from "../reporting/locales/t.ts";
import { COUNTED_IN_BYTES, type Phase } from "../domain/facts/phases.ts";
import { factText } from "../reporting/fact-text.ts";
import type { Progress } from "../session/session.ts";
import type { Io } from "./io.ts";

const CLEAR_LINE = "\r\u001b[2K";

/**
 * Reports progress on standard error: on a terminal one updated line (phase, count, rate, time left), elsewhere a plain
 * line at the start of each phase and every ten seconds.
 */
export function reportProgress({ stderr: stream, env, isTTY }: Pick<Io, "stderr" | "env" | "isTTY">, quiet: boolean): Progress {
  if (quiet) return { phase: () => undefined, at: () => undefined, say: () => undefined, end: () => undefined };
  const terminal = isTTY.stderr && env["TERM"] !== "dumb";
  let phase = { of: null as Phase | null, name: "", total: null as number | null, started: 0, shown: 0, done: 0 };

  const line = (): string => {
    const seconds = (performance.now() - phase.started) / 1000;
    const parts = [phase.name];
    if (phase.done > 0 || phase.total !== null) parts.push(amount(phase.done, phase.total, phase.of));
    const rate = seconds > 0.5 ? phase.done / seconds : 0;
    if (rate > 0 && phase.of !== COUNTED_IN_BYTES) parts.push(`${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s`);
    if (rate > 0 && phase.total !== null && phase.done < phase.total) parts.push(`${duration((phase.total - phase.done) / rate)} left`);
    return parts.join(" · ");
  };
  const draw = (): void => {
    const pause = terminal ? 100 : 10_000;
    if (performance.now() - phase.shown < pause) return;
    phase.shown = performance.now();
    stream.write(terminal ? `${CLEAR_LINE}${line()}` : `${line()}\n`);
  };

  return {
    phase: (of, total) => {
      const name = t(`phase.${of}`);
      phase = { of, name, total, started: performance.now(), shown: performance.now(), done: 0 };
      stream.write(terminal ? `${CLEAR_LINE}${name} …` : `${name} …\n`);
    },
    at: (done) => {
      phase.done = done;
      draw();
    },
    say: (said) => {
      const sentence = factText(said);
      stream.write(terminal ? `${CLEAR_LINE}${sentence}\n` : `${sentence}\n`);
    },
    end: () => {
      if (phase.name === "") return;
      stream.write(terminal ? CLEAR_LINE : "");
      phase = { ...phase, name: "" };
    },
  };
}

function amount(done: number, total: number | null, phase: Phase | null): string {
  if (phase === COUNTED_IN_BYTES) return total === null || total === 0 ? "" : `${Math.round((done / total) * 100)} %`;
  return total === null ? done.toLocaleString("en") : `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
