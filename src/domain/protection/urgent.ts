/** A deactivation that a person ordered before HR's file said so, as a plan sees it. */
export interface UrgentDeactivation {
  by: string;
  /** The day, as `YYYY-MM-DD`. */
  at: string;
  userId: string;
  overdue: boolean;
}

export function urgentReason({ by, at, overdue }: UrgentDeactivation): string {
  const ends = "The account stays deactivated until HR's file says that the person has left, or until the deactivation is undone.";
  return overdue
    ? `${by} deactivated the account on ${at}, and HR's file still says that the person is active. Ask HR to correct the file, or undo the deactivation. ${ends}`
    : `${by} deactivated the account on ${at}. ${ends}`;
}
