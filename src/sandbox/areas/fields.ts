import type { SandboxUser } from "../state.ts";

/** A user's text field; empty where the user has none. */
export function textField({ fields }: SandboxUser, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** Only a user who was deactivated is not active. */
export function isActive({ fields }: SandboxUser): boolean {
  return fields["active"] !== false;
}
