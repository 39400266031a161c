/** A group of the learning service, as the directory knows it. */
export interface Group {
  id: string;
  name: string;
  /** Names from the root, joined by `/`. */
  path: string;
  parentId: string | null;
  /** `null`: the service did not list them, which means unknown and never empty (I5). */
  userIds: readonly string[] | null;
}
