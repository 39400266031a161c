import { list, number } from "../locales/formats.ts";
import { t } from "../locales/t.ts";
import type { CauseKind } from "./cause-question.ts";

/** More groups than these are counted in a question. */
const MAX_NAMED_GROUPS = 5;

/**
 * Groups causes that are shown together: those that concern only one person, and the same one. All others stay alone.
 * The order of the first ones stays.
 * @param personOf names the only person of a cause; `null`: several people
 */
export function bundleCauses<C>(causes: readonly C[], personOf: (cause: C) => string | null): C[][] {
  const bundles = Map.groupBy(causes, (cause) => personOf(cause) ?? cause);
  return [...bundles.values()];
}

/** Groups counted causes into the questions of the review list. */
export function questionsOf<C extends { job: string; only: string | null }>(causes: readonly C[]): C[][] {
  return bundleCauses(causes, ({ job, only }) => (only === null ? null : `${job} ${only}`));
}

/** The facts that the question about several causes of one person names. */
export interface BundleFacts {
  name: string;
  causes: readonly { kind: CauseKind; group: string; gains: readonly { group: string }[] }[];
}

/** Asks in the reader's language whether to remove one person from several groups. */
export function bundleQuestion({ name, causes }: BundleFacts): string {
  const n = causes.length;
  const groups = groupsText(causes.map(({ group }) => group));
  const kinds = new Set(causes.map(({ kind }) => kind));
  const [to, ...others] = new Set(causes.flatMap(({ gains }) => gains.map(({ group }) => group)));
  if (kinds.size === 1 && kinds.has("leaver")) return t("review.name_left_company_remove_person_groups", { name, n, groups });
  if (kinds.size === 1 && kinds.has("moved") && to !== undefined && others.length === 0)
    return t("review.name_moved_remove_person_groups", { name, to: lastStep(to), n, groups });
  return t("review.remove_name_groups_groups", { name, n, groups });
}

/** Returns the recommendation on several causes of one person in a few words. */
export function bundleAdvice(remove: number, all: number): string {
  if (remove === 0) return t("review.no_recommendation_remove");
  return remove === all ? t("review.remove_groups", { n: all }) : t("review.remove_total_groups", { n: remove, total: all });
}

/** Names groups by the last step of their paths. */
function groupsText(paths: readonly string[]): string {
  const names = paths.map(lastStep);
  if (names.length <= MAX_NAMED_GROUPS) return list(names);
  return t("mail.names_more", {
    names: names.slice(0, MAX_NAMED_GROUPS - 1).join(", "),
    n: number(names.length - MAX_NAMED_GROUPS + 1),
  });
}

const lastStep = (path: string): string => path.split("/").at(-1) ?? path;
