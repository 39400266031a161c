/** Migrations that make pages of the console fast. */

// Without these, pages of the console read every removal ever decided, and a search takes the names out of every link.
export const pages = `
CREATE INDEX removal_first_run ON removal (first_run);
CREATE INDEX removal_progress ON removal (status, first_run, decided_how);
CREATE INDEX removal_reason ON removal (decided_by, decided_at) WHERE decision_reason IS NOT NULL;
CREATE INDEX removal_group ON removal (group_path);
ALTER TABLE link ADD search text GENERATED ALWAYS AS (lower(regexp_replace(normalize(key || ' '
  || CASE WHEN sent->>'username' NOT LIKE 'hmac:%' THEN sent->>'username' ELSE '' END || ' '
  || CASE WHEN sent->>'first_name' NOT LIKE 'hmac:%' THEN sent->>'first_name' ELSE '' END || ' '
  || CASE WHEN sent->>'last_name' NOT LIKE 'hmac:%' THEN sent->>'last_name' ELSE '' END, NFD), '[\\u0300-\\u036f]', '', 'g'))) STORED;
`;

// Names in the order of their readers; the collation is that of `store/sort.ts`. With `kind`, the index alone skips pages.
export const sorting = `
CREATE INDEX operation_by_kind ON operation (run, (CASE kind WHEN 'deactivate' THEN 0 WHEN 'reactivate' THEN 1 WHEN 'update' THEN 2 WHEN 'create' THEN 3 ELSE 4 END), seq) INCLUDE (kind, status);
CREATE INDEX operation_by_name ON operation (run, name COLLATE "und-x-icu", seq);
CREATE INDEX removal_exception_name ON removal (name COLLATE "und-x-icu", id) WHERE status = 'rejected';
CREATE INDEX rejected_row_key ON rejected_row (run, key, row);
CREATE INDEX rejected_row_column ON rejected_row (run, column_name, row);
`;

// A person's history, and who restored a removed membership. The order of a run's page is that of `run-pages.ts`.
export const timeline = `
ALTER TABLE removal ADD restored jsonb;
UPDATE removal r SET restored = u.restored FROM (
  SELECT DISTINCT ON (m->>'removal') m->>'removal' AS id,
    jsonb_build_object('run', a.detail->>'revert', 'by', a.actor, 'at', a.at, 'reason', COALESCE(a.detail->>'reason', '')) AS restored
  FROM audit a CROSS JOIN LATERAL jsonb_array_elements(CASE WHEN jsonb_typeof(a.detail->'memberships') = 'array' THEN a.detail->'memberships' END) AS m
  WHERE a.action = 'run_reverted' ORDER BY m->>'removal', a.seq DESC) AS u WHERE r.id = u.id AND r.status = 'applied';
CREATE INDEX removal_restored ON removal ((restored->>'run')) WHERE restored IS NOT NULL;
CREATE INDEX audit_at ON audit (at);
CREATE INDEX audit_action ON audit (action, seq);
CREATE INDEX audit_key ON audit ((detail->>'key'), seq) WHERE detail->>'key' IS NOT NULL;
CREATE INDEX audit_removal ON audit ((detail->>'removal'), seq) WHERE detail->>'removal' IS NOT NULL;
CREATE INDEX operation_trouble ON operation (run, seq) WHERE status IN ('failed', 'uncertain', 'held');
`;

// The causes of pending removals are counted on every visit; without it, all removals ever decided are read for that.
export const pendingCauses = `
CREATE INDEX removal_causes ON removal (job, cause) INCLUDE (group_path, assigned_to, since, key, id, evidence_digest) WHERE status = 'pending';
`;

// Recent decisions begin with the latest, and a group shows its removals.
export const pageCounts = `
CREATE INDEX removal_decided ON removal (decided_at) WHERE decided_how <> 'policy' AND status IN ('approved', 'applied', 'rejected');
CREATE INDEX removal_of_group ON removal (account, group_id);
`;

// The order of names is that of `people-pages.ts`.
export const search = `
CREATE INDEX link_name ON link ((NULLIF(left(btrim(CASE WHEN (sent->>'first_name') NOT LIKE 'hmac:%' THEN (sent->>'first_name') ELSE '' END || ' '
  || CASE WHEN (sent->>'last_name') NOT LIKE 'hmac:%' THEN (sent->>'last_name') ELSE '' END), 200), '') COLLATE "und-x-icu"), key);
`;

// The search reads everybody who is in a file: without it, each visit puts the text of 100,000 people in lower case.
export const personSearch = `
ALTER TABLE person ADD search text GENERATED ALWAYS AS
  (lower((key || CASE WHEN username NOT LIKE 'hmac:%' THEN ' ' || username ELSE '' END) COLLATE "C")) STORED;
`;

// A changed row that fits beside the old one needs no new entries in the indexes. Each run changes all open removals.
export const roomForChanges = `
ALTER TABLE person SET (fillfactor = 85);
ALTER TABLE person_cells SET (fillfactor = 80);
ALTER TABLE removal SET (fillfactor = 50);
`;

// The cells of a run are stored beside the earlier ones before the transaction that makes them valid, which is short then.
export const nextCells = `
ALTER TABLE person_cells ADD next_cells jsonb;
ALTER TABLE person_cells ADD next_digest text;
ALTER TABLE person_cells ADD next_before_context text;
ALTER TABLE person_cells SET (fillfactor = 70);
ALTER TABLE person SET (fillfactor = 75);
`;

// A search among the changes of a run reads this index only. It replaces the one of `run` and `seq`. 600 characters of four
// bytes are as many as an index takes.
export const runSearch = `
ALTER TABLE operation ADD search text GENERATED ALWAYS AS (lower(left(name || E'\\n' || key, 600) COLLATE "C")) STORED;
CREATE INDEX operation_search ON operation (run, seq) INCLUDE (search);
DROP INDEX operation_run;
`;

// Each page of a run counts its troubles by kind and status, from this index only. It replaces the one without them.
export const troubleCounts = `
DROP INDEX operation_trouble;
CREATE INDEX operation_troubles ON operation (run, seq) INCLUDE (kind, status) WHERE status IN ('failed', 'uncertain', 'held');
`;

// Names of accounts that moved to another key are looked up for each portion of new people.
export const movedNames = `
CREATE INDEX intent_moved ON intent (account) WHERE status = 'moved';
`;

// A word may be in the middle of a name, and only trigrams find it there. A server that lacks the extension, or does not allow
// it, reads all links for a search. Statements of a block do not end a line: migrations are split there.
export const trigrams = `
DO $$ BEGIN CREATE EXTENSION IF NOT EXISTS pg_trgm; EXCEPTION WHEN lock_not_available OR deadlock_detected THEN RAISE; WHEN OTHERS THEN NULL; END $$;
DO $$ DECLARE place regnamespace = (SELECT extnamespace FROM pg_extension WHERE extname = 'pg_trgm'); BEGIN
  IF has_schema_privilege(place, 'USAGE') THEN EXECUTE format('CREATE INDEX link_search ON link USING gin (search %s.gin_trgm_ops)', place); END IF; END $$;
`;
