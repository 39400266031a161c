import type { JobSchedule } from "../schedule.ts";

/** A server that exports are fetched from, by SFTP. */
export interface SftpSettings {
  host: string;
  port: number;
  user: string;
  password: string | null;
  /** Absolute path of the private key. */
  privateKey: string | null;
  passphrase: string | null;
  /** `SHA256:…` of the server's key: another server is refused. */
  hostKey: string;
}

/** How an encrypted file is decrypted. All names are of files. */
export interface PgpSettings {
  privateKeys: readonly string[];
  passphrases: readonly string[];
  /** Public keys; a signature by any other key is refused. Empty: signatures are ignored. */
  signedBy: readonly string[];
  /** Whether a file without a signature is refused. */
  expectSigned: boolean;
}

/** Where the progress of people is exported to. */
export interface ExportSettings {
  /** Absolute path; with `sftp` a path on the server. `{date}` is the day of the export. */
  file: string;
  sftp: SftpSettings | null;
  /** `null`: only when someone starts it. */
  schedule: JobSchedule | null;
  /** Fields besides the usual ones. */
  fields: readonly string[];
  /** A report of the service to export, in place of the progress of each person. */
  report: ExportReport | null;
}

export interface ExportReport {
  /** Id or exact name of the template. */
  template: string;
  /** The column with the id of the account. */
  userId: string;
  /** The columns to export. */
  columns: readonly string[];
}
