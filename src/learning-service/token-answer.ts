/** An answer that brings tokens, as far as it can be read. */
export interface ReadTokens {
  /** `null`: there is none that can be read. */
  accessToken: string | null;
  /** `null`: the answer brings none. */
  refreshToken: string | null;
  /** Milliseconds; `null`: not said, or not readable. */
  accessLifetime: number | null;
  refreshLifetime: number | null;
  /** Names of the fields that are missing or of another type; never a value. */
  deviating: string[];
  /** Whether the answer was cut or is no JSON: what it lacks may have been there. */
  damaged: boolean;
  /** All fields of the object that has the tokens. */
  fields: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

/** Which fields an answer should have; the interface documents those of a refresh, RFC 6749 the others. */
export type Expected = "documented" | "standard";

/**
 * Reads an answer that brings tokens and is a little different: lifetimes as text or as fractions, in milliseconds or,
 * as `expires_in`, in seconds; fields that are missing; tokens one level down; JSON that was cut. The refresh token that
 * was used may be dead, so a new one must not be lost because something beside it is wrong (I10).
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
  // Both shapes are read where the token endpoint answers, because the interface shows none.
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

/** The documented field in milliseconds, else another one in seconds. */
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
  /** In the answer itself, one level down, or in what is left of it. */
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

/** The fields that are complete in JSON that is cut or damaged. */
function fieldsOfDamaged(text: string): Fields {
  const pairs = text.matchAll(/"([a-z_]{1,40})"\s*:\s*("(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?(?=\s*[,}]))/g);
  const fields: Record<string, unknown> = {};
  for (const [, name = "", value = ""] of pairs) {
    try {
      fields[name] ??= JSON.parse(value);
    } catch {
      // Not even this value can be read.
    }
  }
  return fields;
}
