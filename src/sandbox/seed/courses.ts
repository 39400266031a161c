import type { Course } from "../../learning-service/contract/courses.ts";
import { ACCOUNT_ID } from "../account.ts";
import { fixedUuid } from "./people.ts";
import type { SandboxState } from "../state.ts";
import { CATEGORIES, COURSES, PATHS, PROVIDERS } from "./catalogue.ts";
import type { SkillSeed } from "./skills.ts";
import { SKILLS } from "./skills.ts";

export const courseIdOf = (title: string): string => fixedUuid(`course ${title}`);
export const pathIdOf = (title: string): string => fixedUuid(`learning path ${title}`);
const categoryIdOf = (name: string): string => fixedUuid(`category ${name}`);
const providerIdOf = (code: string): string => fixedUuid(`content provider ${code}`);

/** Adds categories, providers, courses, learning paths and skills with one creation date. */
export function seedCatalogue(state: SandboxState, made: string): void {
  for (const [root, children] of Object.entries(CATEGORIES)) {
    const parent = categoryIdOf(root);
    state.put("category", parent, { id: parent, name: root });
    for (const name of children) state.put("category", categoryIdOf(name), { id: categoryIdOf(name), name, parent_id: parent });
  }
  for (const { code, name, prefix, description } of PROVIDERS) {
    const id = providerIdOf(code);
    state.put("content_provider", id, {
      id,
      account_id: ACCOUNT_ID,
      code,
      name,
      course_id_prefix: prefix,
      logo_url: `https://learning.example/logos/${code}.svg`,
      description,
      Record_Creation_Date: made,
    });
  }
  for (const [title, lang, course_format, provider, category, lessons] of COURSES) {
    const read = lessons.map(lessonOf);
    const id = courseIdOf(title);
    state.put("course", id, {
      id,
      title,
      lang,
      course_format,
      content_provider_id: providerIdOf(provider),
      category_ids: [categoryIdOf(category)],
      lessons: read,
      total_duration: read.reduce((sum, { duration = 0 }) => sum + duration, 0),
      Record_Creation_Date: made,
    });
  }
  for (const [title, description, courses] of PATHS)
    state.put("learning_path", pathIdOf(title), { title, description, course_ids: courses.map(courseIdOf) });
  seedSkills(state, SKILLS, made);
}

/** Parses a lesson such as `First steps: Greetings 15`: optional chapter, name, minutes. */
function lessonOf(text: string): Course["lessons"][number] {
  const [, chapter, name = text, minutes] = /^(?:(.*): )?(.*) (\d+)$/.exec(text) ?? [];
  const type = name === "Quiz" ? "quiz" : name === "Handbook" || name === "Reading" ? "document" : "video";
  return { name, type, ...(chapter === undefined ? {} : { chapter }), duration: Number(minutes) * 60 };
}

function seedSkills(state: SandboxState, skills: readonly SkillSeed[], made: string, parentId?: string): void {
  for (const [en, es, below = []] of skills) {
    // Names repeat in other branches.
    const id = fixedUuid(`skill ${parentId ?? ""} ${en}`);
    state.put("skill", id, { titles: { en, es }, ...(parentId === undefined ? {} : { parent_id: parentId }), Record_Creation_Date: made });
    seedSkills(state, below, made, id);
  }
}
