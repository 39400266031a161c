// People whose area is missing: most people with one value of a column are missing from a file, or have no value there
// now. Those of a plan, and those of the last released plan of each job, which are blocked until they are back or released.
export const missingAreas = `
CREATE TABLE area_person (run text NOT NULL, job text NOT NULL, account text NOT NULL, key text NOT NULL, column_name text NOT NULL,
  value text NOT NULL, missing boolean NOT NULL, content text NOT NULL, accepted boolean NOT NULL DEFAULT false, PRIMARY KEY (run, key, column_name));
CREATE INDEX area_person_job ON area_person (job) WHERE accepted;
`;

export interface AreaPersonTable {
  run: string;
  job: string;
  account: string;
  key: string;
  column_name: string;
  value: string;
  /** Missing from the file; otherwise their cell is blank. */
  missing: boolean;
  /** The digest of the files of the run. */
  content: string;
  /** The run was released, and no later one was. */
  accepted: boolean;
}
