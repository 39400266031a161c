/** Why the last group of a person cannot be removed. */
export const LAST_GROUP = "This is the person's last group, and the learning service can't represent a person without groups.";

/** How to remove the last group of a person anyway. */
export const LAST_GROUP_ADVICE = "Set `policy.park` to a group for such people, or remove the membership in the learning service.";
