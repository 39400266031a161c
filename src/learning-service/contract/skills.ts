import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { dateTimeRead, integerRead, listQuery, text, uuid } from "./values.ts";

/** Interface: "Skill". */
export const skill = z.looseObject({
  id: uuid,
  title: text,
  parent_id: uuid.nullish(),
  parent_ids: text.nullish(),
  parent_titles: text.nullish(),
  level: integerRead.nullish(),
  Record_Creation_Date: dateTimeRead.nullish(),
});

export type Skill = z.infer<typeof skill>;

const search = endpoint({
  summary: "Skills search",
  method: "POST",
  path: "/skills/search",
  query: listQuery({}),
  body: z.strictObject({ query: text, lang: text.optional().describe("Language code.") }),
  output: skill,
  answer: "list",
});

export const skills = {
  /** Skills search: `POST /skills/search`. Changes nothing, although it is a POST. */
  search,
};
