/** A list of accounts, as a report or an uploaded file has it. */
export interface AccountList {
  header: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A person of HR's file without an account. */
export interface Unlinked {
  key: string;
  name: string;
  username: string;
  email: string;
  first: string;
  last: string;
}
