import type { ReportedOperation } from "./operation.ts";

export type Sign = "+" | "~" | "−";

/** One change of a person: a field, a group, or the account itself. */
export type Change = { sign: Sign } & (
  | { what: "account"; action: "created" | "deactivated" | "reactivated" }
  | { what: "field"; field: string; from: string | null; to: string }
  | { what: "joins" | "leaves" | "becomes_pending"; group: string }
);

const SIGNS: Readonly<Record<ReportedOperation["kind"], Sign>> = {
  create: "+",
  update: "~",
  deactivate: "−",
  reactivate: "+",
  "remove-groups": "−",
};

/** Returns the sign of a person in a plan: new, changed or left. */
export function signOf(kind: ReportedOperation["kind"]): Sign {
  return SIGNS[kind];
}

/** Returns the changes of one person in the order in which console, report and command line show them. */
export function changesOf({ kind, fields, gains, losses }: Pick<ReportedOperation, "kind" | "fields" | "gains" | "losses">): Change[] {
  const account = { create: "created", deactivate: "deactivated", reactivate: "reactivated" } as const;
  const action = kind === "create" || kind === "deactivate" || kind === "reactivate" ? account[kind] : null;
  return [
    ...(action === null ? [] : [{ sign: SIGNS[kind], what: "account" as const, action }]),
    ...fields.map((field) => ({ sign: kind === "create" ? ("+" as const) : ("~" as const), what: "field" as const, ...field })),
    ...gains.map((group) => ({ sign: "+" as const, what: "joins" as const, group })),
    // A plan only finds removals, which need a decision; an applied one ends the membership.
    ...losses.map((group) =>
      kind === "remove-groups"
        ? { sign: "−" as const, what: "leaves" as const, group }
        : { sign: "~" as const, what: "becomes_pending" as const, group },
    ),
  ];
}

/** Returns a change in plain English. */
export function changeText(change: Change): string {
  switch (change.what) {
    case "account":
      return `account ${change.action}`;
    case "field":
      return change.from === null || change.sign === "+"
        ? `${change.field}: ${change.to}`
        : `${change.field}: ${change.from} → ${change.to}`;
    case "joins":
      return `joins ${change.group}`;
    case "leaves":
      return `leaves ${change.group}`;
    case "becomes_pending":
      return `${change.group} becomes a pending removal`;
  }
}
