import { z } from "zod";

/** Paging metadata of a list in an envelope (interface: "Limits"). */
export const pagination = z.strictObject({
  totalRecords: z.int().describe("Total number of items."),
  perPage: z.int().describe("Items per page."),
  totalPages: z.int().describe("Number of pages."),
  start: z.int().describe("Start position of this page."),
  currentPage: z.int().describe("Page number, counted from 1."),
});

/** Returns the schema of a page in an envelope, the alternative to a bare array. */
export function envelopeOf(item: z.ZodType): z.ZodObject {
  return z.strictObject({
    response: z.array(item).describe("The items of the page."),
    pagination: pagination.describe("Paging metadata."),
  });
}
