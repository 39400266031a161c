import { expect } from "vitest";
import { courseIdOf, pathIdOf } from "../../../src/sandbox/seed/courses.ts";
import { newCourse, newGroup, newPath } from "../make.ts";
import type { Place } from "../place.ts";
import type { Tables } from "../row.ts";

/** Assignments of a course and of a learning path to a group, for lists of some length. */
export async function assignedGroup(place: Place): Promise<string> {
  const group = await newGroup(place);
  const courses = await Promise.all([1, 2, 3, 4].map(() => newCourse(place)));
  const paths = await Promise.all([1, 2, 3, 4].map(() => newPath(place, courses)));
  await place.client.assignments.courses.create({ course_ids: courses, group_ids: [group] });
  await place.client.assignments.learningPaths.create({ learning_path_ids: paths, group_ids: [group] });
  return group;
}

export const groupAssignments: Tables["groups"]["assignments"] = {
  courses: {
    request: async (place) => ({ params: { group_id: await assignedGroup(place) }, query: {} }),
    success: async ({ client, group }) => {
      const [item, ...others] = await client.groups.assignments.courses(group("HR/Managers")).all();
      expect(others).toEqual([]);
      expect(item).toMatchObject({
        course_id: courseIdOf("Feedback that helps"),
        group_id: group("HR/Managers"),
        to_all: false,
        title: "Feedback that helps",
      });
      expect(item).not.toHaveProperty("user_id");
    },
    parameters: {
      group_id: async ({ client, group }) => {
        const courses = async (path: string) =>
          (await client.groups.assignments.courses(group(path).toUpperCase()).all()).map(({ title }) => title);
        expect(await courses("HR/Departments")).toEqual(["Data protection for everyone"]);
        // What the group above has is not the group's own.
        expect(await courses("HR/Departments/Legal")).toEqual(["Answering data subject requests"]);
        expect(await courses("HR/Departments/Sales")).toEqual([]);
      },
    },
  },
  learningPaths: {
    request: async (place) => ({ params: { group_id: await assignedGroup(place) }, query: {} }),
    success: async ({ client, group }) => {
      const [item, ...others] = await client.groups.assignments.learningPaths(group("HR/Departments/IT")).all();
      expect(others).toEqual([]);
      expect(item).toMatchObject({
        learning_path_id: pathIdOf("Security champions"),
        group_id: group("HR/Departments/IT"),
        to_all: false,
        total_courses: 3,
        title: "Security champions",
        description: "One in each team.",
      });
      // Nobody's own progress.
      expect(item).not.toHaveProperty("progress");
    },
    parameters: {
      group_id: async ({ client, group }) => {
        const paths = async (path: string) =>
          (await client.groups.assignments.learningPaths(group(path).toUpperCase()).all()).map(({ title }) => title);
        expect(await paths("HR/Managers")).toEqual(["New managers"]);
        expect(await paths("Learning/Onboarding 2026")).toEqual(["Onboarding"]);
        expect(await paths("Learning")).toEqual([]);
      },
    },
  },
};
