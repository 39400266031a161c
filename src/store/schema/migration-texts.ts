import { contents, nameChains } from "./contents.ts";
import { dismissedGroups, missingGroups } from "./missing-groups.ts";
import { missingAreas } from "./missing-areas.ts";
import * as pageIndexes from "./page-indexes.ts";
import { dates, leavers, pilot, scope } from "./scope-and-dates.ts";
import { urgentDeactivations } from "./urgent-deactivations.ts";
import { usernames } from "./usernames.ts";

const first = `
CREATE TABLE setting (name text PRIMARY KEY, value jsonb NOT NULL);
CREATE TABLE token (account text PRIMARY KEY, tokens jsonb NOT NULL);
CREATE TABLE run (
  id text PRIMARY KEY, job text NOT NULL, job_file text NOT NULL, account text NOT NULL,
  kind text NOT NULL DEFAULT 'sync', status text NOT NULL, partial boolean NOT NULL,
  started_at timestamptz NOT NULL, ended_at timestamptz, planned_at timestamptz,
  file text NOT NULL, sha256 text NOT NULL, rows integer NOT NULL, context text NOT NULL,
  counts jsonb, held jsonb, problem jsonb, released boolean NOT NULL DEFAULT false, released_by text, notes jsonb, summary jsonb);
CREATE INDEX run_job ON run (job, started_at);
CREATE TABLE staged (
  run text NOT NULL, row integer NOT NULL, key text, digest text NOT NULL, cells jsonb,
  username text, email text, fate text NOT NULL, PRIMARY KEY (run, row));
CREATE TABLE candidate (run text NOT NULL, row integer NOT NULL, PRIMARY KEY (run, row));
ALTER TABLE staged ALTER run SET STATISTICS 1, ALTER row SET STATISTICS 1, ALTER key SET STATISTICS 1, ALTER fate SET STATISTICS 1;
CREATE TABLE mapping_version (
  job text NOT NULL, context text NOT NULL, file text NOT NULL, text text NOT NULL, columns jsonb NOT NULL,
  PRIMARY KEY (job, context));
CREATE TABLE reject (
  run text NOT NULL, row integer NOT NULL, key text, column_name text, code text NOT NULL, message text NOT NULL);
CREATE INDEX reject_run ON reject (run, row);
CREATE TABLE person (
  job text NOT NULL, key text NOT NULL, account text NOT NULL, row integer NOT NULL, digest text NOT NULL,
  context text NOT NULL, username text, email text,
  state text NOT NULL, dirty boolean NOT NULL, touched boolean NOT NULL DEFAULT false, run text NOT NULL,
  PRIMARY KEY (job, key));
CREATE TABLE person_cells (job text NOT NULL, key text NOT NULL, cells jsonb NOT NULL, PRIMARY KEY (job, key));
CREATE INDEX person_key ON person (key);
CREATE INDEX person_username ON person (job, username);
CREATE INDEX person_email ON person (job, email);
CREATE TABLE link (
  account text NOT NULL, key text NOT NULL, user_id text NOT NULL, job text NOT NULL, source text NOT NULL,
  active boolean, sent jsonb, created_at timestamptz NOT NULL, PRIMARY KEY (account, key), UNIQUE (account, user_id));
CREATE TABLE intent (
  operation text PRIMARY KEY, account text NOT NULL, job text NOT NULL, key text NOT NULL, username text NOT NULL,
  digest text NOT NULL, status text NOT NULL, reason text, at timestamptz NOT NULL);
CREATE INDEX intent_key ON intent (account, key);
CREATE TABLE service_group (
  account text NOT NULL, id text NOT NULL, name text NOT NULL, path text NOT NULL, parent_id text,
  members_known boolean NOT NULL, members_digest text NOT NULL, members integer NOT NULL, PRIMARY KEY (account, id));
CREATE TABLE membership (
  account text NOT NULL, group_id text NOT NULL, user_id text NOT NULL, PRIMARY KEY (account, user_id, group_id));
CREATE INDEX membership_group ON membership (account, group_id);
CREATE TABLE reading (account text PRIMARY KEY, read_at timestamptz NOT NULL, tree_digest text NOT NULL);
CREATE TABLE operation (
  id text PRIMARY KEY, run text NOT NULL, seq integer NOT NULL, job text NOT NULL, account text NOT NULL,
  key text NOT NULL, row integer, user_id text, name text NOT NULL, kind text NOT NULL, status text NOT NULL,
  payload jsonb, desired jsonb NOT NULL, changes jsonb NOT NULL, code text, reason text,
  attempts integer NOT NULL DEFAULT 0, ended_at timestamptz);
CREATE INDEX operation_run ON operation (run, seq);
CREATE INDEX operation_open ON operation (run) WHERE status IN ('planned', 'queued', 'running');
CREATE INDEX operation_person ON operation (account, key);
CREATE TABLE removal (
  id text PRIMARY KEY, account text NOT NULL, job text NOT NULL, key text NOT NULL, name text NOT NULL, username text,
  user_id text NOT NULL, group_id text NOT NULL, group_path text NOT NULL, status text NOT NULL,
  cause text NOT NULL, cause_text text NOT NULL, why text NOT NULL, evidence jsonb NOT NULL, evidence_digest text NOT NULL,
  first_run text NOT NULL, last_run text NOT NULL, since timestamptz NOT NULL, seen_at timestamptz NOT NULL,
  decided_by text, decided_at timestamptz, decided_how text, decision_reason text, confirm_sent boolean NOT NULL DEFAULT false, ended_at timestamptz, outcome text);
CREATE UNIQUE INDEX removal_open ON removal (job, key, group_id) WHERE status IN ('pending', 'approved', 'rejected');
CREATE TABLE found_removal (
  run text NOT NULL, key text NOT NULL, name text NOT NULL, username text, user_id text NOT NULL,
  group_id text NOT NULL, group_path text NOT NULL, cause text NOT NULL, cause_text text NOT NULL,
  why text NOT NULL, evidence jsonb NOT NULL, evidence_digest text NOT NULL, PRIMARY KEY (run, key, group_id));
CREATE TABLE audit (
  seq integer PRIMARY KEY, at text NOT NULL, actor text NOT NULL, action text NOT NULL, detail jsonb NOT NULL,
  prev text NOT NULL, hash text NOT NULL);
`;

const identities = `
ALTER TABLE intent ADD groups jsonb NOT NULL DEFAULT '[]', ADD named jsonb NOT NULL DEFAULT '[]', ADD set_key text NOT NULL DEFAULT '', ADD since integer,
  ADD lost_at timestamptz, ADD evidence jsonb;
CREATE INDEX intent_unsettled ON intent (account, set_key) WHERE status IN ('open', 'uncertain', 'unlinked');
ALTER TABLE reading ADD number integer NOT NULL DEFAULT 0;
CREATE TABLE seen_account (account text NOT NULL, user_id text NOT NULL, reading integer NOT NULL, PRIMARY KEY (account, user_id));
CREATE INDEX seen_account_reading ON seen_account (account, reading);
INSERT INTO seen_account (account, user_id, reading) SELECT DISTINCT account, user_id, 0 FROM membership;
CREATE INDEX link_username ON link (account, lower(sent->>'username'));
CREATE INDEX link_email ON link (account, lower(sent->>'email'));
CREATE INDEX link_national_id ON link (account, (sent->>'national_id'));
CREATE TABLE distinct_person (
  account text NOT NULL, key text NOT NULL, other_key text NOT NULL, by text NOT NULL, at timestamptz NOT NULL,
  PRIMARY KEY (account, key, other_key));
`;

const sources = `
ALTER TABLE run ADD files jsonb, ADD profile jsonb;
CREATE TABLE found_note (run text NOT NULL, row integer NOT NULL, key text NOT NULL, code text NOT NULL, column_name text, message text NOT NULL);
CREATE INDEX found_note_run ON found_note (run);
CREATE TABLE person_note (job text NOT NULL, key text NOT NULL, code text NOT NULL, column_name text, message text NOT NULL);
CREATE INDEX person_note_key ON person_note (job, key);
`;

const review = `
ALTER TABLE run ADD started_by text, ADD reverted_by text, ADD job_digest text;
ALTER TABLE mapping_version ADD first_by text, ADD at timestamptz;
CREATE TABLE job_version (job text NOT NULL, digest text NOT NULL, text text NOT NULL, first_by text, at timestamptz NOT NULL, PRIMARY KEY (job, digest));
ALTER TABLE removal ADD assigned_to text, ADD keep_until timestamptz, ADD due_at timestamptz;
CREATE INDEX removal_status ON removal (status, cause, group_path, key);
CREATE INDEX removal_person ON removal (job, key);
ALTER TABLE person_cells ADD before jsonb, ADD before_context text;
CREATE TABLE approval (removal text NOT NULL, by text NOT NULL, at timestamptz NOT NULL, reason text NOT NULL, evidence_digest text NOT NULL,
  PRIMARY KEY (removal, by));
CREATE TABLE remark (id text PRIMARY KEY, removal text NOT NULL, by text NOT NULL, at timestamptz NOT NULL, kind text NOT NULL, text text NOT NULL, to_whom text);
CREATE INDEX remark_removal ON remark (removal, at);
CREATE TABLE exception (
  account text NOT NULL, job text NOT NULL, key text NOT NULL, group_id text NOT NULL, group_path text NOT NULL, by text NOT NULL, at timestamptz NOT NULL,
  reason text NOT NULL, until timestamptz, from_run text, PRIMARY KEY (job, key, group_id));
CREATE TABLE console_user (
  name text PRIMARY KEY, display text NOT NULL, email text, source text NOT NULL, subject text, password_hash text, role text NOT NULL,
  created_at timestamptz NOT NULL, disabled_at timestamptz);
CREATE UNIQUE INDEX console_user_subject ON console_user (source, subject) WHERE subject IS NOT NULL;
CREATE TABLE console_session (
  id_hash text PRIMARY KEY, user_name text NOT NULL, role text NOT NULL, via text NOT NULL, csrf text NOT NULL,
  created_at timestamptz NOT NULL, seen_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, revoked_at timestamptz);
CREATE INDEX console_session_user ON console_session (user_name);
CREATE TABLE api_token (
  id text PRIMARY KEY, name text NOT NULL, hash text NOT NULL UNIQUE, role text NOT NULL, created_by text NOT NULL, created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL, used_at timestamptz, revoked_at timestamptz);
CREATE TABLE sign_in_link (hash text PRIMARY KEY, role text NOT NULL, expires_at timestamptz NOT NULL, used_at timestamptz);
CREATE TABLE notification (kind text NOT NULL, subject text NOT NULL, day text NOT NULL, sent_at timestamptz NOT NULL, detail jsonb, PRIMARY KEY (kind, subject, day));
`;

const hosts = `
CREATE TABLE process (id text PRIMARY KEY, host text NOT NULL, pid integer NOT NULL, command text NOT NULL, roles text NOT NULL, version text NOT NULL,
  started_at timestamptz NOT NULL, seen_at timestamptz NOT NULL);
ALTER TABLE operation ADD claimed_by text;
UPDATE operation SET status = 'queued' WHERE status = 'running';
CREATE UNIQUE INDEX operation_running ON operation (account, key) WHERE status = 'running';
CREATE INDEX operation_active ON operation (run) WHERE status IN ('queued', 'running');
ALTER TABLE run ADD conductor text, ADD progress jsonb, ADD stop_asked_at timestamptz;
CREATE INDEX run_open ON run (status) WHERE status IN ('reading', 'running');
CREATE TABLE own_change (account text NOT NULL, user_id text NOT NULL, group_id text NOT NULL, added boolean NOT NULL, at timestamptz NOT NULL);
CREATE TABLE pace (account text PRIMARY KEY, paused_until timestamptz NOT NULL);
CREATE TABLE pace_share (account text NOT NULL, process text NOT NULL, since timestamptz NOT NULL, seen_at timestamptz NOT NULL, PRIMARY KEY (account, process));
CREATE TABLE due (job text NOT NULL, due timestamptz NOT NULL, outcome text NOT NULL, run text, at timestamptz NOT NULL, PRIMARY KEY (job, due));
CREATE TABLE run_order (id text PRIMARY KEY, kind text NOT NULL, run text, job text NOT NULL, job_file text NOT NULL, detail jsonb NOT NULL, by_name text,
  at timestamptz NOT NULL, begun_at timestamptz, ended_at timestamptz, outcome jsonb);
CREATE INDEX run_order_open ON run_order (at) WHERE ended_at IS NULL;
CREATE TABLE upload (id text PRIMARY KEY, name text NOT NULL, bytes bytea NOT NULL, at timestamptz NOT NULL);
`;

// A person's address in the console (people-pages.ts): on the table that runs seldom write to.
const peopleIndex = `
CREATE INDEX person_cells_address ON person_cells (left(encode(sha256(decode(replace(job || E'\\n' || key, E'\\\\', E'\\\\\\\\'), 'escape')), 'hex'), 16));
`;

// The time before which an operation is not sent again: the queue only wakes the sender.
const dueTimes = `
ALTER TABLE operation ADD due_at timestamptz;
`;

// The people who may be behind a user, a token, an approval or the start of a run (users.ts, review/possible-actors.ts).
// The audit trail says whether an existing user ever was an administrator; where the trail does not reach back, it is
// assumed.
const possibleActors = `
CREATE TABLE user_access (user_name text NOT NULL, what text NOT NULL, by_name text NOT NULL, via text NOT NULL, at timestamptz NOT NULL);
CREATE INDEX user_access_user ON user_access (user_name);
ALTER TABLE console_user ADD was_admin boolean NOT NULL DEFAULT false;
UPDATE console_user u SET was_admin = true WHERE role = 'admin'
  OR EXISTS (SELECT 1 FROM audit a WHERE a.action = 'user_role' AND a.detail->>'name' = u.name AND a.detail->>'from' = 'admin')
  OR NOT EXISTS (SELECT 1 FROM audit a WHERE a.action = 'user_added' AND a.detail->>'name' = u.name);
ALTER TABLE api_token ADD created_via text;
ALTER TABLE approval ADD people jsonb;
ALTER TABLE run ADD started_people jsonb, ADD released_people jsonb;
ALTER TABLE mapping_version ADD first_people jsonb;
`;

// Processes of 0.1.0 still use the old names during an upgrade. A renamed table has a view with its old name, and a
// trigger keeps two columns of `run` equal. COPY writes to a view only through a trigger. A later release drops them.
const names = `
ALTER TABLE run ADD owner_process text, ADD stop_requested_at timestamptz;
UPDATE run SET owner_process = conductor, stop_requested_at = stop_asked_at WHERE conductor IS NOT NULL OR stop_asked_at IS NOT NULL;
CREATE FUNCTION old_columns_of_run() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW.owner_process := CASE WHEN NEW.owner_process IS DISTINCT FROM OLD.owner_process THEN NEW.owner_process ELSE NEW.conductor END; NEW.conductor := NEW.owner_process; NEW.stop_requested_at := CASE WHEN NEW.stop_requested_at IS DISTINCT FROM OLD.stop_requested_at THEN NEW.stop_requested_at ELSE NEW.stop_asked_at END; NEW.stop_asked_at := NEW.stop_requested_at; RETURN NEW; END $$;
CREATE TRIGGER old_columns BEFORE INSERT OR UPDATE ON run FOR EACH ROW EXECUTE FUNCTION old_columns_of_run();
ALTER TABLE staged RENAME TO staged_row;
ALTER TABLE staged_row RENAME fate TO row_status;
ALTER INDEX staged_pkey RENAME TO staged_row_pkey;
CREATE VIEW staged AS SELECT run, row, key, digest, cells, username, email, row_status AS fate FROM staged_row;
ALTER TABLE reject RENAME TO rejected_row;
ALTER INDEX reject_run RENAME TO rejected_row_run;
CREATE VIEW reject AS SELECT run, row, key, column_name, code, message FROM rejected_row;
CREATE FUNCTION insert_by_old_name() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  EXECUTE format('INSERT INTO %I SELECT ($1).*', TG_ARGV[0]) USING NEW; RETURN NEW; END $$;
CREATE TRIGGER old_name INSTEAD OF INSERT ON staged FOR EACH ROW EXECUTE FUNCTION insert_by_old_name('staged_row');
CREATE TRIGGER old_name INSTEAD OF INSERT ON reject FOR EACH ROW EXECUTE FUNCTION insert_by_old_name('rejected_row');
ALTER TABLE reading RENAME TO snapshot;
ALTER INDEX reading_pkey RENAME TO snapshot_pkey;
CREATE VIEW reading AS SELECT account, read_at, tree_digest, number FROM snapshot;
ALTER TABLE remark RENAME TO comment;
ALTER INDEX remark_pkey RENAME TO comment_pkey;
ALTER INDEX remark_removal RENAME TO comment_removal;
CREATE VIEW remark AS SELECT id, removal, by, at, kind, text, to_whom FROM comment;
ALTER TABLE due RENAME TO schedule_tick;
ALTER INDEX due_pkey RENAME TO schedule_tick_pkey;
CREATE VIEW due AS SELECT job, due, outcome, run, at FROM schedule_tick;
ALTER TABLE run_order RENAME TO run_request;
ALTER INDEX run_order_pkey RENAME TO run_request_pkey;
ALTER INDEX run_order_open RENAME TO run_request_open;
CREATE VIEW run_order AS SELECT id, kind, run, job, job_file, detail, by_name, at, begun_at, ended_at, outcome FROM run_request;
ALTER INDEX intent_unsettled RENAME TO intent_unconfirmed;
`;

const reader = `
ALTER TABLE console_user ADD language text, ADD time_zone text;
`;

// What the service reports about pending removals: read after runs, and read again before it is old.
const impact = `
CREATE TABLE group_impact (account text NOT NULL, group_id text NOT NULL, items jsonb NOT NULL, complete boolean NOT NULL, read_at timestamptz NOT NULL,
  PRIMARY KEY (account, group_id));
CREATE TABLE person_impact (account text NOT NULL, user_id text NOT NULL, progress jsonb NOT NULL, read_at timestamptz NOT NULL,
  PRIMARY KEY (account, user_id));
`;

const setup = `
CREATE TABLE job_setup (id text PRIMARY KEY, version integer NOT NULL, file_name text NOT NULL, sample text, by_name text NOT NULL,
  created_at timestamptz NOT NULL, changed_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, answers jsonb NOT NULL, groups jsonb);
`;

// Recorded with a create, because a power cut can lose everything else that was known of its person.
const createdNames = `
ALTER TABLE intent ADD names jsonb;
CREATE INDEX link_never_sent ON link (account, key) WHERE sent IS NULL;
`;

// Set if the service may have got changes of an account that were never recorded.
const doubtedLinks = `
ALTER TABLE link ADD doubted boolean NOT NULL DEFAULT false;
`;

// People whose progress an export has read, until its file is written; sealed where there is a key.
const progressExports = `
CREATE TABLE progress_export (job text PRIMARY KEY, scope text NOT NULL, began_at timestamptz NOT NULL);
CREATE TABLE exported_progress (job text NOT NULL, account text NOT NULL, key text NOT NULL, user_id text NOT NULL,
  known boolean NOT NULL, items jsonb NOT NULL, PRIMARY KEY (job, key));
`;

// Two runs at once could end a removal as superseded although its confirmed request was answered.
const confirmedRemovals = `
UPDATE removal r SET status = 'applied', outcome = 'Removed, as approved.', ended_at = c.at FROM (
    SELECT id, max(a.at)::timestamptz AS at FROM audit a, jsonb_array_elements_text(a.detail->'removals') AS id
    WHERE a.action = 'removal_answer' AND a.detail->>'status' = '200' GROUP BY id) AS c
  WHERE r.id = c.id AND r.status IN ('superseded', 'expired');
`;

/**
 * One SQL text per schema version, its statements separated by `;` at the end of a line. A migration only adds, because old
 * processes run beside new ones; a renamed table's old name stays as a view. A later release drops the views.
 */
export const migrationTexts: Readonly<Record<string, string>> = {
  "0001_start": first,
  "0002_identities": identities,
  "0003_sources": sources,
  "0004_review": review,
  "0005_hosts": hosts,
  "0007_people_index": peopleIndex,
  "0008_due_times": dueTimes,
  "0009_people_behind": possibleActors,
  "0010_names": names,
  "0011_reader": reader,
  "0012_impact": impact,
  "0013_setup": setup,
  "0014_timeline": pageIndexes.timeline,
  "0015_pages": pageIndexes.pages,
  "0016_sorting": pageIndexes.sorting,
  "0017_created_names": createdNames,
  "0018_doubted_links": doubtedLinks,
  "0019_scope": scope,
  "0020_dates": dates,
  "0021_usernames": usernames,
  "0022_missing_groups": missingGroups,
  "0023_pilot": pilot,
  "0024_pending_causes": pageIndexes.pendingCauses,
  "0025_dismissed_groups": dismissedGroups,
  "0026_progress_exports": progressExports,
  "0027_page_counts": pageIndexes.pageCounts,
  "0028_search": pageIndexes.search,
  "0029_person_search": pageIndexes.personSearch,
  "0030_room_for_changes": pageIndexes.roomForChanges,
  "0031_next_cells": pageIndexes.nextCells,
  "0032_run_search": pageIndexes.runSearch,
  "0033_trouble_counts": pageIndexes.troubleCounts,
  "0034_moved_names": pageIndexes.movedNames,
  "0035_trigrams": pageIndexes.trigrams,
  "0036_confirmed_removals": confirmedRemovals,
  "0037_leavers": leavers,
  "0038_contents": contents,
  "0038b_name_chains": nameChains,
  "0039_missing_areas": missingAreas,
  "0043_urgent_deactivations": urgentDeactivations,
};
