import type { NotifyTexts } from "./form.ts";

const n = (count: number): string => count.toLocaleString("es");

const limits: Readonly<Record<string, string>> = {
  creates: "Cuentas nuevas",
  updates: "Cambios",
  deactivations: "Bajas",
  removals: "Retiradas de pertenencias",
  shrink: "Filas que faltan",
  renamed: "Personas con otro nombre",
  rekeyed: "Claves que han cambiado",
  unknown_accounts: "Cuentas que no están vinculadas a nadie",
  columns: "Una columna que ha cambiado de repente",
  licences: "Licencias",
};

const statuses: Readonly<Record<string, string>> = {
  held: "retenida por un límite",
  failed: "fallida",
  interrupted: "detenida antes de su fin",
};

export const es: NotifyTexts = {
  digestSubject: (job, pending) =>
    `Rollcall ${job}: ${pending === 1 ? "1 retirada espera" : `${n(pending)} retiradas esperan`} una decisión`,
  attentionSubject: (job) => `Rollcall ${job}: algo le espera`,
  heldSubject: (job) => `Rollcall ${job}: una ejecución está retenida por un límite`,
  failedSubject: (job) => `Rollcall ${job}: una ejecución ha fallado`,
  missedSubject: (job) => `Rollcall ${job}: una ejecución programada no ha tenido lugar`,
  stalledSubject: (job) => `Rollcall ${job}: una ejecución no avanza`,
  pending: (count) => (count === 1 ? "Una retirada espera una decisión:" : `${n(count)} retiradas esperan una decisión:`),
  loses: (count, group) => `${count === 1 ? "1 persona pierde" : `${n(count)} personas pierden`} ${group}`,
  gains: (count, group) => `${n(count)} ${count === 1 ? "obtiene" : "obtienen"} ${group}`,
  moreGains: (count) => (count === 1 ? "1 grupo más" : `${n(count)} grupos más`),
  kinds: {
    renamed: "¿cambio de nombre?",
    split: "¿división?",
    moved: "han cambiado los datos",
    changed_back: "la fila vuelve a ser como era",
    leaver: "baja",
    mapping_changed: "ha cambiado el mapping",
    added_by_hand: "¿añadida a mano en el servicio?",
  },
  moreCauses: (count) => (count === 1 ? "y 1 causa más" : `y ${n(count)} causas más`),
  people: (names, more) => `${names.join(", ")}${more > 0 ? ` y ${n(more)} más` : ""}`,
  expiring: (count, days) =>
    `${count === 1 ? "1 aprobación no se ha ejecutado y caducará" : `${n(count)} aprobaciones no se han ejecutado y caducarán`} en ${days} días.`,
  unconfirmed: (count) =>
    `${count === 1 ? "1 cuenta nueva está" : `${n(count)} cuentas nuevas están`} sin aclarar: aún no se sabe de quién ${count === 1 ? "es" : "son"}.`,
  rejected: (count) =>
    count === 1
      ? "1 fila del último fichero no se pudo usar. RR. HH. puede corregirla."
      : `${n(count)} filas del último fichero no se pudieron usar. RR. HH. puede corregirlas.`,
  blocked: (count) =>
    count === 1
      ? "1 persona quedó bloqueada en la última ejecución: no se envía nada hasta que alguien resuelva el motivo."
      : `${n(count)} personas quedaron bloqueadas en la última ejecución: no se envía nada hasta que alguien resuelva el motivo.`,
  heldRuns: (count) =>
    count === 1 ? "Una ejecución espera, retenida por un límite:" : `${n(count)} ejecuciones esperan, retenidas por un límite:`,
  failedRuns: (count) =>
    count === 1 ? "Una ejecución ha fallado en las últimas 24 horas:" : `${n(count)} ejecuciones han fallado en las últimas 24 horas:`,
  run: (id, status) => `${id}: ${status}`,
  runHeld: (id, at) => `La ejecución ${id} del ${at} supera un límite. No se ha enviado nada de ella; alguien debe liberarla o cancelarla.`,
  runFailed: (id, at) => `La ejecución ${id} del ${at} no ha llegado a su fin.`,
  runMissed: (job, at) => `La ejecución de ${job} prevista para el ${at} no ha empezado. No se ha cambiado ni leído nada.`,
  missedWhy:
    "¿Está en marcha el planificador y responde la base de datos? La próxima ejecución lo compensa: vuelve a leer el fichero entero.",
  runStalled: (id, since) =>
    `La ejecución ${id} no avanza desde el ${since}. No se ha perdido nada, y las siguientes ejecuciones de la tarea la esperan.`,
  stalledWhy:
    "¿Está en marcha un proceso de trabajo y responden Redis, la base de datos y el servicio? La ejecución continúa por sí sola; también se puede cancelar.",
  openStatus: "Abrir la página de estado",
  limit: (name, found, allowed) => `${name}: ${n(found)} encontrados, ${n(allowed)} permitidos`,
  limitLabel: (limit) => limits[limit] ?? limit,
  runStatusLabel: (status) => statuses[status] ?? status,
  untouched: "Cada una de estas pertenencias se conserva hasta que alguien decida.",
  attached: "El libro adjunto se puede rellenar y devolver: rollcall review import FICHERO, o subirlo en la consola.",
  notAttached: "El libro es demasiado grande para adjuntarlo: lo crea rollcall review export.",
  openReview: "Abrir la revisión",
  openRun: "Abrir la ejecución",
  withoutConsole: (command) => `En la línea de órdenes: ${command}`,
  footer: (job) => `Enviado por Rollcall, como pide la tarea ${job} en «notify».`,
};
