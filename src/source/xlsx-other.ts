import type { FileProblem } from "../model/problem.ts";
import { unusable } from "./unusable.ts";

const TEXT = "text, such as CSV";

/** A file that is no workbook, whatever its name or the job says. */
export function notAWorkbook(file: string, what: string): FileProblem {
  const next =
    what === TEXT
      ? "Give the file a name that ends in .csv, and take `format: xlsx` out of the job if it is there."
      : "Open it in Excel and save it as .xlsx or as CSV (UTF-8), or export it again so.";
  return unusable("not_a_workbook", file, `this is ${what}, not a workbook, whatever its name says`, next);
}

/** What a file is that begins neither as an archive nor as a file of Office. Many an “Excel export” is an HTML page. */
export function contentOf(head: Buffer): string {
  const text = head.toString("latin1");
  const start = text
    .replaceAll(/\0|^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/g, "")
    .trimStart()
    .slice(0, 200)
    .toLowerCase();
  if (start.startsWith("%pdf-")) return "a PDF";
  if (/^(<!doctype|<html|<head|<body|<meta|<table|<div|<style)/.test(start)) return "an HTML page";
  if (start.startsWith("<?xml")) return "an XML document";
  if (text.startsWith("\x1f\x8b")) return "a gzip archive";
  const zeros = head.length - text.replaceAll("\0", "").length;
  // Of text in UTF-16 every second byte may be zero.
  return zeros > 0 && !/^(\xff\xfe|\xfe\xff)/.test(text) ? "a binary file of another program" : TEXT;
}
