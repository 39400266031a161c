import type { Contract } from "../../../learning-service/contract/contract.ts";
import type { Skill } from "../../../learning-service/contract/skills.ts";
import type { Area } from "../../area.ts";
import { invalid } from "../../faults/rules.ts";
import type { Entities } from "../../entities.ts";
import { searched } from "../find.ts";

/** Handles POST /skills/search: searches the titles of one language, ignoring case and accents (interface: "Skill"). */
export const skillsArea: Area<Contract["skills"]> = {
  search({ body }, { state }) {
    const query = body.query.trim();
    if (query === "") throw invalid("query is empty");
    const skills = state.all("skill");
    // "es-MX" is searched as "es".
    const lang = body.lang?.toLowerCase().split(/[-_]/)[0] ?? "en";
    const titleOf = ({ titles }: Entities["skill"]): string => titles[Object.hasOwn(titles, lang) ? lang : "en"] ?? "";
    return searched(skills, ([, skill]) => titleOf(skill), query).map(([id, skill]): Skill => {
      const above: [string, Entities["skill"]][] = [];
      for (let parentId = skill.parent_id; parentId !== undefined;) {
        const parent = skills.get(parentId);
        if (parent === undefined) break;
        above.unshift([parentId, parent]);
        parentId = parent.parent_id;
      }
      return {
        id,
        title: titleOf(skill),
        ...(skill.parent_id === undefined
          ? {}
          : {
              parent_id: skill.parent_id,
              parent_ids: above.map(([parentId]) => parentId).join(","),
              parent_titles: above.map(([, parent]) => titleOf(parent)).join(" / "),
            }),
        level: above.length + 1,
        Record_Creation_Date: skill.Record_Creation_Date,
      };
    });
  },
};
