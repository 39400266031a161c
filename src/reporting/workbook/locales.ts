import type { NotifyLanguage } from "../../domain/settings.ts";
import type { RemovalStatus } from "../../store/schema/tables.ts";
import { REMOVAL_STATUSES } from "../labels.ts";
import { seenName } from "../../domain/names.ts";

export type DecisionWord = "approve" | "reject" | "leave";

/** The columns of the sheet of removals, in order. */
export const COLUMNS = [
  "decision",
  "reason",
  "keepUntil",
  "cause",
  "person",
  "key",
  "group",
  "file",
  "row",
  "column",
  "before",
  "now",
  "ruleThen",
  "ruleNow",
  "since",
  "gains",
  "otherGroups",
  "lastGroup",
  "earlier",
  "said",
  "removal",
] as const;
export type Column = (typeof COLUMNS)[number];

export interface WorkbookTexts {
  about: string;
  removals: string;
  title: string;
  heads: Record<Column, string>;
  decisions: Record<DecisionWord, string>;
  wrongDecision: [title: string, text: string];
  wrongDate: [title: string, text: string];
  /** The labels of removals that were decided earlier. */
  statuses: Readonly<Record<RemovalStatus, string>>;
  blank: string;
  nothing: string;
  lastGroup: string;
  explanation(count: number, madeAt: string): string[];
}

const en: WorkbookTexts = {
  about: "Read me",
  removals: "Removals",
  title: "Pending removals",
  heads: {
    decision: "Decision",
    reason: "Reason",
    keepUntil: "Keep until",
    cause: "Cause",
    person: "Person",
    key: "Key",
    group: "Group",
    file: "File",
    row: "Row",
    column: "Column",
    before: "Before",
    now: "Now",
    ruleThen: "Rule then",
    ruleNow: "Rule now",
    since: "Waiting since",
    gains: "Also gains",
    otherGroups: "Other groups",
    lastGroup: "Last group?",
    earlier: "Earlier decisions",
    said: "Remarks",
    removal: "Removal",
  },
  decisions: { approve: "approve", reject: "reject", leave: "leave" },
  wrongDecision: ["Decision", "Choose approve, reject or leave; or leave the cell blank."],
  wrongDate: ["Keep until", "A day in the future, such as 2027-01-31."],
  statuses: REMOVAL_STATUSES,
  blank: "(blank)",
  nothing: "(nothing)",
  lastGroup: "yes: the service cannot express a person without groups",
  explanation: (count, madeAt) => [
    "Pending removals",
    "",
    `Made ${madeAt}. ${count} rows, one for each membership that HR's rules no longer give. Until somebody decides, every one of them stays.`,
    "",
    "1. Read the row: the reason, the cell of HR's file before and now, and the rules.",
    "2. Decide under “Decision”: approve removes the membership; reject keeps it; leave, or a blank cell, decides nothing.",
    "3. Write under “Reason” why. A decision without a reason is not taken over.",
    "4. A rejection holds until the facts change, or until the day under “Keep until”; then the question comes again.",
    "5. Save as a workbook (.xlsx) and give it back: rollcall review import FILE, or upload it in the console.",
    "",
    "You may sort, filter, add columns and rename the sheets. Leave the column “Removal”, the person, the key and the group as they are, and the hidden sheet too: they say what a decision is about.",
    "A decision counts only while the evidence is the same. Rows that could not be accepted are listed with the reason.",
    "This workbook holds personal data: give it only to people who decide.",
  ],
};

const es: WorkbookTexts = {
  about: "Léame",
  removals: "Retiradas",
  title: "Retiradas que esperan una decisión",
  heads: {
    decision: "Decisión",
    reason: "Motivo",
    keepUntil: "Conservar hasta",
    cause: "Causa",
    person: "Persona",
    key: "Clave",
    group: "Grupo",
    file: "Fichero",
    row: "Fila",
    column: "Columna",
    before: "Antes",
    now: "Ahora",
    ruleThen: "Regla de entonces",
    ruleNow: "Regla de ahora",
    since: "En espera desde",
    gains: "También obtiene",
    otherGroups: "Otros grupos",
    lastGroup: "¿Último grupo?",
    earlier: "Decisiones anteriores",
    said: "Observaciones",
    removal: "Retirada",
  },
  decisions: { approve: "aprobar", reject: "rechazar", leave: "dejar" },
  wrongDecision: ["Decisión", "Elija aprobar, rechazar o dejar; o deje la celda en blanco."],
  wrongDate: ["Conservar hasta", "Un día futuro, por ejemplo 2027-01-31."],
  statuses: {
    pending: "pendiente",
    approved: "aprobada, todavía sin aplicar",
    rejected: "conservada",
    applied: "retirada",
    superseded: "ya no es necesaria: los hechos cambiaron",
    expired: "caducada: vuelve a quedar pendiente cuando una ejecución la encuentra",
  },
  blank: "(en blanco)",
  nothing: "(nada)",
  lastGroup: "sí: el servicio no puede expresar una persona sin grupos",
  explanation: (count, madeAt) => [
    "Retiradas que esperan una decisión",
    "",
    `Creado el ${madeAt}. ${count} filas, una por cada pertenencia que las reglas de RR. HH. ya no dan. Mientras nadie decida, todas se conservan.`,
    "",
    "1. Lea la fila: la causa, la celda del fichero de RR. HH., lo que había antes y lo que hay ahora, y las reglas.",
    "2. Decida en «Decisión»: aprobar retira la pertenencia; rechazar la conserva; dejar, o una celda en blanco, no decide nada.",
    "3. Escriba en «Motivo» por qué. Una decisión sin motivo no se acepta.",
    "4. Un rechazo vale hasta que cambien los hechos, o hasta el día de «Conservar hasta»; después se vuelve a preguntar.",
    "5. Guarde como libro (.xlsx) y devuélvalo: rollcall review import FICHERO, o súbalo en la consola.",
    "",
    "Puede ordenar, filtrar, añadir columnas y cambiar el nombre de las hojas. No cambie la columna «Retirada», la persona, la clave ni el grupo, ni tampoco la hoja oculta: dicen de qué trata cada decisión.",
    "Una decisión solo se acepta mientras los hechos sigan siendo los mismos. Lo que no se pueda aceptar se enumera, con el motivo.",
    "Este libro contiene datos personales: entréguelo solo a quien decide.",
  ],
};

export const workbookTexts: Record<NotifyLanguage, WorkbookTexts> = { en, es };

const all = Object.values(workbookTexts);
const headings = new Map(all.flatMap(({ heads }) => COLUMNS.map((column) => [seenName(heads[column]), column] as const)));
const decisions = new Map(
  all.flatMap(({ decisions: words }) => (["approve", "reject", "leave"] as const).map((word) => [seenName(words[word]), word] as const)),
);

/** Returns the column of a heading in any language. */
export function columnOf(heading: string): Column | undefined {
  return headings.get(seenName(heading));
}

/** Decisions by their labels in all languages. */
export function decisionOf(word: string): DecisionWord | undefined {
  return decisions.get(seenName(word));
}
