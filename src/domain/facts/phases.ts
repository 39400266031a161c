/** The phases of a run and of other long work. */
export type Phase =
  | "starting"
  | "waiting_for_worker"
  | "waiting_for_run"
  | "waiting_for_plan"
  | "asking_service"
  | "asking_for_report"
  | "opening_file"
  | "reading_file"
  | "reading_groups"
  | "reading_progress"
  | "reading_impact"
  | "planning"
  | "creating_groups"
  | "sending"
  | "encrypting"
  | "copying"
  | "comparing";

/** The progress of this phase is counted in bytes. */
export const COUNTED_IN_BYTES: Phase = "reading_file";
