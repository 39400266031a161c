import type { SandboxUser } from "../state.ts";

/** Returns a user's text field; empty if missing. */
export function textField({ fields }: SandboxUser, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** Returns whether a user is active; only deactivation ends that. */
export function isActive({ fields }: SandboxUser): boolean {
  return fields["active"] !== false;
}
