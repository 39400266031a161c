import type { z } from "zod";
import { courseAssignment, learningPathAssignment } from "./assignments.ts";
import { category, categoryNode } from "./categories.ts";
import { classEvent, learningClass, participant } from "./classes.ts";
import { contentProvider } from "./content-providers.ts";
import { course } from "./courses.ts";
import { childGroup, groupItem } from "./groups.ts";
import { learningPath } from "./learning-paths.ts";
import { accessData, tokenAnswer } from "./oauth2.ts";
import { pagination } from "./pagination.ts";
import { report, reportTemplate, reportType } from "./reports.ts";
import { skill } from "./skills.ts";
import { subscription } from "./subscriptions.ts";
import { courseProgress, lessonProgress, userCreate, userUpdate } from "./users.ts";

/** Named schemas of the OpenAPI document; all others are inline. */
export const COMPONENTS: Readonly<Record<string, z.ZodType>> = {
  AccessData: accessData,
  Category: category,
  CategoryNode: categoryNode,
  ChildGroup: childGroup,
  Class: learningClass,
  ClassEvent: classEvent,
  ContentProvider: contentProvider,
  Course: course,
  CourseAssignment: courseAssignment,
  CourseProgress: courseProgress,
  EventParticipant: participant,
  Group: groupItem,
  LearningPath: learningPath,
  LearningPathAssignment: learningPathAssignment,
  LessonProgress: lessonProgress,
  Pagination: pagination,
  Report: report,
  ReportTemplate: reportTemplate,
  ReportType: reportType,
  Skill: skill,
  Subscription: subscription,
  TokenAnswer: tokenAnswer,
  UserCreate: userCreate,
  UserUpdate: userUpdate,
};
