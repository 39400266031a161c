// The scope of each row: NULL is in scope, '' undecided, else the rule that leaves it out.
export const scope = `
ALTER TABLE staged_row ADD scope text;
ALTER TABLE person ADD scope text, ADD was_in_scope boolean NOT NULL DEFAULT false;
CREATE INDEX person_scope ON person (job, scope) WHERE scope IS NOT NULL;
`;

// When the dates of a person next change the outcome, and whether they keep the row from being planned.
export const dates = `
ALTER TABLE staged_row ADD due text, ADD not_due text;
ALTER TABLE person ADD due text, ADD not_due text;
CREATE INDEX person_due ON person (job, due) WHERE due IS NOT NULL;
`;

// Runs for some people only. `staged_row.in_pilot` is NULL without a pilot; `person.pilot` is the digest of the pilot that had the person last.
export const pilot = `
ALTER TABLE run ADD pilot jsonb;
ALTER TABLE staged_row ADD in_pilot boolean;
ALTER TABLE person ADD pilot text;
CREATE INDEX person_pilot ON person (job) WHERE pilot IS NOT NULL;
`;

// Rows of people who have left: their names count for nobody.
export const leavers = `
ALTER TABLE staged_row ADD leaves boolean;
ALTER TABLE person ADD leaves boolean NOT NULL DEFAULT false;
CREATE INDEX staged_row_leaver_username ON staged_row (run, username) WHERE leaves;
CREATE INDEX staged_row_leaver_email ON staged_row (run, email) WHERE leaves;
`;
