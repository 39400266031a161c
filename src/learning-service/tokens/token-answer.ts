/** The readable parts of a token answer. */
export interface ReadTokens {
  /** `null`: missing or unreadable. */
  accessToken: string | null;
  /** `null`: missing. */
  refreshToken: string | null;
  /** Milliseconds; `null`: missing or unreadable. */
  accessLifetime: number | null;
  refreshLifetime: number | null;
  /** Names of missing or wrongly typed fields; never a value. */
  deviating: string[];
  /** Whether the answer was cut or is not JSON, so that missing fields may have been sent. */
  damaged: boolean;
  /** All fields of the object with the tokens. */
  fields: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

/** The expected fields: `documented` (the interface, refresh) or `standard` (RFC 6749). */
export type Expected = "documented" | "standard";

/**
 * Reads a token answer and tolerates deviations: lifetimes as text or fractions, in milliseconds or, as `expires_in`,
 * in seconds; missing fields; tokens one level down; cut JSON. The used refresh token may be invalid already, so a new
 * one must not be lost because another field is wrong (I10).
 */
export function readTokens(text: string, expected: Expected): ReadTokens {
  const { fields, where } = fieldsOf(text);
  const access = lifetimeOf(fields, "access_token_lifetime", ["expires_in"]);
  const refresh = lifetimeOf(fields, "refresh_token_lifetime", ["refresh_token_expires_in", "refresh_expires_in"]);
  return {
    accessToken: tokenOf(fields["access_token"]),
    refreshToken: tokenOf(fields["refresh_token"]),
    accessLifetime: access,
    refreshLifetime: refresh,
    deviating: [...(where === "top" ? [] : ["body"]), ...deviations(fields, expected)],
    damaged: where === "damaged",
    fields,
  };
}

function deviations(fields: Fields, expected: Expected): string[] {
  const isToken = (name: string): boolean => typeof fields[name] === "string" && fields[name] !== "";
  const isWhole = (name: string): boolean => Number.isInteger(fields[name]) && Number(fields[name]) > 0;
  const documented: [string, boolean][] = [
    ["access_token", isToken("access_token")],
    ["refresh_token", isToken("refresh_token")],
    ["access_token_lifetime", isWhole("access_token_lifetime")],
    ["refresh_token_lifetime", isWhole("refresh_token_lifetime")],
    ["access_token_type", typeof fields["access_token_type"] === "string"],
  ];
  // The token endpoint may use either shape, because the interface documents none.
  const lifetime = "access_token_lifetime" in fields ? "access_token_lifetime" : "expires_in";
  const standard: [string, boolean][] = [
    ["access_token", isToken("access_token")],
    [lifetime, !(lifetime in fields) || isWhole(lifetime)],
  ];
  return (expected === "documented" ? documented : standard).filter(([, fits]) => !fits).map(([name]) => name);
}

function tokenOf(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** Returns the documented field (ms), else the first of the others (s), in milliseconds. */
function lifetimeOf(fields: Fields, name: string, inSeconds: readonly string[]): number | null {
  const own = amountOf(fields[name]);
  if (own !== null) return Math.floor(own);
  const seconds = inSeconds.map((other) => amountOf(fields[other])).find((amount) => amount !== null);
  return seconds == null ? null : Math.floor(seconds * 1000);
}

function amountOf(value: unknown): number | null {
  const amount = typeof value === "string" && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  return typeof amount === "number" && amount > 0 && amount <= Number.MAX_SAFE_INTEGER ? amount : null;
}

interface Located {
  fields: Fields;
  /** Where the fields were: at the top level, one level down, or in damaged JSON. */
  where: "top" | "inside" | "damaged";
}

function fieldsOf(text: string): Located {
  try {
    return withTokens(JSON.parse(text.replace(/^\uFEFF/, "")));
  } catch {
    return { fields: fieldsOfDamaged(text), where: "damaged" };
  }
}

function withTokens(value: unknown): Located {
  if (hasTokens(value)) return { fields: value, where: "top" };
  const inner: unknown = typeof value === "object" && value !== null ? Object.values(value).find(hasTokens) : undefined;
  return { fields: hasTokens(inner) ? inner : {}, where: "inside" };
}

function hasTokens(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && ("access_token" in value || "refresh_token" in value);
}

/** Returns the complete fields of cut or damaged JSON. */
function fieldsOfDamaged(text: string): Fields {
  const pairs = text.matchAll(/"([a-z_]{1,40})"\s*:\s*("(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?(?=\s*[,}]))/g);
  const fields: Record<string, unknown> = {};
  for (const [, name = "", value = ""] of pairs) {
    try {
      fields[name] ??= JSON.parse(value);
    } catch {
      // This value is unreadable too.
    }
  }
  return fields;
}
