import type { Call } from "../../app/io.ts";
import { styled } from "../../app/output.ts";
import { plain } from "../../app/view/terminal.ts";
import { removalStateText } from "../../reporting/labels.ts";
import { t } from "../../reporting/locales/t.ts";
import { causeAdvice, causeImpactSentence } from "../../reporting/removals/advice-labels.ts";
import { bundleCauses, bundleQuestion } from "../../reporting/removals/bundles.ts";
import { countAdvice, impactOfAll } from "../../reporting/removals/cause-advice.ts";
import type { Cause, ListedRemoval } from "../../reporting/removals/pending-removals.ts";
import { evidenceOf } from "../../reporting/removals/evidence.ts";
import { ruleFacts } from "../../reporting/removals/evidence-facts.ts";
import { factLines } from "../../reporting/sheet/text.ts";
import { table } from "./tables.ts";

/** Returns mapping lines, ready to paste, that keep the group under its new name. */
function aliasLines({ alias }: Cause): string[] {
  if (alias === null) return [];
  return [
    `    ${t("report.renamed_purpose_keep", { setting: "`groups.rules`", file: plain(alias.file) })}`,
    ...alias.yaml.trimEnd().split("\n").map(plain),
  ];
}

/** A removal with its recommendation and impact. */
export type Advised = Pick<ListedRemoval, "id" | "recommendation" | "impact">;

/** Formats what a reviewer of a cause needs before its people; recommendation and impact are about the pending ones. */
function decisionLines({ code, text, people, gains }: Cause, advised: ReadonlyMap<string, Advised>): string[] {
  const pending = people.flatMap(({ id, status }) => (status === "pending" ? (advised.get(id) ?? []) : []));
  const gain = gains.map(({ group, people: n }) => `${group} (${n})`).join(", ");
  const lines = [
    text,
    // A changed value says it all; for the other causes, the rule does.
    ...(code === "removal.value_changed" || people[0] === undefined ? [] : factLines(ruleFacts(evidenceOf(people[0])))),
    t("labels.people", { n: people.length }),
    ...(gain === ""
      ? []
      : [t("history.name_value", { name: t(people.length === 1 ? "workbook.also_gains" : "workbook.also_gain"), value: gain })]),
  ];
  const counts = countAdvice(pending);
  if (counts.people > 0) {
    const { advice, why } = causeAdvice(counts);
    lines.push(
      t("history.name_value", { name: t("workbook.recommendation"), value: `${advice}. ${why}` }),
      t("review.impact_impact", { impact: causeImpactSentence(impactOfAll(pending)) }),
    );
  }
  return lines.map((line) => `    ${plain(line)}`);
}

/** Formats removals by cause, each cause with its people. Several causes of one person follow their common question. */
export function causesText(io: Call, causes: readonly Cause[], advised: readonly Advised[], most = 20): string {
  const byId = new Map(advised.map((removal) => [removal.id, removal]));
  return bundleCauses(causes, onlyPerson)
    .map((bundle) => {
      const texts = bundle.map((cause) => causeText(io, cause, byId, most));
      const [first] = bundle;
      if (first === undefined || bundle.length === 1) return texts.join("");
      const ids = bundle.map(({ id }) => id).join(" ");
      return [
        styled(io, "bold", plain(bundleQuestion({ name: first.people[0]?.name ?? "", causes: bundle }))),
        `    ${t("review.decide_all_with", { command: `rollcall review approve --cause ${ids} --reason "…"` })}`,
        ...texts,
      ].join("\n");
    })
    .join("\n\n");
}

/** Returns the only person of a cause, if the removal is pending. */
function onlyPerson({ people: [first, ...others] }: Cause): string | null {
  return first === undefined || others.length > 0 || first.status !== "pending" ? null : `${first.job} ${first.key}`;
}

function causeText(io: Call, cause: Cause, advised: ReadonlyMap<string, Advised>, most: number): string {
  const rows = cause.people
    .slice(0, most)
    .map((removal) => [
      "   ",
      removal.id,
      removal.restored === null ? removal.status : removalStateText(removal),
      removal.name,
      `(${removal.key})`,
      removal.group_path,
    ]);
  // The question counts everyone in the cause.
  const asks = cause.people.every(({ status }) => status === "pending");
  const rest = cause.people.length - most;
  const more = rest > 0 ? [`    ${t("common.and_more_where", { n: rest, where: `rollcall review show ${cause.id}` })}`] : [];
  return [
    styled(io, "bold", plain(`${cause.id}  ${asks ? cause.question : cause.sentence}`)),
    ...decisionLines(cause, advised),
    table(rows),
    ...more,
    ...aliasLines(cause),
  ].join("\n");
}
