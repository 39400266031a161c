import { roleLabel } from "../labels.ts";
import { say } from "../sheet/say.ts";
import { t } from "../locales/t.ts";
import { below, data, sheet, table, time, type Sheet, type Words } from "../sheet/sheet.ts";

/** A token without its text and digest. */
export interface ShownToken {
  id: string;
  name: string;
  role: string;
  created_at: string;
  created_by: string;
  expires_at: string;
  used_at: string | null;
  revoked_at: string | null;
  /** Neither revoked nor expired. */
  usable: boolean;
}

/** Describes API tokens. */
export function tokensSheet(tokens: readonly ShownToken[]): Sheet {
  const columns = [
    { head: t("users.token"), sort: "name", kind: "row" as const, words: ({ name, id }: ShownToken) => [data(name), below(id)] },
    { head: t("users.role"), sort: "role", words: ({ role }: ShownToken) => roleLabel(role) },
    {
      head: t("users.created"),
      sort: "created",
      words: ({ created_at: at, created_by: by }: ShownToken) => say("users.name", { at: time(at), name: data(by) }),
    },
    { head: t("users.last_used"), sort: "used", words: ({ used_at: at }: ShownToken) => (at === null ? t("users.never") : time(at)) },
    { head: t("users.valid_until"), sort: "expires", words: endOf },
    { head: t("access.actions"), words: revoke },
  ];
  return sheet(tokens.length > 0 && table("", columns, tokens));
}

function endOf({ revoked_at: revoked, usable, expires_at: at }: ShownToken): Words {
  if (revoked !== null) return t("users.revoked");
  return usable ? time(at) : t("users.expired");
}

function revoke({ id, name, usable }: ShownToken): Words {
  return usable && { as: "action", url: "/tokens/revoke", given: { id }, button: say("users.revoke_name", { name: data(name) }) };
}
