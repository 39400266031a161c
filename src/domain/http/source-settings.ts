/** Credentials for a source's own token endpoint (RFC 6749). */
export interface OauthSettings {
  tokenUrl: string;
  grant: "client_credentials" | "refresh_token" | "saml_bearer";
  clientId: string;
  clientSecret: string | null;
  clientAuthentication: "body" | "basic" | "none";
  /** The first refresh token; later ones are stored. */
  refreshToken: string | null;
  scope: string | null;
  /** More form fields. */
  extra: Readonly<Record<string, string>>;
  saml: SamlSettings | null;
}

/** The assertion of the grant `saml_bearer` (RFC 7522). */
export interface SamlSettings {
  issuer: string;
  audience: string;
  recipient: string;
  subject: string;
  /** Absolute path of an RSA key in PEM form. */
  privateKey: string;
}

/** A call that returns a token in JSON, for systems without OAuth. */
export interface LoginSettings {
  url: string;
  body: HttpBody;
  /** JSON pointer to the token. */
  token: string;
  /** How long a token is used, in ms. */
  lifetime: number;
  header: string;
  scheme: string;
}

export type HttpAuth =
  | { kind: "basic"; user: string; password: string }
  | { kind: "oauth"; oauth: OauthSettings }
  | { kind: "login"; login: LoginSettings };

export type HttpBody = { kind: "json"; value: unknown } | { kind: "form"; fields: readonly (readonly [string, string])[] };

/** How the next page is asked for, and where its end is stated. */
type HttpPaging =
  | { kind: "next"; at: string | null }
  | { kind: "cursor"; send: string; from: string }
  | { kind: "offset"; send: string; size: string; of: number }
  | { kind: "page"; send: string; size: string | null; of: number; first: number };

export interface HttpPages {
  paging: HttpPaging;
  /** JSON pointer to the number of all rows. */
  total: string | null;
  /** JSON pointer to whether there are more pages. */
  more: string | null;
}

/** A column of the rows: where a row of JSON has its value. */
export interface HttpColumn {
  name: string;
  at: string;
  /** `odata`: `/Date(ms)/` becomes a day. */
  date: "odata" | null;
}

/** A request whose answers are the rows of a source. Texts in `query` and `body` may contain `{today}`. */
export interface HttpSettings {
  url: string;
  method: "GET" | "POST";
  query: readonly (readonly [string, string])[];
  headers: readonly (readonly [string, string])[];
  body: HttpBody | null;
  auth: HttpAuth | null;
  /** Absolute paths; for the token endpoint too. */
  tls: { certificate: string | null; key: string | null; passphrase: string | null; ca: string | null } | null;
  /** Whether cookies and `X-CSRF-Token` of an answer are sent with the next request. */
  session: boolean;
  /** `null`: by the content type, otherwise by the content. */
  format: "csv" | "xlsx" | "json" | null;
  /** JSON pointer to the list of rows. */
  rows: string;
  /** Empty: every member of a row, with flat names. */
  columns: readonly HttpColumn[];
  /** Meaning of a member that a row of JSON lacks. */
  absent: "unknown" | "blank";
  /** `null`: one answer has everything. */
  pages: HttpPages | null;
  /** Columns that at least one row must have; `null`: those of the mapping. */
  requires: readonly string[] | null;
  retry: { attempts: number; when: { at: string; is: string } | null };
  /** Milliseconds. */
  timeout: { firstByte: number; total: number };
  limits: { maxBytes: number; maxPages: number };
  /** Other hosts that a redirect may lead to, without credentials. */
  redirects: readonly string[];
  /** Whether the host may be in a private network. */
  privateNetwork: boolean;
}
