import { choice, count, fact, name, names, ordinal, sentences, served, type FactsOf } from "../values.ts";

const answered = { endpoint: name, status: count, details: sentences };
const unconnected = { endpoint: name, code: name };
const items = { items: count };
const group = { endpoint: name, group: name };

/** An answer with an error status. */
const answeredFacts = {
  "service.rejected_request": answered,
  "service.rejected_token": answered,
  "service.denied": answered,
  "service.not_found": answered,
  "service.request_timeout": answered,
  "service.conflict": answered,
  "service.rejected_values": answered,
  "service.rate_limited": answered,
  "service.failed": answered,
  "service.gateway_unreachable": answered,
  "service.unavailable": answered,
  "service.gateway_timeout": answered,
  "service.interface_violated": answered,
  "service.unexpected_status": answered,
} as const satisfies FactsOf;

/** A request that had no answer. */
const unansweredFacts = {
  "service.no_connection": unconnected,
  "service.issuer_not_trusted": unconnected,
  "service.certificate_expired": unconnected,
  "service.certificate_not_yet_valid": unconnected,
  "service.certificate_revoked": unconnected,
  "service.certificate_of_other_host": unconnected,
  "service.no_tls": unconnected,
  "service.unknown_host": unconnected,
  "service.answer_lost": unconnected,
} as const satisfies FactsOf;

/** What to do. */
const adviceFacts = {
  "service.check_address": {},
  "service.replace_token": {},
  "service.ask_permissions": {},
  "service.lower_rate": {},
  "service.check_dialect": {},
  "service.check_paging": {},
  "service.set_new_address": {},
  "service.ask_interface": {},
  "service.ask_operators": {},
  "service.check_proxy": {},
  "service.check_connection": {},
  "service.trust_issuer": {},
  "service.renew_certificate": {},
  "service.check_clock": {},
  "service.check_host": {},
  "service.check_port": {},
  "service.check_dns": {},
  "service.try_again": {},
  "service.create_token": {},
  "service.check_client": {},
  "service.set_grant_refresh": {},
  "service.correct_group": {},
  "service.lower_page_size": {},
} as const satisfies FactsOf;

export type AnsweredCode = keyof typeof answeredFacts;
export type UnansweredCode = keyof typeof unansweredFacts;
export type AdviceCode = keyof typeof adviceFacts;

/** Problems of the learning service, and what to do. */
export const serviceFacts = {
  ...answeredFacts,
  ...unansweredFacts,
  ...adviceFacts,
  "service.redirects": { address: served },
  "service.message": { text: served },
  /** The service's message alone, as the reason of something else. */
  "service.says": { text: served },
  "service.waiting": { why: fact },
  "service.waiting_unanswered": {},
  "service.report_unusable": { why: fact },
  "service.removal_unconfirmed": { endpoint: name },
  "service.not_json": { endpoint: name, status: count },
  "service.answers_again": {},
  "service.unlike_interface": { endpoint: name, field: served, what: fact },
  "service.body_unlike_interface": { endpoint: name, what: fact },
  /** How a value of an answer does not match the interface. */
  "value.has_other_type": { expected: choice, found: choice },
  "value.is_none_of": { allowed: names },
  "value.is_no_uuid": {},
  "value.has_item_without_uuid": { position: ordinal },
  "value.has_other_form": {},

  "service.stopped": { endpoint: name },

  "service.token_answer_empty": {},
  "service.access_token_missing": {},
  "service.access_token_unreadable": {},
  "service.refresh_answer_lost": {},
  "service.refresh_token_rejected": { status: count },
  "service.client_rejected": { status: count },

  "service.group_with_two_names": group,
  "service.group_with_two_parents": group,
  "service.group_within_itself": group,
  /** Groups that a list names incompletely. */
  "service.group_without_id": { group: name },
  "service.group_without_parent": { group: name, name },
  "service.group_without_name": { group: name },
  "service.list_incomplete": { endpoint: name, why: fact },
  "list.announces_more": items,
  "list.announces_total": { announced: count, readable: count },
  "list.announces_pages": {},
  "list.became_shorter": {},
  "list.begins_again": items,
  "list.ignores_start": items,
  "list.ignores_paging": items,
  "list.second_page_is_first": {},

  "service.try_token_again": { advice: fact },
  "service.set_no_paging": items,
} as const satisfies FactsOf;
