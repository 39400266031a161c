import { createHash, createSign, randomBytes, type KeyObject } from "node:crypto";
import type { SamlSettings } from "../../../domain/http/source-settings.ts";

const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";
const CANONICAL = "http://www.w3.org/2001/10/xml-exc-c14n#";
const LIFETIME_MS = 600_000;
/** Clocks differ. */
const SKEW_MS = 60_000;

/**
 * Returns a signed SAML 2.0 assertion for the grant `saml2-bearer` (RFC 7522). Every text is written in its canonical
 * form (exclusive XML canonicalization), so what is signed is what is sent.
 */
export function signedAssertion(settings: SamlSettings, key: KeyObject, now: Date): string {
  const { issuer, audience, recipient, subject } = settings;
  const id = `_${randomBytes(16).toString("hex")}`;
  const time = (shift: number): string => new Date(now.getTime() + shift).toISOString();
  const until = time(LIFETIME_MS);
  const tag = (name: string, attributes: Record<string, string>, content: string): string =>
    `<saml2:${name}${Object.entries(attributes)
      .map(([attribute, value]) => ` ${attribute}="${quoted(value)}"`)
      .join("")}>${content}</saml2:${name}>`;
  // Attributes in alphabetical order, as the canonical form demands.
  const head = tag("Issuer", {}, escaped(issuer));
  const confirmation = tag("SubjectConfirmationData", { NotOnOrAfter: until, Recipient: recipient }, "");
  const body =
    tag(
      "Subject",
      {},
      tag("NameID", { Format: "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified" }, escaped(subject)) +
        tag("SubjectConfirmation", { Method: "urn:oasis:names:tc:SAML:2.0:cm:bearer" }, confirmation),
    ) +
    tag(
      "Conditions",
      { NotBefore: time(-SKEW_MS), NotOnOrAfter: until },
      tag("AudienceRestriction", {}, tag("Audience", {}, escaped(audience))),
    ) +
    tag(
      "AuthnStatement",
      { AuthnInstant: time(0), SessionIndex: id },
      tag("AuthnContext", {}, tag("AuthnContextClassRef", {}, "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport")),
    );
  const opening = `<saml2:Assertion xmlns:saml2="${ASSERTION}" ID="${id}" IssueInstant="${time(0)}" Version="2.0">`;
  const digest = createHash("sha256").update(`${opening}${head}${body}</saml2:Assertion>`).digest("base64");
  const info =
    `<ds:CanonicalizationMethod Algorithm="${CANONICAL}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod>` +
    `<ds:Reference URI="#${id}"><ds:Transforms>` +
    `<ds:Transform Algorithm="${SIGNATURE}enveloped-signature"></ds:Transform>` +
    `<ds:Transform Algorithm="${CANONICAL}"></ds:Transform></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod>` +
    `<ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>`;
  // Alone, the element declares its prefix; inside of the signature it inherits it.
  const signed = createSign("RSA-SHA256").update(`<ds:SignedInfo xmlns:ds="${SIGNATURE}">${info}</ds:SignedInfo>`).sign(key, "base64");
  const signature =
    `<ds:Signature xmlns:ds="${SIGNATURE}"><ds:SignedInfo>${info}</ds:SignedInfo>` +
    `<ds:SignatureValue>${signed}</ds:SignatureValue></ds:Signature>`;
  return `${opening}${head}${signature}${body}</saml2:Assertion>`;
}

/** Escapes a text as the canonical form does. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\r", "&#xD;");
}

/** Escapes the value of an attribute as the canonical form does. */
function quoted(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[\t\n\r]/g, " ");
}
