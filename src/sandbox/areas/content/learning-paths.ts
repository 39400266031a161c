import { randomUUID } from "node:crypto";
import type { Contract } from "../../../learning-service/contract/contract.ts";
import type { LearningPath } from "../../../learning-service/contract/learning-paths.ts";
import type { Area } from "../../area.ts";
import type { SandboxState } from "../../state.ts";
import type { Entities } from "../../entities.ts";
import { dropAssignmentsOf } from "../assignments.ts";
import { found, knownIds, searched } from "../find.ts";
import { durationOf } from "../enrolments.ts";

/** Learning paths: ordered courses. */
export const learningPathsArea: Area<Contract["learningPaths"]> = {
  create({ body }, { state }) {
    const id = randomUUID();
    state.put("learning_path", id, {
      title: body.title,
      ...(body.description === undefined ? {} : { description: body.description }),
      course_ids: knownIds(state.all("course"), body.course_ids, "course_ids"),
    });
    return viewer(state)(id, found(state.all("learning_path"), id, "learning_path_id"));
  },

  delete({ params }, { state }) {
    found(state.all("learning_path"), params.learning_path_id, "learning_path_id");
    const id = params.learning_path_id.toLowerCase();
    dropAssignmentsOf(state, { learning_path_id: id });
    state.drop("learning_path", id);
    return { id };
  },

  get({ params }, { state }) {
    const path = found(state.all("learning_path"), params.learning_path_id, "learning_path_id");
    return viewer(state)(params.learning_path_id.toLowerCase(), path);
  },

  list({ query }, { state }) {
    const view = viewer(state);
    return searched(state.all("learning_path"), ([, { title }]) => title, query.search).map(([id, path]) => view(id, path));
  },
};

interface Counts {
  users: number;
  groups: number;
  all: boolean;
}

/** Interface: "Learning path". Counts only students with a direct assignment. */
function viewer(state: SandboxState): (id: string, path: Entities["learning_path"]) => LearningPath {
  const counts = new Map<string, Counts>();
  for (const { learning_path_id, user_id, group_id, to_all } of state.all("learning_path_assignment").values()) {
    const sum = counts.get(learning_path_id) ?? { users: 0, groups: 0, all: false };
    if (user_id !== undefined) sum.users++;
    if (group_id !== undefined) sum.groups++;
    if (to_all) sum.all = true;
    counts.set(learning_path_id, sum);
  }
  return (id, { title, description, course_ids }) => ({
    learning_path_id: id,
    title,
    ...(description === undefined ? {} : { description }),
    assigned_students_count: counts.get(id)?.users ?? 0,
    assigned_groups_count: counts.get(id)?.groups ?? 0,
    assigned_to_all: counts.get(id)?.all ?? false,
    total_duration: durationOf(state.all("course"), course_ids),
    course_ids: course_ids.map((course_id) => ({ course_id })),
    total_courses: course_ids.length,
  });
}
