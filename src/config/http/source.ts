import { resolve } from "node:path";
import { fact } from "../../domain/facts/fact.ts";
import type { HttpAuth, HttpBody, HttpPages, HttpSettings, OauthSettings } from "../../domain/http/source-settings.ts";
import { isUnencrypted } from "../../domain/loopback.ts";
import type { HttpForm } from "./schema.ts";
import { isPlainMap, pathText, type YamlPath, type YamlSource } from "../yaml.ts";

/** Reads `http` of a source. Adds its errors to `source`. */
export function readHttp(source: YamlSource, form: HttpForm, path: YamlPath, folder: string): HttpSettings {
  checkUrl(source, form.url, [...path, "url"]);
  const method = form.method ?? (form.body === undefined ? "GET" : "POST");
  if (method === "GET" && form.body !== undefined)
    source.fault([...path, "body"], fact("config.needs", { setting: "body", needs: "method: POST" }), "key");
  const columns = Object.entries(form.columns ?? {}).map(([name, each]) =>
    typeof each === "string" ? { name, at: each, date: null } : { name, at: each.at, date: each.date ?? null },
  );
  const json = columns.length > 0 || form.rows !== undefined;
  if (json && (form.format === "csv" || form.format === "xlsx"))
    source.fault([...path, "format"], fact("config.json_only", { format: form.format }));
  const { tls } = form;
  if ((tls?.certificate === undefined) !== (tls?.key === undefined))
    source.fault([...path, "tls"], fact("config.belong_together", { first: "tls.certificate", second: "tls.key" }));
  const file = (name: string | undefined): string | null => (name === undefined ? null : resolve(folder, name));
  if (form.timeout.first_byte > form.timeout.total)
    source.fault([...path, "timeout"], fact("config.shorter_than", { setting: "timeout.total", than: "first_byte" }));
  return {
    url: form.url,
    method,
    query: Object.entries(form.query ?? {}),
    headers: Object.entries(form.headers ?? {}),
    body: form.body === undefined ? null : bodyOf(source, form.body, [...path, "body"]),
    auth: form.auth === undefined ? null : authOf(source, form.auth, [...path, "auth"], folder),
    tls:
      tls === undefined
        ? null
        : { certificate: file(tls.certificate), key: file(tls.key), passphrase: tls.passphrase ?? null, ca: file(tls.ca) },
    session: form.session,
    format: form.format ?? (json ? "json" : null),
    rows: form.rows ?? "",
    columns,
    absent: form.absent,
    pages: form.pages === undefined ? null : pagesOf(source, form.pages, [...path, "pages"]),
    requires: form.requires ?? null,
    retry: {
      attempts: form.retry.attempts,
      when: form.retry.when === undefined ? null : { at: form.retry.when.at, is: String(form.retry.when.is) },
    },
    timeout: { firstByte: form.timeout.first_byte, total: form.timeout.total },
    limits: { maxBytes: form.limits.max_bytes, maxPages: form.limits.max_pages },
    redirects: form.redirects?.to ?? [],
    privateNetwork: form.private_network,
  };
}

/** Returns an address without its query, which may contain credentials. */
export function shownUrl(text: string): string {
  const url = URL.parse(text);
  return url === null ? "" : `${url.protocol}//${url.host}${url.pathname}`;
}

function checkUrl(source: YamlSource, text: string, path: YamlPath): void {
  // An unset variable has its own error.
  if (text.includes("${")) return;
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) source.fault(path, "config.not_https_url");
  else if (url.username !== "" || url.password !== "")
    source.fault(path, fact("config.url_has_user", { setting: pathText(path), instead: "auth.basic" }));
  else if (isUnencrypted(text)) source.fault(path, "config.url_unencrypted");
}

function bodyOf(source: YamlSource, form: Record<string, unknown>, path: YamlPath): HttpBody {
  const fields = form["form"];
  if (Object.keys(form).length !== 1 || !isPlainMap(fields)) return { kind: "json", value: form };
  for (const [name, value] of Object.entries(fields))
    if (typeof value !== "string") source.fault([...path, "form", name], "config.not_text");
  return { kind: "form", fields: Object.entries(fields).map(([name, value]) => [name, String(value)] as const) };
}

type AuthForm = NonNullable<HttpForm["auth"]>;

function authOf(source: YamlSource, form: AuthForm, path: YamlPath, folder: string): HttpAuth | null {
  const { basic, oauth, login } = form;
  const given = Object.entries({ basic, oauth, login }).filter(([, each]) => each !== undefined);
  if (given.length !== 1) {
    source.fault(path, fact("config.not_exactly_one", { setting: "auth", of: ["basic", "oauth", "login"] }));
    return null;
  }
  if (form.saml !== undefined && oauth?.grant !== "saml_bearer")
    source.fault([...path, "saml"], fact("config.effect_only_with", { setting: "auth.saml", with: "oauth.grant: saml_bearer" }), "key");
  if (basic !== undefined) return { kind: "basic", ...basic };
  if (login !== undefined) {
    checkUrl(source, login.url, [...path, "login", "url"]);
    return { kind: "login", login: { ...login, body: bodyOf(source, login.body, [...path, "login", "body"]) } };
  }
  return oauth === undefined ? null : { kind: "oauth", oauth: oauthOf(source, oauth, form.saml, path, folder) };
}

function oauthOf(
  source: YamlSource,
  oauth: NonNullable<AuthForm["oauth"]>,
  saml: AuthForm["saml"],
  path: YamlPath,
  folder: string,
): OauthSettings {
  const at = [...path, "oauth"];
  checkUrl(source, oauth.token_url, [...at, "token_url"]);
  const authentication = oauth.client_authentication ?? (oauth.client_secret === undefined ? "none" : "body");
  if (authentication !== "none" && oauth.client_secret === undefined)
    source.fault(at, fact("config.missing_key_for", { setting: "client_secret", needed_by: `client_authentication: ${authentication}` }));
  if (oauth.grant === "client_credentials" && authentication === "none")
    source.fault(at, fact("config.missing_key_for", { setting: "client_secret", needed_by: "grant: client_credentials" }));
  if ((oauth.grant === "refresh_token") !== (oauth.refresh_token !== undefined))
    source.fault(at, fact("config.belong_together", { first: "refresh_token", second: "grant: refresh_token" }));
  if (oauth.grant === "saml_bearer" && saml === undefined)
    source.fault(path, fact("config.missing_key_for", { setting: "auth.saml", needed_by: "grant: saml_bearer" }));
  return {
    tokenUrl: oauth.token_url,
    grant: oauth.grant,
    clientId: oauth.client_id,
    clientSecret: oauth.client_secret ?? null,
    clientAuthentication: authentication,
    refreshToken: oauth.refresh_token ?? null,
    scope: oauth.scope ?? null,
    extra: oauth.extra ?? {},
    saml:
      saml === undefined
        ? null
        : {
            issuer: saml.issuer,
            audience: saml.audience,
            recipient: saml.recipient,
            subject: saml.subject,
            privateKey: resolve(folder, saml.private_key),
          },
  };
}

function pagesOf(source: YamlSource, form: NonNullable<HttpForm["pages"]>, path: YamlPath): HttpPages | null {
  const { next, cursor, offset, page } = form;
  const given = Object.values({ next, cursor, offset, page }).filter((each) => each !== undefined);
  if (given.length !== 1) {
    source.fault(path, fact("config.not_exactly_one", { setting: "pages", of: ["next", "cursor", "offset", "page"] }));
    return null;
  }
  const rest = { total: form.total ?? null, more: form.more ?? null };
  if (next !== undefined) return { paging: { kind: "next", at: next === "link" ? null : next }, ...rest };
  if (cursor !== undefined) return { paging: { kind: "cursor", ...cursor }, ...rest };
  if (offset !== undefined) return { paging: { kind: "offset", ...offset }, ...rest };
  return page === undefined ? null : { paging: { kind: "page", ...page, size: page.size ?? null }, ...rest };
}
