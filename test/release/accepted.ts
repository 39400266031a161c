/** Advisories in production dependencies that we know and accept, each with the reason and the last day. */
export const ACCEPTED_ADVISORIES: readonly { advisory: string; reason: string; until: string }[] = [];

/** Licences that allow any use if the text of the licence is passed on. */
export const PERMISSIVE: readonly string[] = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
];

/** Production dependencies with another licence, by name, each with the reason why it is acceptable. */
export const OTHER_LICENCES: Readonly<Record<string, string>> = {
  openpgp: "LGPL-3.0: used unmodified, as a dependency of its own that anyone can replace; there is no permissive library for PGP",
};

/** Files of the package that differ in each build, each with the reason. */
export const NOT_REPRODUCIBLE: Readonly<Record<string, string>> = {
  "dist/state-template.tar.gz": "a new database: initdb draws an identifier, and its files contain the time",
};
